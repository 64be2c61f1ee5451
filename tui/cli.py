"""The command line: what ``torchdrill`` takes, and what each command calls.

Importing this module must stay cheap: no torch, no textual, no pydantic. The commands import late.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter
from cyclopts.validators import Number

from quizbank.message import Message
from quizbank.vocabulary import Kind, Language, ReportFormat, Role
from tui import exit_codes
from tui.cli_errors import usage_error
from tui.cli_export import export
from tui.cli_help import KINDS_IN_HELP, TranslatedHelp, language_for_help
from tui.cli_history import fit, history, reset
from tui.ending import exit_code_of
from tui.i18n import say, use_language
from tui.time_limit import Limit, read_limit

EXIT_CODES = Message(
    "Exit codes: 0 done, 1 negative, 2 wrong usage, 3 something missing here, 130 interrupted."
)

app = App(
    name="torchdrill",
    help="Practise PyTorch interview questions; every answer key is what torch does on this machine.",
    version=lambda: version("torchdrill"),
    default_parameter=Parameter(negative_iterable=()),
    help_format="plaintext",
    help_formatter=TranslatedHelp(),
    error_formatter=usage_error,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
app.register_install_completion_command()

Topics = Annotated[
    list[str] | None, Parameter(name=["--topic", "-t"], help="Only this topic; may be repeated.")
]
Kinds = Annotated[
    list[Kind] | None,
    Parameter(
        name=["--kind", "-k"],
        show_choices=False,
        help=f"Only this kind; may be repeated: {KINDS_IN_HELP}.",
    ),
]
Difficulties = Annotated[
    list[Annotated[int, Parameter(validator=Number(gte=1, lte=5))]] | None,
    Parameter(name=["--difficulty", "-d"], help="Only this difficulty, 1 to 5; may be repeated."),
]
Lang = Annotated[
    Language | None, Parameter(name=["--lang", "-l"], help="Language; by default the one of the locale.")
]
Json = Annotated[bool, Parameter(name="--json", negative=(), help="Print JSON for scripts.")]
Packs = Annotated[
    list[Path] | None,
    Parameter(name="--pack", negative=(), help="Add a folder of questions; may be repeated."),
]
Device = Annotated[str, Parameter(help="auto, cpu, cuda, cuda:N or mps.")]
MyDevice = Annotated[
    str | None, Parameter(help="auto, cpu, cuda, cuda:N or mps; by default that of the settings.")
]
Plain = Annotated[
    bool,
    Parameter(
        name="--plain",
        negative=(),
        help="Ask on plain lines, for screen readers, dumb terminals and scripts.",
    ),
]

Timed = Annotated[
    Limit | None,
    Parameter(
        name="--timed",
        negative=(),
        n_tokens=1,
        accepts_keys=False,
        converter=lambda _type, tokens: read_limit(tokens[0].value),
        help="A time limit for each question, such as 20s or 2m; auto is as long as it should take.",
    ),
]

Interview = Annotated[
    date | None,
    Parameter(name=["--interview", "-i"], help="The day of your interview, such as 2026-09-01."),
]
Minutes = Annotated[
    float | None,
    Parameter(
        name=["--minutes", "-m"],
        validator=Number(gt=0, lte=1440),
        help="Minutes a day; by default those of the settings.",
    ),
]


@app.default
def open_app(
    *,
    interview: Interview = None,
    minutes: Minutes = None,
    lang: Lang = None,
    device: MyDevice = None,
    pack: Packs = None,
) -> int:
    """Open the app."""
    from tui.commands.home import open_home

    return open_home(lang, device, pack or [], minutes, interview)


@app.command
def quiz(
    *,
    topic: Topics = None,
    kind: Kinds = None,
    difficulty: Difficulties = None,
    count: Annotated[int | None, Parameter(name=["--count", "-n"], validator=Number(gte=1))] = None,
    seed: int | None = None,
    resume: Annotated[bool, Parameter(negative=())] = False,
    plain: Plain = False,
    timed: Timed = None,
    lang: Lang = None,
    device: MyDevice = None,
    pack: Packs = None,
) -> int:
    """Answer questions drawn at random.

    Parameters
    ----------
    count
        How many questions to draw; by default as many as the settings say.
    seed
        Draw and shuffle the same way every time.
    resume
        Take up the session or drill that was interrupted last, at the same question.
    """
    from tui.commands.quiz import resume_session, start_quiz

    if resume:
        return resume_session(lang, device, pack or [], plain=plain, timed=timed)
    return start_quiz(
        topic, kind, difficulty, count, seed, lang, device, pack or [], plain=plain, timed=timed
    )


@app.command
def drill(
    *,
    interview: Interview = None,
    minutes: Minutes = None,
    topic: Topics = None,
    count: Annotated[int | None, Parameter(name=["--count", "-n"], validator=Number(gte=1))] = None,
    cram: Annotated[bool, Parameter(negative=())] = False,
    plain: Plain = False,
    timed: Timed = None,
    lang: Lang = None,
    device: MyDevice = None,
    pack: Packs = None,
) -> int:
    """Drill what you are about to forget, and what you have never seen.

    Parameters
    ----------
    minutes
        Stop after so long.
    count
        Stop after so many questions.
    cram
        Go through everything, the weakest first; the schedule stays as it is.
    """
    from tui.commands.quiz import start_drill
    from tui.commands.selection import order_of

    order = order_of(minutes, interview, count, crams=cram)
    return start_drill(topic, order, lang, device, pack or [], plain=plain, timed=timed)


@app.command
def plan(
    *,
    interview: Interview = None,
    minutes: Minutes = None,
    topic: Topics = None,
    lang: Lang = None,
    pack: Packs = None,
    json: Json = False,
) -> int:
    """Show where so many minutes a day lead: the days until the interview, or the next two weeks."""
    from tui.commands.plan import show_plan
    from tui.commands.selection import order_of

    return show_plan(topic, order_of(minutes, interview), lang, pack or [], as_json=json)


@app.command
def stats(
    *,
    interview: Interview = None,
    minutes: Minutes = None,
    lang: Lang = None,
    pack: Packs = None,
    json: Json = False,
) -> int:
    """Show how your practice goes: accuracy, forecast, time, days, hardest questions, misconceptions."""
    from tui.commands.selection import order_of
    from tui.commands.stats import show_statistics

    return show_statistics(order_of(minutes, interview), lang, pack or [], as_json=json)


@app.command(name="list")
def list_questions(
    *,
    topic: Topics = None,
    kind: Kinds = None,
    difficulty: Difficulties = None,
    lang: Lang = None,
    pack: Packs = None,
    json: Json = False,
    check: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """List the questions of the bank.

    Parameters
    ----------
    check
        Only say what is wrong with the question files, without running them.
    """
    from tui.commands.list import list_questions

    return list_questions(topic, kind, difficulty, lang, pack or [], as_json=json, check=check)


@app.command
def mock(
    *,
    role: Annotated[Role | None, Parameter(name=["--role", "-r"])] = None,
    blueprint: Annotated[Path | None, Parameter(name=["--blueprint", "-b"])] = None,
    minutes: Annotated[Literal[30, 45, 60] | None, Parameter(name=["--minutes", "-m"])] = None,
    topics: Annotated[list[str] | None, Parameter(name=["--topics", "-t"], consume_multiple=True)] = None,
    seed: int | None = None,
    code: str | None = None,
    resume: Annotated[bool, Parameter(negative=())] = False,
    lang: Lang = None,
    device: MyDevice = None,
    pack: Packs = None,
) -> int:
    """Hold a mock interview under the clock; a scorecard comes at the end.

    Until then nobody says whether an answer was right. What is asked next can show it, as it does in a real
    interview: a right answer leads deeper, a wrong one a step back, to an easier question or to the same one
    with a hint.

    Parameters
    ----------
    role
        What you are interviewed for; by default ml-engineer.
    blueprint
        A blueprint of your own instead of a role's.
    minutes
        How long it takes; by default 45.
    topics
        What every part asks about first.
    seed
        Draw the same interview every time.
    code
        Repeat an interview exactly; its report names its code.
    resume
        Go on with the interview that was interrupted, with the time that was left.
    """
    from tui.commands.mock import resume_mock, start_mock

    if resume:
        return resume_mock(lang, device, pack or [])
    return start_mock(role, blueprint, minutes, topics or [], seed, code, lang, device, pack or [])


@app.command
def report(
    number: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
    /,
    *,
    format: Annotated[ReportFormat | None, Parameter(name=["--format", "-f"])] = None,  # noqa: A002
    out: Annotated[str | None, Parameter(name=["--out", "-o"], allow_leading_hyphen=True)] = None,
    force: Annotated[bool, Parameter(negative=())] = False,
    compare: Annotated[tuple[int, int] | None, Parameter(negative=())] = None,
    list: Annotated[bool, Parameter(negative=())] = False,  # noqa: A002 - the option's name
    lang: Lang = None,
    pack: Packs = None,
    json: Json = False,
) -> int:
    """Show how a mock interview went, or write it to a file.

    Parameters
    ----------
    number
        Which interview; by default the last one.
    format
        html, md or json; by default what the file's name ends in.
    out
        The file, or - for standard output.
    force
        Replace a file even if torchdrill didn't write it.
    compare
        Set two interviews side by side.
    list
        Show all interviews with their numbers.
    """
    from tui.commands.report import compare_interviews, list_interviews, show_report, write_report

    if list:
        return list_interviews(lang, pack or [], as_json=json)
    if compare is not None:
        return compare_interviews(compare, lang, pack or [], as_json=json)
    if json and format is None and out is None:
        return write_report(number, "json", "-", lang, pack or [], force=force)
    if format is None and out is None:
        return show_report(number, lang, pack or [])
    return write_report(number, format, out, lang, pack or [], force=force)


@app.command
def show(
    question_id: str,
    /,
    *,
    lang: Lang = None,
    pack: Packs = None,
    answers: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Show one question as it is asked.

    Parameters
    ----------
    question_id
        The id, such as tensors/one-number.
    answers
        Also show the hints, the probes that decide the key, and the explanation.
    """
    from tui.commands.show import show_question

    return show_question(question_id, lang, pack or [], answers=answers)


@app.command
def run(
    what: str,
    /,
    *,
    device: Annotated[list[str] | None, Parameter(negative=())] = None,
    seconds: Annotated[float, Parameter(validator=Number(gt=0))] = 10.0,
    inspect: Annotated[bool, Parameter(negative=())] = False,
    trace: Annotated[bool, Parameter(negative=())] = False,
    graph: str | None = None,
    json: Json = False,
) -> int:
    """Run a Python file, or a question's snippet, the way an answer is run.

    Parameters
    ----------
    what
        A path that ends in .py, or a question's id.
    device
        auto, cpu, cuda, cuda:N, mps or meta; given several times, the runs are shown side by side.
    seconds
        Stop it after so long.
    inspect
        Show every tensor, module and optimizer at the end.
    trace
        Show what each statement printed and changed.
    graph
        Show the autograd graph behind this tensor, such as loss.
    """
    from tui.commands.run import Shown, run_snippet

    shown = Shown(inspect=inspect, trace=trace, graph=graph)
    return run_snippet(what, device or ["auto"], seconds, shown, as_json=json)


@app.command
def verify(
    what: Annotated[list[str] | None, Parameter(negative=())] = None,
    /,
    *,
    topic: Topics = None,
    device: Device = "auto",
    pack: Packs = None,
    threads: Annotated[
        list[Annotated[int, Parameter(validator=Number(gte=1))]] | None, Parameter(negative=())
    ] = None,
    watch: Annotated[bool, Parameter(negative=())] = False,
    coverage: Path | None = None,
    stats: Annotated[bool, Parameter(negative=())] = False,
    json: Json = False,
) -> int:
    """Prove questions: run everything that is known to be right or wrong about them.

    Parameters
    ----------
    what
        Ids or question files; without any, the whole bank.
    threads
        The key must come out the same with so many threads; may be repeated, by default 1 and 2.
    watch
        Prove one question again whenever its file is saved, until ctrl+c.
    coverage
        Run nothing; say which claims of this file (id, verdict, claim, with tabs between) no question covers.
    stats
        Also count the questions by kind, difficulty and topic.
    """
    if coverage is not None:
        from tui.commands.coverage import report_coverage

        return report_coverage(coverage, pack or [], as_json=json)
    from tui.commands.verify import THREADS, How, verify_questions

    how = How(device, tuple(threads or THREADS), as_json=json, stats=stats)
    if watch:
        from tui.commands.watch import watch_question

        return watch_question(what or [], pack or [], how)
    return verify_questions(what or [], topic, pack or [], how)


@app.command
def new(
    question_id: str,
    /,
    *,
    kind: Annotated[
        Kind,
        Parameter(
            name=["--kind", "-k"], show_choices=False, help=f"What kind of question it is: {KINDS_IN_HELP}."
        ),
    ],
    dir: Annotated[Path | None, Parameter(name="--dir")] = None,  # noqa: A002 - the option's name
) -> int:
    """Start a question: write a template of its kind that can be proven already.

    Parameters
    ----------
    question_id
        The id, topic/slug, such as tensors/own-copy.
    dir
        The bank's or pack's folder; by default the bank of this checkout.
    """
    from tui.commands.new import new_question

    return new_question(question_id, kind, dir)


@app.command
def doctor(*, json: Json = False) -> int:
    """Say what is installed, what is enforced here, and how to get the rest."""
    from tui.commands.doctor import examine_system

    return examine_system(as_json=json)


@app.command
def config(key: str | None = None, value: str | None = None, /, *, json: Json = False) -> int:
    """Show the settings and check their file, or change one of them.

    Parameters
    ----------
    key
        Show this setting alone.
    value
        Set it to this; "" goes back to what is usual.
    """
    from tui.commands.config import change, show_all, show_one

    if key is None:
        return show_all(as_json=json)
    return show_one(key, as_json=json) if value is None else change(key, value)


@app.command
def trust(directory: Path, /, *, yes: Annotated[bool, Parameter(negative=())] = False) -> int:
    """Show a pack of questions and let it run also where the sandbox is not whole.

    Parameters
    ----------
    directory
        The pack's folder. Trust is by content: a pack that has changed asks again.
    yes
        Don't ask.
    """
    from tui.commands.trust import trust_pack

    return trust_pack(directory, yes=yes)


app.command(export)
app.command(history)
app.command(reset)
app.command(fit)


def run_command(tokens: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; nothing that can be foreseen ends in a traceback."""
    use_language(language_for_help(sys.argv[1:] if tokens is None else tokens))
    app.help_epilogue = say(EXIT_CODES)

    def run() -> object:
        try:
            return app(tokens, exit_on_error=False, print_error=True)
        except CycloptsError:
            return exit_codes.USAGE

    return exit_code_of(run)
