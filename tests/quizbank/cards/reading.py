"""HTML as somebody reads it: lines of text."""

from __future__ import annotations

from html.parser import HTMLParser

WITHIN_A_LINE = {"code", "strong", "a", "b", "mark", "span", "text"}
BLOCKS = {"p", "br", "hr", "ul", "ol", "li", "pre", "h4", "div", "section", "article", "footer"}
PICTURE = {"svg", "g", "rect", "line"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in WITHIN_A_LINE | BLOCKS | PICTURE, f"a text became <{tag}>"
        self.text += "" if tag in WITHIN_A_LINE else "\n"

    def handle_endtag(self, tag: str) -> None:
        self.text += "" if tag in WITHIN_A_LINE else "\n"

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a text became a comment: {data}")

    def handle_data(self, data: str) -> None:
        self.text += data


def read_html(markup: str) -> list[str]:
    """Return the lines that a reader sees, without blank ones and without blanks around them."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    lines = (line.replace("\u00a0", " ").strip() for line in reader.text.split("\n"))
    return [line for line in lines if line]
