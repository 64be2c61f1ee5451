"""A report as one page that needs nothing else: no network, no script, and it prints."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pygments import highlight  # type: ignore[import-untyped]  # it has no types
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]  # it has no types
from pygments.lexers import PythonLexer  # type: ignore[import-untyped]  # it has no types

from quizbank.interview.plots import bars, trend
from quizbank.interview.report import Report
from quizbank.interview.report_words import Say, Words, duration, percent
from quizbank.prose import paragraphs, spans
from quizbank.visible import visible
from quizbank.vocabulary import Language

_LIGHT, _DARK = "friendly", "github-dark"


def report_html(report: Report, language: Language, say: Say) -> str:
    """Return a report as an HTML page; text from questions and answers is never read as markup."""
    words = Words(report, language, say)
    return (
        _environment()
        .get_template("report.html.jinja")
        .render(words=words, report=report, card=report.card, record=report.record, language=language)
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("quizbank.interview", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # What is printed goes through here first, so that no control character reaches the page.
        finalize=lambda value: visible(value) if type(value) is str else value,
    )
    environment.filters.update(prose=_prose, python=_python, percent=percent, duration=duration)
    environment.globals.update(
        bars=lambda title, rows: Markup(bars(title, rows)),
        trend=lambda title, dots: Markup(trend(title, dots)),
        code_style=Markup(_code_style()),
    )
    return environment


def _prose(text: str) -> Markup:
    """Return a question's text with its paragraphs and its code."""
    return Markup("").join(
        Markup("<p>{}</p>").format(
            Markup("").join(
                Markup("<code>{}</code>").format(piece) if code else Markup("{}").format(piece)
                for piece, code in spans(paragraph)
            )
        )
        for paragraph in paragraphs(visible(text))
    )


def _python(code: str) -> Markup:
    """Return Python in its colours."""
    return Markup(
        highlight(visible(code).strip("\n"), PythonLexer(stripnl=False), HtmlFormatter(cssclass="code"))
    )


def _code_style() -> str:
    light = HtmlFormatter(style=_LIGHT).get_style_defs(".code")
    dark = HtmlFormatter(style=_DARK).get_style_defs(".code")
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}"
