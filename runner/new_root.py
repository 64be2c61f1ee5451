"""A root of its own for a child where bubblewrap doesn't give one: what isn't listed isn't there.

Standard library only.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path

from runner import linux_calls

_FLAGS = linux_calls.MS_NOSUID | linux_calls.MS_NODEV


class NewRoot:
    """A file system in memory that is filled at a folder, then becomes this process's root.

    The process needs mounts of its own, not shared with others, and CAP_SYS_ADMIN among them.
    """

    def __init__(self, at: Path) -> None:
        self._at = at
        linux_calls.mount("tmpfs", str(at), "tmpfs", _FLAGS, "size=1m,nr_inodes=4k,mode=755")

    def show(self, paths: Iterable[Path]) -> None:
        """Show files and folders of the old root under their own names; one that isn't there is skipped."""
        for path in paths:
            target = self._inside(path)
            if path.is_symlink():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.symlink_to(path.resolve())
            elif path.exists():
                self._make(target, folder=path.is_dir())
                linux_calls.mount(str(path), str(target), None, linux_calls.MS_BIND | linux_calls.MS_REC)

    def hide(self, folders: Iterable[Path]) -> None:
        """Put an empty folder over each of these, which are below shown ones."""
        for folder in folders:
            linux_calls.mount("tmpfs", str(self._inside(folder)), "tmpfs", _FLAGS, "size=4k,mode=755")

    def show_processes(self) -> None:
        """Mount ``/proc``; where the old one is partly covered that is refused, and the old one is shown."""
        target = self._inside(Path("/proc"))
        target.mkdir()
        try:
            linux_calls.mount("proc", str(target), "proc", _FLAGS | linux_calls.MS_NOEXEC)
        except OSError:
            target.rmdir()
            self.show([Path("/proc")])

    def make(self, folders: Iterable[Path]) -> None:
        """Make empty folders."""
        for folder in folders:
            self._make(self._inside(folder), folder=True)

    def enter(self) -> None:
        """Make this the root, read-only throughout, and let go of the old one."""
        os.chdir(self._at)
        linux_calls.pivot_root(".", ".")  # puts the old root on top of the new one
        linux_calls.umount(".", linux_calls.MNT_DETACH)
        os.chdir("/")
        try:
            linux_calls.make_read_only("/")
        except OSError as error:
            # A kernel before 5.12 has no Landlock either, so strangers' snippets don't get this far.
            if error.errno != errno.ENOSYS:
                raise

    def _inside(self, path: Path) -> Path:
        return self._at / path.relative_to("/")

    def _make(self, target: Path, *, folder: bool) -> None:
        if folder:
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.touch()
