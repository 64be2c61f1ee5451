"""Text fields whose cursor doesn't blink, and which leave the app's keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rich.style import Style
from textual.binding import Binding
from textual.color import Color
from textual.widgets import Input, TextArea
from textual.widgets.text_area import TextAreaTheme

THEME = "torchdrill"

LEFT_TO_A_QUESTION = ("pageup", "pagedown", "f6", "f7")
"""Keys of TextArea that mean something else in a question."""

# tree-sitter's names for parts of Python, and the variables of the app's theme that colour them.
_SYNTAX = {
    "keyword": ("text-accent", False),
    "keyword.function": ("text-accent", False),
    "keyword.return": ("text-accent", False),
    "keyword.operator": ("text-accent", False),
    "conditional": ("text-accent", False),
    "repeat": ("text-accent", False),
    "include": ("text-accent", False),
    "exception": ("text-accent", False),
    "number": ("text-warning", False),
    "float": ("text-warning", False),
    "boolean": ("text-warning", False),
    "constant.builtin": ("text-warning", False),
    "string": ("text-success", False),
    "function": ("text-primary", True),
    "method": ("text-primary", True),
    "class": ("text-primary", True),
    "type": ("text-primary", False),
    "type.class": ("text-primary", True),
    "function.builtin": ("text-primary", False),
}


class Line(Input):
    """One line of text; its placeholder follows the language."""

    DEFAULT_CSS = """
    Line, Line:focus {
        border: none;
        height: 1;
        padding: 0 1;
        background: $boost;
        background-tint: $foreground 0%;
    }
    """

    def __init__(self, placeholder: Callable[[], str] = str) -> None:
        super().__init__(select_on_focus=False)
        self.cursor_blink = False
        self._words = placeholder

    def on_mount(self) -> None:
        self.translate()

    def translate(self) -> None:
        """Show the placeholder in the language of the moment."""
        self.placeholder = self._words()


class Editor(TextArea):
    """Several lines of text, or of Python; its placeholder follows the language."""

    DEFAULT_CSS = """
    Editor, Editor:focus {
        border: none;
        padding: 0;
        background: $boost;
        background-tint: $foreground 0%;
        scrollbar-size: 1 1;
        & .text-area--gutter, & .text-area--cursor-gutter, & .text-area--placeholder { color: $text-muted; }
    }
    """

    def __init__(
        self,
        placeholder: Callable[[], str] = str,
        text: str = "",
        *,
        python: bool = False,
        classes: str | None = None,
    ) -> None:
        tab: Literal["indent", "focus"] = "indent" if python else "focus"
        super().__init__(
            text,
            classes=classes,
            soft_wrap=not python,
            tab_behavior=tab,
            show_line_numbers=python,
            language="python" if python else None,
            compact=True,
        )
        self.cursor_blink = False
        self._words = placeholder

    def translate(self) -> None:
        """Show the placeholder in the language of the moment."""
        self.placeholder = self._words()

    def on_mount(self) -> None:
        self.translate()
        self.register_theme(TextAreaTheme(name=THEME, syntax_styles=self._syntax_styles()))
        self.theme = THEME
        self.app.theme_changed_signal.subscribe(self, lambda _: self._follow_theme())

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        return super().check_consume_key(key, character) or (not self.read_only and key == "enter")

    def _follow_theme(self) -> None:
        self.register_theme(TextAreaTheme(name=THEME, syntax_styles=self._syntax_styles()))
        self.theme = THEME

    def _syntax_styles(self) -> dict[str, Style]:
        colours = self.app.theme_variables
        # Of some themes it is a part of the foreground.
        grey = Color.parse(colours["background"]) + Color.parse(colours["foreground-muted"])
        styles = {
            name: Style(color=colours[variable], bold=bold) for name, (variable, bold) in _SYNTAX.items()
        }
        return {"comment": Style(color=grey.hex, italic=True), **styles}


class AnswerEditor(Editor, inherit_bindings=False):
    """An editor in a question: function keys are the question's, and so is paging, for it may be long."""

    BINDINGS = [  # noqa: RUF012  # textual declares it without ClassVar
        one for one in TextArea.BINDINGS if not (isinstance(one, Binding) and one.key in LEFT_TO_A_QUESTION)
    ]
