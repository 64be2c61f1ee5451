"""``torchdrill reset``: questions are new again; their answers stay counted."""

from __future__ import annotations

import sys
from pathlib import Path

from quizbank.bank import Bank
from quizbank.learner import Learner
from tui import exit_codes
from tui.commands.selection import choose_language, filter_of, open_bank, settings
from tui.i18n import _, ngettext
from tui.learner import local_now, opened_learner


def reset_questions(
    ids: list[str], topics: list[str] | None, packs: list[Path], *, everything: bool, yes: bool
) -> int:
    """Make questions new again, after asking. Raises UnknownQuestion, UnknownTopic, HistoryError."""
    choose_language(None)
    if not ids and not topics and not everything:
        print(_("Say which: ids, --topic TOPIC, or --all."), file=sys.stderr)
        return exit_codes.USAGE
    bank, now = open_bank(packs), local_now()
    with opened_learner(bank, now, settings()) as learner:
        chosen = _chosen(bank, learner, ids, topics, everything=everything)
        if not chosen:
            print(_("Nothing of this was answered yet."), file=sys.stderr)
            return exit_codes.NEGATIVE
        text = ngettext(
            "{count} question becomes new again. Its answers stay counted.",
            "{count} questions become new again. Their answers stay counted.",
            len(chosen),
        )
        print(text.format(count=len(chosen)))
        if not yes and not _agreed():
            print(_("Nothing was reset."))
            return exit_codes.NEGATIVE
        backup = learner.history.reset(chosen, now)
    print(_("Done. The history as it was before is in {path}.").format(path=backup))
    return exit_codes.DONE


def _chosen(
    bank: Bank, learner: Learner, ids: list[str], topics: list[str] | None, *, everything: bool
) -> list[str]:
    """Return the questions meant that something is known of."""
    wanted = filter_of(bank, topics, None, None)
    known = learner.history.standings()
    # What a pack had that isn't here now can be reset, too.
    named = {one if one in known else bank[one].id for one in ids}
    return [
        one
        for one in known
        if everything or one in named or (topics and one.partition("/")[0] in wanted.topics)
    ]


def _agreed() -> bool:
    if not sys.stdin.isatty():
        print(_("Say --yes to reset without being asked."), file=sys.stderr)
        return False
    return input(_("Reset? [y/N] ")).strip().lower() in ("y", "yes", "是")
