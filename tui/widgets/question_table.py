"""Questions in rows, however many: only the rows on the screen are ever drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message as Event
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from quizbank.bank import Bank
from quizbank.message import Message
from quizbank.question import Question
from quizbank.search import State
from tui.i18n import current_language, say
from tui.widgets.command import Command, bindings_of
from tui.widgets.facets import STATE_MARKS
from tui.widgets.labels import KIND_NAMES, difficulty_dots
from tui.widgets.prose import prose

GAP = 2
WIDEST_TOPIC = 24
NARROW_TOPIC = 16
NARROW = 78
"""Below this width of the table, topics get less of it."""


class QuestionTable(ScrollView, can_focus=True):
    """A list of questions with a cursor; posts Moved when another question comes under it."""

    @dataclass
    class Moved(Event):
        """Another question is under the cursor; None when there are none."""

        question: Question | None

        def can_replace(self, message: Event) -> bool:
            # Held down, a key moves faster than a preview is worth drawing.
            return isinstance(message, QuestionTable.Moved)

    class Chosen(Event):
        """The question under the cursor was clicked a second time."""

    DEFAULT_CSS = """
    QuestionTable {
        height: 1fr;
        scrollbar-size-vertical: 1;
        & > .question-table--row { background: $background; color: $foreground; }
        & > .question-table--cursor { background: $surface; color: $foreground; }
        &:focus > .question-table--cursor { background: $primary-muted; text-style: bold; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"question-table--row", "question-table--cursor"}

    MOVES: ClassVar[Sequence[Command]] = (
        Command(
            "move('{key}')",
            ("k", "j", "up", "down", "pageup", "pagedown", "home", "end"),
            Message("move"),
            Message("Go up and down, by pages, or to the first and last"),
            shown="↑↓",
            in_palette=False,
        ),
    )
    KEYS = MOVES
    BINDINGS = bindings_of(MOVES)

    def __init__(self, bank: Bank) -> None:
        super().__init__()
        self._bank = bank
        self._questions: Sequence[Question] = ()
        self._states: Mapping[str, Collection[State]] = {}
        self._cursor = 0
        self._first_line = lru_cache(maxsize=1000)(self._read_first_line)

    @property
    def question(self) -> Question | None:
        """The question under the cursor."""
        return self._questions[self._cursor] if self._questions else None

    @property
    def position(self) -> int:
        """Which question, counted from 0, is under the cursor."""
        return self._cursor

    def show(self, questions: Sequence[Question], states: Mapping[str, Collection[State]]) -> None:
        """Show these questions; the cursor stays on its question if that is among them."""
        before = self.question
        self._questions, self._states = questions, states
        ids = [one.id for one in questions]
        self._cursor = ids.index(before.id) if before is not None and before.id in ids else 0
        self.virtual_size = Size(0, len(questions))
        self._scroll_to_cursor()
        self.refresh()
        self.post_message(self.Moved(self.question))

    def translate(self) -> None:
        """Show the questions in the language of the moment."""
        self.refresh()

    def action_move(self, key: str) -> None:
        page = max(1, self.size.height - 1)
        steps = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -page, "pagedown": page}
        match key:
            case "home":
                self._go_to(0)
            case "end":
                self._go_to(len(self._questions) - 1)
            case _:
                self._go_to(self._cursor + steps[key])

    def on_click(self, event: events.Click) -> None:
        row = self.scroll_offset.y + event.y
        if row == self._cursor and self.question is not None:
            self.post_message(self.Chosen())
        elif row < len(self._questions):
            self._go_to(row)

    def _go_to(self, row: int) -> None:
        row = max(0, min(row, len(self._questions) - 1))
        if row != self._cursor:
            self.refresh_lines(self._cursor)
            self._cursor = row
            self.refresh_lines(row)
            self._scroll_to_cursor()
            self.post_message(self.Moved(self.question))

    def _scroll_to_cursor(self) -> None:
        top, height = self.scroll_offset.y, self.size.height
        if self._cursor < top:
            self.scroll_to(y=self._cursor, animate=False, force=True)
        elif self._cursor >= top + height > top:
            self.scroll_to(y=self._cursor - height + 1, animate=False, force=True)

    def on_resize(self) -> None:
        self._scroll_to_cursor()

    def render_line(self, y: int) -> Strip:
        row, width = self.scroll_offset.y + y, self.scrollable_content_region.width
        if row >= len(self._questions):
            return Strip.blank(width, self.get_component_rich_style("question-table--row"))
        name = "question-table--cursor" if row == self._cursor else "question-table--row"
        content = self._row(self._questions[row], width, under_cursor=row == self._cursor)
        return Visual.to_strips(self, content, width, 1, self.get_visual_style(name), pad=True)[0]

    def _row(self, question: Question, width: int, *, under_cursor: bool) -> Content:
        language = current_language()
        states = self._states.get(question.id, ())
        marks = [mark if state in states else (" ", "") for state, mark in STATE_MARKS.items()]
        kinds = {kind: say(name) for kind, name in KIND_NAMES.items()}
        topic = self._bank.topic_of(question)[language]
        cells = [
            Content.assemble(("❯ " if under_cursor else "  ", "bold $text-accent"), *marks),
            difficulty_dots(question.difficulty),
            _cell(kinds[question.kind], max(map(cell_len, kinds.values())), "$text-muted"),
            _cell(topic, NARROW_TOPIC if width < NARROW else WIDEST_TOPIC, "$text-primary"),
        ]
        left = width - sum(cell.cell_length + GAP for cell in cells)
        cells.append(_cell(self._first_line(question.prompt[language]), max(1, left), ""))
        return Content(" " * GAP).join(cells)

    @staticmethod
    def _read_first_line(prompt: str) -> str:
        return prose(prompt).plain.partition("\n")[0]


def _cell(text: str, width: int, style: str) -> Content:
    return Content.styled(text, style).truncate(width, ellipsis=True, pad=True)
