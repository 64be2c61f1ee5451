from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from quizbank.card import Rating
from quizbank.errors import UnknownEvent
from quizbank.history.events import (
    Answered,
    Ended,
    Flagged,
    Hinted,
    Rated,
    Replanned,
    Started,
    Undone,
    Unflagged,
)
from quizbank.history.fold import Standing
from quizbank.history.store import History, open_history
from quizbank.session import Score
from tests.quizbank.history.samples import NOW, RULES, answered, in_memory, plan, renaming

VIEWS = "tensors/views"
LEAVES = "autograd/leaves"
DAY = timedelta(days=1)


def test_what_was_kept_is_there_the_next_time(path: Path) -> None:
    with open_history(path, RULES, NOW) as history:
        event = history.append(answered(), NOW)
    with open_history(path, RULES, NOW) as again:
        assert again.events() == [event]
        assert again.find(event.uuid) == event
        assert [card.question_id for card in again.cards()] == [VIEWS]
    assert (again.recovery, again.not_kept) == (None, None)


def test_another_process_sees_an_answer_as_soon_as_it_is_kept(path: Path, history: History) -> None:
    with open_history(path, RULES, NOW) as other:
        event = history.append(answered(), NOW)
        assert other.events() == [event]
        assert other.standing(VIEWS) == history.standing(VIEWS)


def test_an_answer_moves_its_card_by_its_rating(history: History) -> None:
    history.append(answered(), NOW)
    history.append(answered(proposed=Rating.EASY), NOW + DAY)
    card = history.standing(VIEWS).card
    assert card is not None
    assert (card.reviews, card.last_rating, card.last_review) == (2, Rating.EASY, date(2026, 3, 3))
    assert history.cards() == [card]


@pytest.mark.parametrize("unrated", [answered(scheduled=False), answered(proposed=None)])
def test_a_cram_and_an_answer_without_a_rating_leave_the_schedule_alone(unrated: Answered) -> None:
    with in_memory() as history:
        history.append(answered(score="wrong", proposed=Rating.AGAIN), NOW)
        before = history.cards()
        history.append(unrated, NOW + DAY)
        assert history.cards() == before
        assert history.standing(VIEWS).last_score == "right"


def test_the_last_rating_of_an_answer_holds(history: History) -> None:
    event = history.append(answered(), NOW)
    later = history.append(answered(), NOW + DAY)
    history.append(Rated(event.uuid, Rating.AGAIN), NOW)
    changed = history.append(Rated(event.uuid, Rating.HARD), NOW)
    assert [one.rating for one in history.past_answers(VIEWS)] == [Rating.GOOD, Rating.HARD]
    history.append(Undone(changed.uuid), NOW)
    assert [one.rating for one in history.past_answers(VIEWS)] == [Rating.GOOD, Rating.AGAIN]
    card = history.standing(VIEWS).card
    with in_memory() as other:
        other.append(answered(proposed=Rating.AGAIN), NOW)
        other.append(later.fact, NOW + DAY)
        assert other.standing(VIEWS).card == card


def test_an_answer_that_is_undone_counts_for_nothing(history: History) -> None:
    history.append(answered(), NOW)
    before = history.standings(), history.home({VIEWS}, history.day(NOW))
    slip = history.append(answered(score="wrong", proposed=Rating.AGAIN), NOW + DAY)
    assert history.standing(VIEWS).last_score == "wrong"
    history.append(Undone(slip.uuid), NOW + DAY)
    assert (history.standings(), history.home({VIEWS}, history.day(NOW))) == before
    assert [one.withdrawn for one in history.past_answers(VIEWS)] == [True, False]


def test_only_what_can_be_changed_is_changed(history: History) -> None:
    event = history.append(answered(), NOW)
    undoing = history.append(Undone(event.uuid), NOW)
    log = history.events()
    for stray in (Rated("nobody", Rating.GOOD), Rated(undoing.uuid, Rating.GOOD), Undone(undoing.uuid)):
        with pytest.raises(UnknownEvent, match=r"nothing with the id"):
            history.append(stray, NOW)
    with pytest.raises(UnknownEvent):
        history.append(Ended(event.uuid, finished=True), NOW)
    assert history.events() == log


def test_whatever_an_answer_holds_it_is_kept_as_json(history: History) -> None:
    odd = replace(answered("tensors/\ud800"), answer={"loss": float("nan")}, evidence=["\udfff"])
    event = history.append(odd, NOW)
    assert history.events() == [event]
    assert isinstance(event.fact, Answered)
    assert (event.fact.answer, event.fact.evidence) == ({"loss": "nan"}, ["?"])
    assert history.standings().keys() == {"tensors/?"}
    assert history.consistent(NOW)


def test_a_fact_that_could_not_be_read_again_is_not_written(history: History) -> None:
    with pytest.raises(ValueError, match="seconds"):
        history.append(answered(seconds=-1), NOW)
    assert history.events() == []


def test_a_reset_makes_questions_new_after_a_backup(path: Path, history: History) -> None:
    for question_id in (VIEWS, "tensors/strides", LEAVES):
        history.append(answered(question_id, "wrong"), NOW)
    history.append(Flagged(VIEWS, "too easy"), NOW)
    backup = history.reset_topic("tensors", NOW)
    assert history.standings().keys() == {VIEWS, LEAVES}
    assert history.standing(VIEWS) == Standing(flag="too easy")
    assert sum(history.home({VIEWS}, history.day(NOW)).per_day) == 3
    assert backup is not None
    assert backup.parent == path.parent
    with open_history(backup, RULES, NOW) as before:
        assert len(before.cards()) == 3
    history.append(answered(), NOW)
    card = history.standing(VIEWS).card
    assert card is not None
    assert card.reviews == 1


def test_a_reset_can_be_undone(history: History) -> None:
    history.append(answered(), NOW)
    history.append(answered(LEAVES), NOW)
    cards = history.cards()
    history.reset_everything(NOW)
    assert history.cards() == []
    history.append(Undone(history.events()[-1].uuid), NOW)
    assert history.cards() == cards


def backups(path: Path) -> list[str]:
    return sorted(one.name for one in path.parent.glob("history.backup-*"))


def test_the_last_five_backups_stay(path: Path, history: History) -> None:
    history.append(answered(), NOW)
    for minutes in range(7):
        history.reset([VIEWS], NOW + timedelta(minutes=minutes))
    assert backups(path) == [f"history.backup-20260302T040{minutes}00Z.db" for minutes in range(2, 7)]
    for _ in range(6):
        newest = history.reset([VIEWS], NOW + DAY)
        assert newest is not None and newest.exists()
    assert len(backups(path)) == 5


def test_a_backup_that_has_more_than_the_newest_stays_and_so_does_what_somebody_else_named(
    path: Path,
) -> None:
    with open_history(path, RULES, NOW) as history:
        history.append(answered(), NOW)
        only_there = history.reset([VIEWS], NOW)
    path.unlink()
    path.with_name("history.backup-mine.db").write_text("not by this program")
    with open_history(path, RULES, NOW) as history:
        history.append(answered(), NOW)
        for days in range(1, 8):
            history.reset([VIEWS], NOW + days * DAY)
    assert only_there is not None and only_there.exists()
    assert path.with_name("history.backup-mine.db").exists()
    assert len(backups(path)) == 7


def test_two_resets_in_a_second_make_two_backups(history: History) -> None:
    history.append(answered(), NOW)
    assert history.reset([VIEWS], NOW) != history.reset([VIEWS], NOW)


def test_a_flag_stays_until_it_is_taken_away(history: History) -> None:
    history.append(Flagged(VIEWS, ""), NOW)
    history.append(answered(), NOW)
    assert history.standing(VIEWS).flag == ""
    assert history.home({VIEWS}, history.day(NOW)).flagged == 1
    history.append(Unflagged(VIEWS), NOW)
    assert history.standing(VIEWS).flag is None


def test_history_follows_a_renamed_question(path: Path) -> None:
    with open_history(path, RULES, NOW) as history:
        history.append(answered("tensors/old"), NOW)
        history.append(answered("layouts/new"), NOW + DAY)
        log = history.events()
    with open_history(path, renaming({"tensors/old": "layouts/new"}), NOW) as renamed:
        assert renamed.events() == log
        (card,) = renamed.cards()
        assert (card.question_id, card.reviews) == ("layouts/new", 2)
        assert renamed.standing("tensors/old").card == card
        assert len(renamed.past_answers("tensors/old")) == 2
        assert [topic.topic for topic in renamed.home([], renamed.day(NOW)).topics] == ["layouts"]
        renamed.append(answered("tensors/old"), NOW + 2 * DAY)
        assert renamed.cards()[0].reviews == 3
        assert renamed.consistent(NOW)


def test_another_scheduler_or_hour_derives_everything_anew(path: Path) -> None:
    with open_history(path, RULES, NOW) as history:
        history.append(answered(), NOW.replace(hour=5))
        (card,) = history.cards()
    late = replace(RULES, day_starts_at=6)
    with open_history(path, late, NOW) as history, open_history(path, RULES, NOW) as other:
        assert history.day(NOW.replace(hour=5)) == card.last_review - DAY
        history.append(answered(LEAVES), NOW.replace(hour=5))
        assert {one.last_review for one in history.cards()} == {card.last_review - DAY}
        # The other one goes on by its own rules, and leaves no mixture.
        other.append(answered("tensors/strides"), NOW.replace(hour=5))
        assert {one.last_review for one in other.cards()} == {card.last_review}


def test_a_clock_that_was_put_back_changes_no_order_and_no_interval(history: History) -> None:
    first = history.append(answered(), NOW)
    second = history.append(answered(score="wrong"), NOW - 40 * DAY)
    assert history.events() == [first, second]
    assert second.at < first.at
    standing = history.standing(VIEWS)
    assert standing.last_score == "wrong"
    assert standing.card is not None
    assert standing.card.last_review == history.day(NOW)
    warning = history.clock_warning(NOW - 40 * DAY)
    assert warning is not None
    assert "2026-01-21" in str(warning)
    assert "2026-03-02" in str(warning)
    assert history.clock_warning(NOW - DAY / 2) is None


def test_a_machine_whose_clock_is_behind_answers_after_what_it_has_seen() -> None:
    with in_memory(seed=1) as ahead, in_memory(seed=2) as behind:
        ahead.append(answered(), NOW + DAY)
        behind.merge(ahead.events(), NOW)
        event = behind.append(answered(score="wrong"), NOW)
        assert behind.events()[-1] == event
        assert behind.standing(VIEWS).last_score == "wrong"


def start(history: History, *questions: str) -> str:
    return history.append(Started("mock", plan(*questions), 7, {"minutes": 20}), NOW).uuid


def test_an_interrupted_session_goes_on_where_it_stopped(path: Path) -> None:
    with open_history(path, RULES, NOW) as history:
        session = start(history, VIEWS, LEAVES, "tensors/strides")
        answer = history.append(answered(session=session), NOW)
    with open_history(path, renaming({LEAVES: "autograd/leaf"}), NOW) as again:
        found = again.unfinished()
        assert found is not None
        assert found.session == session
        assert found.started.settings == {"minutes": 20}
        assert found.plan.shuffles == {VIEWS: (2, 0, 1)}
        assert found.answers == (answer,)
        assert found.remaining == ("autograd/leaf", "tensors/strides")
        again.append(Undone(answer.uuid), NOW)
        undone = again.unfinished()
        assert undone is not None
        assert undone.remaining[0] == VIEWS


def test_a_changed_plan_is_the_one_to_go_on_with(history: History) -> None:
    session = start(history, VIEWS, LEAVES)
    history.append(answered(session=session), NOW)
    history.append(Replanned(session, plan(VIEWS, "tensors/follow-up", LEAVES)), NOW)
    found = history.unfinished()
    assert found is not None
    assert found.remaining == ("tensors/follow-up", LEAVES)


def test_hints_wait_for_the_answer_that_takes_them_up(path: Path) -> None:
    with open_history(path, RULES, NOW) as history:
        session = start(history, VIEWS, LEAVES)
        other = start(history, LEAVES)
        history.append(Hinted(session, VIEWS), NOW)
        history.append(answered(VIEWS, session=session), NOW)
        history.append(Hinted(other, LEAVES), NOW)
        history.append(Ended(other, finished=True), NOW)
        history.append(Hinted(session, LEAVES), NOW)
        history.append(Hinted(session, LEAVES), NOW)
        with pytest.raises(UnknownEvent):
            history.append(Hinted("nobody", LEAVES), NOW)
    with open_history(path, renaming({LEAVES: "autograd/leaf"}), NOW) as again:
        found = again.unfinished()
        assert found is not None
        assert found.hints == {"autograd/leaf": 2}


def test_a_session_that_has_ended_is_not_taken_up(history: History) -> None:
    older, session = start(history, VIEWS), start(history, LEAVES)
    history.append(Ended(session, finished=True), NOW)
    found = history.unfinished()
    assert found is not None
    assert found.session == older
    history.append(Ended(older, finished=False), NOW)
    assert history.unfinished() is None
    history.append(answered(LEAVES, session=session, seconds=12.5), NOW)
    history.append(answered(LEAVES, "wrong", session=session), NOW)
    history.append(answered(LEAVES, "unjudged", session=session), NOW)
    newest, oldest = history.sessions()
    assert (newest.session, newest.finished, newest.planned) == (session, True, 1)
    assert (newest.answered, newest.judged, newest.right, newest.seconds) == (3, 2, 1, 72.5)
    assert (oldest.session, oldest.finished, oldest.answered, oldest.seconds) == (older, False, 0, 0)
    assert history.sessions(limit=1) == [newest]


def test_of_two_ends_the_first_holds(history: History) -> None:
    session = start(history, VIEWS)
    for finished in (False, True):
        history.append(Ended(session, finished), NOW)
    assert [one.finished for one in history.sessions()] == [False]


def test_the_figures_of_the_home_screen(history: History) -> None:
    scores: list[Score] = ["right", "wrong", "right", "skipped", "unjudged"]
    for days, score in zip((200, 3, 2, 1, 1), scores, strict=True):
        history.append(answered(VIEWS, score), NOW - days * DAY)
    history.append(answered(LEAVES, proposed=Rating.EASY), NOW - DAY)
    history.append(answered("retired/question", "wrong"), NOW - DAY)
    home = history.home({VIEWS, LEAVES, "tensors/new"}, history.day(NOW))
    assert (home.due, home.new, home.wrong_last) == (1, 1, 1)
    assert home.streak == 3
    assert len(home.per_day) == 7 * 26
    assert home.per_day[-5:] == (0, 1, 1, 4, 0)
    assert sum(home.per_day) == 6
    assert [(one.topic, one.right, one.total) for one in home.topics] == [
        ("autograd", 1, 1),
        ("retired", 0, 1),
        ("tensors", 2, 4),
    ]


def test_a_streak_lasts_until_a_whole_day_was_missed(history: History) -> None:
    for days in (2, 1):
        history.append(answered(), NOW - days * DAY)
    assert history.home([], history.day(NOW)).streak == 2
    assert history.home([], history.day(NOW + DAY)).streak == 0
    history.append(answered(), NOW)
    assert history.home([], history.day(NOW)).streak == 3


def test_an_empty_history(history: History) -> None:
    home = history.home({VIEWS}, history.day(NOW))
    assert (home.due, home.new, home.streak, home.topics) == (0, 1, 0, ())
    assert (history.sessions(), history.unfinished(), history.past_answers(VIEWS)) == ([], None, [])
    assert history.clock_warning(NOW) is None
    assert history.reset_everything(NOW) is None
    assert history.events() == []
    assert history.consistent(NOW)


def test_a_disagreement_with_the_log_would_be_noticed(history: History) -> None:
    history.append(answered(), NOW)
    history._database.connection.execute("UPDATE tallies SET right = 7")
    assert not history.consistent(NOW)
    history.rebuild(NOW)
    assert history.consistent(NOW)
