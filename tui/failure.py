"""What the learner sees when something fails: a sentence and what to do next, never a traceback."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

from quizbank.errors import (
    BankError,
    FileNotWritten,
    HistoryError,
    ImportRefused,
    InterviewError,
    QuizbankError,
    ScheduleError,
)
from runner.errors import RunnerError
from tui import exit_codes, places
from tui.i18n import _, say


def report(error: Exception) -> int:
    """Say what went wrong on stderr and return the exit code for it."""
    match error:
        case BankError():
            print(error, file=sys.stderr)
            return exit_codes.NEGATIVE
        case ScheduleError() | InterviewError() | FileNotWritten():
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
    print(_("The details are in {path}.").format(path=log), file=sys.stderr)
    return exit_codes.ENVIRONMENT


def write_log(error: BaseException) -> Path:
    """Append the error's traceback to the log file in the platform's log folder and return its path."""
    path = places.log_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as log:
        log.writelines(traceback.format_exception(error))
    return path
