"""A process and all that it starts, seen from outside: where no kernel keeps them together for us."""

from __future__ import annotations

from contextlib import suppress

import psutil


class Family:
    """The process with this id, and whoever was found below it at any look.

    Somebody who has cut loose before the first look is never found.
    """

    def __init__(self, pid: int) -> None:
        self._members: set[psutil.Process] = set()
        with suppress(psutil.Error):  # it may be over already
            self._members.add(psutil.Process(pid))

    def look(self) -> int:
        """Take note of who belongs to it by now, and return how many bytes of memory they hold."""
        for one in list(self._members):
            with suppress(psutil.Error):
                self._members.update(one.children(recursive=True))
        return sum(map(_held_bytes, self._members))

    def kill(self) -> None:
        """End all that are left."""
        self.look()
        for one in self._members:
            # Somebody else may have the id of one that is gone; psutil compares when they began.
            with suppress(psutil.Error):
                one.kill()


def _held_bytes(process: psutil.Process) -> int:
    with suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0
