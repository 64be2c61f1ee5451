"""``torchdrill fit``: FSRS parameters from the learner's own reviews."""

from __future__ import annotations

import json

from quizbank.fit import LEAST_REVIEWS, Fitted, fit
from quizbank.parameters import write_parameters
from quizbank.scheduler import PARAMETERS
from tui import exit_codes, places
from tui.commands.selection import choose_language, open_bank, settings
from tui.i18n import _, ngettext
from tui.learner import local_now, opened_learner


def fit_parameters(*, use: bool, usual: bool, as_json: bool) -> int:
    """Print the fitted parameters, or how many reviews are missing; with ``use``, schedule by them.

    ``usual`` goes back to the usual ones instead. Raises HistoryError, ScheduleError.
    """
    choose_language(None)
    path = places.parameters_file()
    if usual:
        write_parameters(path, PARAMETERS)
        print(_("The usual parameters are in use again; the schedule follows them from now on."))
        return exit_codes.DONE
    with opened_learner(open_bank(), local_now(), settings()) as learner:
        found = fit(learner.history.reviews())
    if not isinstance(found, Fitted):
        if as_json:
            print(json.dumps({"missing": found.more, "needed": LEAST_REVIEWS}, indent=2))
            return exit_codes.NEGATIVE
        text = ngettext(
            "{count} more review on a later day is needed; until then the usual parameters predict better.",
            "{count} more reviews on later days are needed; until then the usual parameters predict better.",
            found.more,
        )
        print(text.format(count=found.more))
        return exit_codes.NEGATIVE
    if as_json:
        report = {
            "parameters": list(found.parameters),
            "reviews": found.reviews,
            "log_loss": found.loss,
            "usual_log_loss": found.usual_loss,
            "used": use,
        }
        print(json.dumps(report, indent=2))
    else:
        print(", ".join(f"{one:.4f}" for one in found.parameters))
        text = ngettext(
            "From {count} review: a log loss of {loss:.4f}, where the usual parameters have {usual:.4f}.",
            "From {count} reviews: a log loss of {loss:.4f}, where the usual parameters have {usual:.4f}.",
            found.reviews,
        )
        print(text.format(count=found.reviews, loss=found.loss, usual=found.usual_loss))
    if use:
        write_parameters(path, found.parameters)
    if not as_json:
        print(
            _("They are in use from now on, kept in {path}.").format(path=path)
            if use
            else _("Nothing was changed; `torchdrill fit --use` schedules by them.")
        )
    return exit_codes.DONE
