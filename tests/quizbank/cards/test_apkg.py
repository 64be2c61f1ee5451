"""Packages in the real Anki: imported, rendered, and imported again after a change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quizbank.cards import apkg
from quizbank.cards.ledger import brought_up_to_date
from quizbank.cards.note import FIELDS, note_of
from quizbank.question import Text
from tests.quizbank.cards.making import GRAPH, NOW, changed, deck_of, evidence, sample, samples
from tests.quizbank.cards.real_anki import RealAnki, real_anki, text_of

LATER = NOW + timedelta(seconds=1)


@pytest.fixture
def learner(tmp_path: Path) -> Iterator[RealAnki]:
    with real_anki(tmp_path) as anki:
        yield anki


def package(*sources: object, **options: object) -> bytes:
    return apkg.write(deck_of(*sources, **options))[0].content  # type: ignore[arg-type]


def test_every_kind_is_taken_and_shows_its_answer_only_behind(learner: RealAnki) -> None:
    assert learner.take_package(package(*samples())) == {"new": 6}
    assert learner.is_sound()
    notes = learner.notes()
    assert set(notes) == {
        f"samples/{kind}" for kind in ("choice", "predict", "blank", "code", "order", "recall")
    }
    behind = {
        "choice": "x.dtype == torch.float32",
        "predict": "[3., 3.]",
        "blank": "detach()",
        "code": "return 2 * x",
        "order": "It passed:",
        "recall": "ones are float32",
    }
    for kind, expected in behind.items():
        front, back = learner.sides(notes[f"samples/{kind}"])[0]
        assert "What happens?" in front
        assert expected not in text_of(front)
        assert expected in text_of(back)
        assert "It happens." in back and "torch 2.13.0 · cpu" in back


def test_a_blank_has_a_card_for_each_hole(learner: RealAnki) -> None:
    learner.take_package(package(*samples()))
    first, second = learner.sides(learner.notes()["samples/blank"])
    assert "x.[...]" in text_of(first[0]) and "y + 1" in text_of(first[0])
    assert "x.detach()" in text_of(second[0]) and "y + [...]" in text_of(second[0])


def test_what_would_end_a_cloze_doesnt(learner: RealAnki) -> None:
    tricky = changed(
        sample("blank"),
        snippet="d = {1: {2: 3}}\nx = [1, 2, 3]\ny = __1__\nz = __2__  # {{c3::no}}",
        solution=["x[::2]", "{k: {} for k in d}"],
        also_right=[],
        wrong=[{"fill": ["x", "d"], "why": {"en": "No.", "zh": "不对。"}}],
    )
    learner.take_package(package((tricky, evidence(tricky))))
    first, second = learner.sides(learner.notes()["samples/blank"])
    assert "y = x[::2]\n" in text_of(first[1])
    assert "z = {k: {} for k in d}  # {{c3::no}}" in text_of(second[1])
    assert "d = {1: {2: 3}}" in text_of(first[0])
    assert learner.is_sound()


def test_anki_doesnt_act_on_what_a_question_says(learner: RealAnki) -> None:
    acting = r"[sound:a.mp3] `[latex]x[/latex]` [$]y[/$] [anki:play:q:0] \(z\) `\[w\]` {{Back}} 🎉 שלום"
    loud = changed(sample("recall"), prompt={"en": acting, "zh": acting})
    learner.take_package(package((loud, evidence(loud))))
    front, _ = learner.sides(learner.notes()["samples/recall"])[0]
    assert acting.replace("`", "") in text_of(front)
    assert learner.is_sound()  # a sound that isn't there would be missing


def test_the_graph_is_a_picture(learner: RealAnki) -> None:
    question = sample("predict")
    learner.take_package(package((question, evidence(question, graph=GRAPH))))
    _, back = learner.sides(learner.notes()["samples/predict"])[0]
    assert "<svg" in back and "MulBackward0" in back and 'class="leaf"' in back


def test_a_change_reaches_a_learner_who_keeps_what_is_theirs(learner: RealAnki) -> None:
    learner.take_package(package(*samples()))
    collection = learner.collection
    card = learner.notes()["samples/choice"].cards()[0]
    own = collection.decks.id("My own")
    collection.set_deck([card.id], own)
    card.load()
    card.start_timer()
    states = collection._backend.get_scheduling_states(card.id)
    collection.sched.answer_card(collection.sched.build_answer(card=card, states=states, rating=3))
    reviews = collection.db.scalar("select count() from revlog")
    schema = collection.db.scalar("select scm from col")

    clearer = changed(sample("choice"), prompt={"en": "What is it?", "zh": "是什么？"})
    sources = [(clearer, evidence(clearer)), *samples()[1:]]
    result = learner.take_package(package(*sources, dates={"samples/choice": LATER}))

    assert result == {"updated": 1, "duplicate": 5}
    assert collection.note_count() == 6
    front, _ = learner.sides(learner.notes()["samples/choice"])[0]
    assert "What is it?" in front
    card.load()
    assert card.did == own and card.reps == 1
    assert collection.db.scalar("select count() from revlog") == reviews == 1
    assert collection.db.scalar("select scm from col") == schema
    assert [one["name"] for one in collection.models.by_name("torchdrill question")["flds"]] == list(FIELDS)


def test_a_rebuild_keeps_what_a_learner_wrote_into_a_note(learner: RealAnki) -> None:
    learner.take_package(package(*samples()))
    note = learner.notes()["samples/predict"]
    note["Extra"] = "my own words"
    learner.collection.update_note(note)
    assert learner.take_package(package(*samples())) == {"duplicate": 6}
    assert learner.notes()["samples/predict"]["Extra"] == "my own words"


def test_a_machine_that_exports_for_the_first_time_overwrites_nothing(learner: RealAnki) -> None:
    digests = {"samples/predict": "one"}
    first = brought_up_to_date({}, digests, NOW)
    learner.take_package(package(*samples(), dates={name: one.since for name, one in first.items()}))
    note = learner.notes()["samples/predict"]
    note["Front"] = "my own words"
    learner.collection.update_note(note)

    tomorrow = datetime.now(UTC) + timedelta(days=1)
    elsewhere = brought_up_to_date({}, digests, tomorrow)
    learner.take_package(package(*samples(), dates={name: one.since for name, one in elsewhere.items()}))
    assert learner.notes()["samples/predict"]["Front"] == "my own words"

    changed_there = brought_up_to_date(elsewhere, {"samples/predict": "two"}, tomorrow)
    clearer = changed(sample("predict"), prompt={"en": "What is it?", "zh": "是什么？"})
    dates = {name: one.since for name, one in changed_there.items()}
    learner.take_package(package((clearer, evidence(clearer)), dates=dates))
    assert "What is it?" in learner.notes()["samples/predict"]["Front"]


def test_a_renamed_question_is_the_same_note(learner: RealAnki) -> None:
    learner.take_package(package(*samples()))
    renamed = changed(sample("recall"), id="samples/other", formerly=["samples/recall"])
    dates = {"samples/other": LATER}
    assert learner.take_package(package((renamed, evidence(renamed)), dates=dates)) == {"updated": 1}
    assert "samples/other" in learner.notes() and "samples/recall" not in learner.notes()


def test_a_card_without_an_answer_says_so_and_stays_the_same_note(learner: RealAnki) -> None:
    failed = [(one, evidence(one, failure="RuntimeError: boom", proofs=())) for one, _ in samples()]
    assert learner.take_package(package(*failed)) == {"new": 6}
    assert learner.is_sound()
    for note in learner.notes().values():
        _, back = learner.sides(note)[0]
        assert "RuntimeError: boom" in back and "has no answer" in back
        assert "It happens." not in back and "detach()" not in back
        assert "torchdrill::without-answer" in note.tags
    dates = {question.id: LATER for question, _ in samples()}
    assert learner.take_package(package(*samples(), dates=dates)) == {"updated": 6}
    assert learner.is_sound()


def test_decks_and_tags_are_one_level_each(learner: RealAnki) -> None:
    question = changed(sample("recall"), tags=["two words", "a::b", "::"])
    learner.take_package(package((question, evidence(question)), topic=Text(en="A::::B", zh="甲")))
    assert "torchdrill::A B" in [one.name for one in learner.collection.decks.all_names_and_ids()]
    tags = learner.notes()["samples/recall"].tags
    assert {"torchdrill::about::two-words", "torchdrill::about::a-b", "torchdrill::topic::samples"} <= set(
        tags
    )
    assert not any("blank" in tag for tag in tags)


def test_both_languages_share_a_card(learner: RealAnki) -> None:
    learner.take_package(package(*samples(), languages=("en", "zh")))
    front, back = learner.sides(learner.notes()["samples/choice"])[0]
    assert front.index("What happens?") < front.index("会发生什么？")
    assert "就是这样。" in back
    assert learner.take_package(package(*samples(), languages=("zh",))) == {"duplicate": 6}


def test_the_same_cards_are_the_same_bytes() -> None:
    assert package(*samples()) == package(*samples())
    assert package(*samples()) != package(*samples(), dates={"samples/choice": LATER})
    assert len(package(*samples())) < 20_000


def test_where_a_card_ran_is_no_change_of_it() -> None:
    question, run = samples()[0]
    notes = [
        note_of(deck_of((question, one)).cards[0])
        for one in (run, replace(run, torch="2.14.0"), replace(run, printed="3"))
    ]
    assert notes[0].digest == notes[1].digest != notes[2].digest
