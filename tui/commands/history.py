"""``torchdrill history``: what is kept about the learner, in figures and as a file."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from quizbank.choose import Filter, askable
from runner.machine import known_before_import
from tui import exit_codes, places
from tui.commands.selection import choose_language, open_bank, settings
from tui.i18n import _, ngettext
from tui.learner import local_now, opened_learner


def show_history(packs: list[Path], *, as_json: bool) -> int:
    """Print the figures. Raises HistoryError."""
    choose_language(None)
    bank, now = open_bank(packs), local_now()
    with opened_learner(bank, now, settings()) as learner:
        asked = askable(bank.active, Filter(), known_before_import())
        home = learner.history.home([one.id for one in asked], learner.day(now))
    answers = home.answers
    judged, right = sum(one.total for one in home.topics), sum(one.right for one in home.topics)
    figures = {
        "answers": answers,
        "judged": judged,
        "right": right,
        "due": home.due,
        "new": home.new,
        "wrong_last": home.wrong_last,
        "streak": home.streak,
        "file": str(places.history_file()),
    }
    if as_json:
        print(json.dumps(figures, indent=2))
        return exit_codes.DONE
    share = _(" ({share:.0%})").format(share=right / judged) if judged else ""
    text = ngettext(
        "{count} answer, {right} of {judged} right{share}",
        "{count} answers, {right} of {judged} right{share}",
        answers,
    )
    print(text.format(count=answers, right=right, judged=judged, share=share))
    print(
        _("{due} due, {new} new, {wrong} wrong last time").format(
            due=home.due, new=home.new, wrong=home.wrong_last
        )
    )
    print(ngettext("{count} day in a row", "{count} days in a row", home.streak).format(count=home.streak))
    print(_("kept in {path}").format(path=places.history_file()))
    return exit_codes.DONE


def export_history(target: str) -> int:
    """Write the history to a file, or to standard output for ``-``. Raises HistoryError."""
    choose_language(None)
    with opened_learner(open_bank(), local_now(), settings()) as learner:
        if target != "-":
            count = learner.history.export_to(Path(target))
            text = ngettext("{count} event is in {path}.", "{count} events are in {path}.", count)
            print(text.format(count=count, path=target))
            return exit_codes.DONE
        with tempfile.TemporaryDirectory(prefix="torchdrill-") as folder:
            path = Path(folder) / "history.jsonl"
            learner.history.export_to(path)
            sys.stdout.write(path.read_text(encoding="utf-8"))
    return exit_codes.DONE


def import_history(source: Path) -> int:
    """Take in an exported history. Raises ImportRefused, HistoryError."""
    choose_language(None)
    now = local_now()
    with opened_learner(open_bank(), now, settings()) as learner:
        count = learner.history.import_from(source, now)
    text = ngettext(
        "{count} event was new and is taken in.", "{count} events were new and are taken in.", count
    )
    print(text.format(count=count))
    return exit_codes.DONE


def rebuild_history() -> int:
    """Derive everything anew from the log. Raises HistoryError."""
    choose_language(None)
    now = local_now()
    with opened_learner(open_bank(), now, settings()) as learner:
        learner.history.rebuild(now)
        count = len(learner.history.cards())
    text = ngettext(
        "The schedule of {count} question was derived anew from the log of answers.",
        "The schedule of {count} questions was derived anew from the log of answers.",
        count,
    )
    print(text.format(count=count))
    return exit_codes.DONE
