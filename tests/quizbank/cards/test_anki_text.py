"""Text files through Anki's own importer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quizbank.cards import anki_text
from quizbank.cards.deck import MARK
from tests.quizbank.cards.making import changed, deck_of, evidence, sample, samples
from tests.quizbank.cards.real_anki import RealAnki, real_anki, text_of


@pytest.fixture
def learner(tmp_path: Path) -> Iterator[RealAnki]:
    with real_anki(tmp_path) as anki:
        yield anki


def test_one_file_for_each_note_type() -> None:
    files = anki_text.write(deck_of(*samples()))
    assert [one.part for one in files] == ["basic", "cloze"]
    (alone,) = anki_text.write(deck_of(*samples()[:2]))
    assert alone.part == ""
    assert all(MARK.encode() in one.content for one in files)


def test_ankis_importer_takes_both(learner: RealAnki) -> None:
    basic, cloze = anki_text.write(deck_of(*samples()))
    assert learner.take_text(basic.content, "Basic") == {"new": 5}
    assert learner.take_text(cloze.content, "Cloze") == {"new": 1}
    collection = learner.collection
    assert learner.is_sound()
    assert "torchdrill::Samples" in [one.name for one in collection.decks.all_names_and_ids()]
    (blank,) = collection.find_notes("tag:torchdrill::kind::blank")
    first, second = learner.sides(collection.get_note(blank))
    assert "x.[...]" in text_of(first[0]) and "x.detach()" in text_of(first[1])
    assert "It happens." in first[1] and "y + [...]" in text_of(second[0])
    (predict,) = collection.find_notes("tag:torchdrill::kind::predict")
    front, back = learner.sides(collection.get_note(predict))[0]
    assert "[3., 3.]" in back and "[3., 3.]" not in front


def test_a_changed_row_updates_its_note(learner: RealAnki) -> None:
    question = sample("recall")
    (first,) = anki_text.write(deck_of((question, evidence(question))))
    learner.take_text(first.content, "Basic")
    other = changed(question, prompt={"en": "Say it.", "zh": "说一说。"})
    (second,) = anki_text.write(deck_of((other, evidence(other))))
    assert learner.take_text(second.content, "Basic") == {"updated": 1}
    (only,) = learner.collection.find_notes("")
    assert "Say it." in learner.collection.get_note(only)["Front"]


def test_what_would_be_a_remark_or_another_column_is_text(learner: RealAnki) -> None:
    tricky = '#1 "quoted"\t`tab` ; [sound:a.mp3] <b>'
    question = changed(sample("recall"), prompt={"en": tricky, "zh": tricky})
    (file,) = anki_text.write(deck_of((question, evidence(question))))
    assert learner.take_text(file.content, "Basic") == {"new": 1}
    (only,) = learner.collection.find_notes("")
    front, _ = learner.sides(learner.collection.get_note(only))[0]
    assert tricky.replace("`", "") in text_of(front)
    assert learner.is_sound()
