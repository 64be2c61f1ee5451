from __future__ import annotations

import tomli
from hypothesis import given
from hypothesis import strategies as st

from quizbank.toml_position import TomlPositions

DOCUMENT = b"""\
a = 1
b."x y".c = 2
inline = [{ fill = ["p"], why = "q" },
  # a comment between elements
  { fill = ["r"] }]
[prompt]
en = '''
text'''
zh = "same line"
[[options]]
holds = "first"
[[options]]
holds = "second"
[options.nested]
deep = 1
"""


def test_lines_of_keys() -> None:
    positions = TomlPositions(DOCUMENT)
    assert positions.line_of(("a",)) == 1
    assert positions.line_of(("b", "x y", "c")) == 2
    assert positions.line_of(("inline", 1, "fill", 0)) == 5
    assert positions.line_of(("prompt",)) == 6
    assert positions.line_of(("options", 0, "holds")) == 11
    assert positions.line_of(("options", 1)) == 12
    assert positions.line_of(("options", 1, "nested", "deep")) == 15


def test_a_missing_key_is_at_the_nearest_key_around_it() -> None:
    positions = TomlPositions(DOCUMENT)
    assert positions.line_of(("options", 1, "text", "en")) == 12
    assert positions.line_of(("nothing",)) == 1


def test_text_starts_after_an_opening_newline() -> None:
    positions = TomlPositions(DOCUMENT)
    assert positions.first_text_line(("prompt", "en")) == 8
    assert positions.first_text_line(("prompt", "zh")) == 9


@given(st.binary(max_size=200))
def test_any_bytes_can_be_asked_about(source: bytes) -> None:
    assert TomlPositions(source).line_of(("a", 0, "b")) >= 1


@given(st.dictionaries(st.from_regex(r"[a-z]{1,5}", fullmatch=True), st.integers(0, 9), min_size=1))
def test_every_top_level_key_is_found_on_its_line(keys: dict[str, int]) -> None:
    lines = [f"{key} = {value}" for key, value in keys.items()]
    source = "\n".join(lines)
    assert tomli.loads(source) == keys
    positions = TomlPositions(source.encode())
    for number, key in enumerate(keys, 1):
        assert positions.line_of((key,)) == number
