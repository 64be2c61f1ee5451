from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

from hypothesis import given

from quizbank.interview.report import Report
from quizbank.interview.report_html import report_html
from quizbank.interview.report_words import TEXTS
from quizbank.vocabulary import LANGUAGES
from tests.quizbank.history.strategies import law
from tests.quizbank.interview.records import Script
from tests.quizbank.interview.reports import HOSTILE, as_asked, hostile_reports, report_of, some_bank
from tui.i18n import say, use_language

VOID = {"meta", "br"}


class Page(HTMLParser):
    """A page taken apart; what isn't closed in its order is an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text: list[str] = []
        self.preformatted: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self._open.append(tag)
        if tag == "pre":
            self.preformatted.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if "pre" in self._open:
            self.preformatted[-1] += data

    @property
    def ids(self) -> set[str]:
        return {value for _, name, value in self.attributes if name == "id"}


def html(report: Report, language: str = "en") -> str:
    return report_html(report, "zh" if language == "zh" else "en", str)


@law
@given(hostile_reports())
def test_whatever_was_written_the_page_is_sound_and_asks_nobody(report: Report) -> None:
    text = html(report)
    page = Page(text)
    assert set(page.tags).isdisjoint({"script", "img", "iframe", "link", "object", "form", "b onmouseover"})
    assert not any(name.startswith("on") or name in ("src", "style") for _, name, _ in page.attributes)
    links = [value for _, name, value in page.attributes if name == "href"]
    assert all(link.removeprefix("#") in page.ids for link in links if link.startswith("#"))
    assert [link for link in links if not link.startswith("#")] == []
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202e\ufeff]", text)
    for plot in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ET.fromstring(plot)


def test_each_hostile_text_is_shown_and_changes_nothing_around_it() -> None:
    def page(text: str) -> Page:
        script = Script().ask("tensors/one", "wrong", answer={"options": [1]})
        script.ask("tensors/predict", "wrong", kind="predict", answer={"text": text})
        script.ask("gone/for-good", "wrong", kind="code", answer={"code": text}, scratchpad=text, output=text)
        bank = some_bank("harmless")
        return Page(html(report_of(as_asked(script, bank), bank=bank)))

    def without_colours(one: Page) -> list[str]:
        return [tag for tag in one.tags if tag != "span"]

    harmless = page("harmless")
    for text in HOSTILE[:10]:
        spoilt = page(text)
        assert without_colours(spoilt) == without_colours(harmless)
        shown = [one.strip() for one in spoilt.preformatted]
        assert shown.count(text.strip()) == 4, text


def test_every_question_has_its_place_in_the_tree_and_among_the_details() -> None:
    script = Script().ask().ask(why="follow_up", parent=1).ask(why="follow_up", parent=2)
    script.ask(verdict="wrong").ask(why="second_try", parent=4).ask(why="sibling", parent=99)
    report = report_of(script.record())
    assert [(depth, one.asked.number) for depth, one in report.tree()] == [
        (0, 1),
        (1, 2),
        (2, 3),
        (0, 4),
        (1, 5),
        (0, 6),
    ]
    page = Page(html(report))
    assert {f"q{number}" for number in range(1, 7)} <= page.ids
    links = [value for _, name, value in page.attributes if name == "href"]
    assert {f"#q{number}" for number in range(1, 7)} <= set(links)


def test_the_page_speaks_the_language_that_it_is_asked_for() -> None:
    script = Script().ask("tensors/one", "wrong").ask("tensors/two", "self_rated", kind="recall")
    report = report_of(script.record(), script.record(), bank=some_bank("x"))
    texts = {}
    for language in LANGUAGES:
        use_language(language)
        try:
            texts[language] = report_html(report, language, say)
        finally:
            use_language("en")
    assert '<html lang="zh-CN">' in texts["zh"] and '<html lang="en">' in texts["en"]
    for name in ("rubric", "total_note", "drill_plan", "course", "trend", "clock_note"):
        english = TEXTS[name].template.replace("'", "&#39;")
        assert english in texts["en"] and english not in texts["zh"], name


def test_an_interview_in_which_nothing_was_asked_has_a_page_too() -> None:
    assert "0%" in Page(html(report_of(Script().record()))).text
    assert "not asked" in Page(html(report_of(Script(()).record()))).text
