"""``torchdrill new``: a question file to start from."""

from __future__ import annotations

import shlex
from pathlib import Path

from quizbank.bank import BUILT_IN, TOPICS_FILE, load_bank
from quizbank.errors import NewQuestionError
from quizbank.message import Message
from quizbank.template import start_question
from quizbank.vocabulary import Kind
from tui import exit_codes
from tui.commands.selection import choose_language
from tui.i18n import _

CHECKOUT = BUILT_IN.parent.parent / "CONTRIBUTING.md"
"""Is there when the bank is that of a checkout, and not one that was installed and will be replaced."""


def new_question(question_id: str, kind: Kind, directory: Path | None) -> int:
    """Write the template, and say where it is and what comes next."""
    choose_language(None)
    if directory is None and not CHECKOUT.is_file():
        raise NewQuestionError(
            Message("Say where your pack is: --dir FOLDER; the installed bank is not to be changed.")
        )
    target = directory or BUILT_IN
    bank = load_bank([BUILT_IN, target] if directory else [BUILT_IN])
    former = {old for question in bank for old in question.formerly}
    if question_id in bank.questions or question_id in former:
        raise NewQuestionError(
            Message(
                "{question} is or was a question's id already, and an id is never used twice.",
                question=question_id,
            )
        )
    path = start_question(target, question_id, kind, schema=target.resolve() == BUILT_IN.resolve())
    print(path)
    topic = path.parent.name
    if topic not in bank.topics:
        titles = target / TOPICS_FILE
        print(
            _("The topic {topic} has no title yet; give it one in {path}.").format(topic=topic, path=titles)
        )
    command = f"torchdrill verify --watch {shlex.quote(str(path))}"
    print(_("Next: write it, with `{command}` beside the editor.").format(command=command))
    text = _(
        'It is a draft, which isn\'t asked. Once it is proven, take the line status = "draft" out; '
        "`{command}` then asks it."
    )
    pack = ["--pack", shlex.quote(str(directory))] if directory else []
    print(text.format(command=" ".join(["torchdrill quiz", *pack, "--topic", topic])))
    return exit_codes.DONE
