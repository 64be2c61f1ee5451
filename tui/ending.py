"""How a command ends: with an exit code, and never with a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tui import exit_codes


def exit_code_of(command: Callable[[], object]) -> int:
    """Run a command and return its exit code; nothing that can be foreseen ends in a traceback."""
    try:
        result = command()
    except KeyboardInterrupt:
        return exit_codes.INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has left, and Python would complain at exit
        return exit_codes.DONE
    except Exception as error:
        from tui.failure import report

        return report(error)
    return result if isinstance(result, int) else exit_codes.DONE
