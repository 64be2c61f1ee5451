"""The Chinese catalog is whole, in step with the sources, and safe to fill in."""

from __future__ import annotations

import re
import string

from babel.messages.mofile import read_mo

from tests.messages import CATALOG, ROOT, extracted, mo_bytes, po_bytes, read_catalog

Texts = str | tuple[str, ...] | list[str] | None


def forms(texts: Texts) -> list[str]:
    """Return the singular and plural of a message, or its only form."""
    if texts is None:
        return []
    return [texts] if isinstance(texts, str) else list(texts)


def pairs() -> list[tuple[list[str], list[str]]]:
    """Return originals and translations."""
    return [(forms(message.id), forms(message.string)) for message in read_catalog() if message.id]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_string_is_translated() -> None:
    assert [original for original, ours in pairs() if not ours or not all(map(str.strip, ours))] == []


def test_no_translation_is_a_guess() -> None:
    assert [message.id for message in read_catalog() if message.id and message.fuzzy] == []


def test_a_translation_has_the_placeholders_of_its_original() -> None:
    for original, ours in pairs():
        for form in ours:
            assert placeholders(form) == placeholders(original[-1]), form


def test_chinese_sentences_have_chinese_punctuation() -> None:
    half_width = re.compile(r"[\u4e00-\u9fff][,;:?!.](?!\w)")
    assert [form for _, ours in pairs() for form in ours if half_width.search(form)] == []


ONE_TERM = {
    "开始界面": "首页",
    "试玩": "试验场",
    "色盲友好": "色觉障碍友好",
    "高对比、": "高对比度",
}
"""What was said beside another word for the same thing, and that word."""


def test_one_thing_has_one_name_in_chinese() -> None:
    texts = [form for _, ours in pairs() for form in ours]
    texts.append((ROOT / "README.zh-CN.md").read_text(encoding="utf-8"))
    found = [(word, text) for text in texts for word in ONE_TERM if word in text]
    assert found == []
    for word in ONE_TERM.values():
        assert any(word in text for text in texts)


def test_the_catalog_has_exactly_the_strings_of_the_sources() -> None:
    ours = {tuple(original) for original, _ in pairs()}
    theirs = {tuple(forms(message.id)) for message in extracted() if message.id}
    assert theirs - ours == set(), "run `make messages` and translate what is new"
    assert ours - theirs == set(), "run `make messages`: these are used no more"


def test_the_compiled_catalog_is_the_one_of_the_text_file() -> None:
    compiled = CATALOG.with_suffix(".mo").read_bytes()
    assert compiled == mo_bytes(read_catalog()), "run `make messages`"


def test_the_compiled_catalog_can_be_read() -> None:
    with CATALOG.with_suffix(".mo").open("rb") as file:
        assert len(read_mo(file)) == len(pairs())


def test_the_text_file_is_as_it_is_written() -> None:
    assert CATALOG.read_bytes() == po_bytes(read_catalog()), "run `make messages`"
