"""What the commands share: the bank, the language, and the filter that their options spell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from pathlib import Path

from quizbank.bank import BUILT_IN, Bank, load_bank, load_file
from quizbank.choose import Filter
from quizbank.drill import Drill, Order
from quizbank.errors import BankError, Problem, UnknownTopic, WrongName
from quizbank.lint import lint_question
from quizbank.message import Message
from quizbank.packs import TrustList, open_pack, strangers
from quizbank.question import Question
from quizbank.vocabulary import Kind, Language
from runner.devices import refuse_absent
from runner.errors import NotContained
from runner.machine import known_before_import
from runner.sandbox import Sandbox, find_out
from tui import places
from tui.i18n import _, language_of_locale, listed, ngettext, use_language
from tui.learner import local_now, study_day_of
from tui.settings import ALLOWED, Settings, is_device, load_settings
from tui.telling import tell

NAMED = 3
"""So many drafts are named."""


def open_bank(
    packs: Sequence[Path] = (), *, check: bool = False, sandbox: Callable[[], Sandbox] | None = None
) -> Bank:
    """Load the bank with the packs; files with problems are left out, and a line on stderr says so.

    The bank that comes with torchdrill was checked before it came; ``check`` checks it again. ``sandbox``
    finds out what is enforced here.
    Raises PackError, and NotContained for a stranger's pack where the sandbox is not whole.
    """
    opened = [open_pack(directory) for directory in packs]
    unknown = strangers(opened, TrustList(places.trust_file()))
    if unknown and not (sandbox or find_out)().contained:
        raise NotContained(unknown[0].directory)
    bank = load_bank([BUILT_IN, *(pack.directory for pack in opened)], proven=() if check else {BUILT_IN})
    if bank.problems:
        count = len({problem.path for problem in bank.problems})
        text = ngettext(
            "{count} question file has problems; `torchdrill list --check` shows them.",
            "{count} question files have problems; `torchdrill list --check` shows them.",
            count,
        )
        tell(text.format(count=count))
    return bank


def choose_language(lang: Language | None) -> Language:
    """Return the language asked for, or else that of the settings or the locale, and use it from now on."""
    chosen = lang or settings().language
    language = language_of_locale() if chosen == "auto" else chosen
    use_language(language)
    return language


def settings() -> Settings:
    """Return the learner's settings; what is wrong with their file is said on stderr, once."""
    return _settings_in(places.settings_file())


@cache
def _settings_in(path: Path) -> Settings:
    loaded = load_settings(path)
    for problem in loaded.problems:
        tell(problem)
    return loaded.settings


def order_of(
    minutes: float | None, interview: date | None, count: int | None = None, *, crams: bool = False
) -> Order:
    """Return what the options want of a drill, and the settings where they are silent."""
    usual = settings()
    if interview is None and usual.interview is not None:
        # A date that was set for an interview is no longer a wish when that is over.
        interview = usual.interview if usual.interview >= study_day_of(local_now(), usual.day_start) else None
    return Order(usual.minutes if minutes is None else minutes, interview, count, crams, usual.new_a_day)


def check_order(minutes: float | None, interview: date | None) -> None:
    """Raise ScheduleError if no drill can be like this."""
    Drill([], order_of(minutes, interview), study_day_of(local_now(), settings().day_start))


def filter_of(
    bank: Bank, topics: list[str] | None, kinds: list[Kind] | None, difficulties: list[int] | None
) -> Filter:
    """Return the filter that the options spell.

    Raises UnknownTopic.
    """
    for topic in topics or ():
        if topic not in bank.topics and not any(question.topic == topic for question in bank):
            raise UnknownTopic(topic, list(bank.topics))
    return Filter(frozenset(topics or ()), frozenset(kinds or ()), frozenset(difficulties or ()))


def device_of(asked: str | None) -> str:
    """Return the device that was asked for, or else that of the settings.

    Raises WrongName for what is no device at all, and NoSuchDevice when it is known not to be here.
    """
    device = asked or settings().device
    if not is_device(device):
        raise WrongName(
            Message("{device} is no device. It can be {allowed}.", device=device, allowed=ALLOWED["device"])
        )
    refuse_absent(device, known_before_import())
    return device


def why_none_matches(bank: Bank, wanted: Filter) -> str:
    """Return what is said when nothing that is asked matches: drafts that would are named."""
    drafts = [one.id for one in bank if one.status == "draft" and wanted.matches(one)]
    if not drafts:
        return _("No question matches.")
    text = ngettext(
        "No question matches, but for {count} draft, which isn't asked: {drafts}. `torchdrill verify FILE` "
        'proves it; once that is well, take the line status = "draft" out of its file.',
        "No question matches, but for {count} drafts, which aren't asked: {drafts}. `torchdrill verify FILE` "
        'proves one; once that is well, take the line status = "draft" out of its file.',
        len(drafts),
    )
    named = [*drafts[:NAMED], *(["..."] if len(drafts) > NAMED else [])]
    return text.format(count=len(drafts), drafts=listed(named))


def named_questions(bank: Bank, names: Sequence[str]) -> tuple[list[Question], list[Problem]]:
    """Return the questions that these ids and question files name, and what is wrong with their files.

    What a file that isn't the bank's follows up on can't be checked. Raises UnknownQuestion.
    """
    ids = {path.resolve(): question_id for question_id, path in bank.paths.items()}
    questions: list[Question] = []
    problems: list[Problem] = []
    for name in names:
        path = Path(name)
        known = ids.get(path.resolve()) if name.endswith(".toml") else name
        try:
            question = load_file(path) if known is None else bank[known]
        except BankError as error:
            problems.extend(error.problems)
            continue
        questions.append(question)
        if known is None:
            problems.extend(lint_question(question, path))
        else:
            problems.extend(one for one in bank.problems if one.path == bank.paths[question.id])
    return questions, problems
