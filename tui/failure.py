"""What the learner sees when something fails: a sentence and what to do next, never a traceback."""

from __future__ import annotations

import platform
import sys
import traceback
from datetime import datetime
from pathlib import Path

from runner.errors import RunnerError
from tui import exit_codes, places
from tui.i18n import _, say

MAX_LOG_BYTES = 1 << 20


def report(error: Exception) -> int:
    """Say what went wrong on stderr and return the exit code for it."""
    from quizbank.errors import (  # late, as few programs fail
        BankError,
        FileNotWritten,
        HistoryError,
        ImportRefused,
        InterviewError,
        QuizbankError,
        ScheduleError,
        WrongName,
    )

    match error:
        case BankError():
            from tui.problems import problem_text

            for problem in error.problems:
                print(problem_text(problem), file=sys.stderr)
            return exit_codes.NEGATIVE
        case WrongName() | ScheduleError() | InterviewError() | FileNotWritten():
            print(say(error.message), file=sys.stderr)
            return exit_codes.USAGE
        case ImportRefused():
            print(say(error.message), file=sys.stderr)
            return exit_codes.NEGATIVE
        case HistoryError():
            print(say(error.message), file=sys.stderr)
            return exit_codes.ENVIRONMENT
        case QuizbankError():
            print(error, file=sys.stderr)
            return exit_codes.USAGE
        case RunnerError():
            print(say(error.message), file=sys.stderr)
            return exit_codes.ENVIRONMENT
    log = write_log(error)
    print(_("Something unforeseen went wrong: {error}").format(error=error), file=sys.stderr)
    if log is None:
        print(_("The details could not be written to the log file."), file=sys.stderr)
    else:
        print(_("The details are in {path}.").format(path=log), file=sys.stderr)
    return exit_codes.ENVIRONMENT


def write_log(error: BaseException) -> Path | None:
    """Append the error's traceback to the log file in the platform's log folder and return its path.

    A file that has grown large makes way for a new one, and is kept beside it. None when nothing can be
    written: a full disk must not hide what went wrong in the first place.
    """
    from importlib.metadata import version  # late, for it brings two dozen modules

    path = places.log_file()
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > MAX_LOG_BYTES:
            path.replace(path.with_suffix(".old.log"))
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"{when} torchdrill {version('torchdrill')}, Python {platform.python_version()}\n")
            log.writelines(traceback.format_exception(error))
    except OSError:
        return None
    return path
