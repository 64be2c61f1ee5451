from __future__ import annotations

import json
import math
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbank.answer import Picked
from quizbank.card import Rating
from quizbank.history.events import EPOCH, microseconds, offset_of, plain, study_day
from tests.quizbank.history.strategies import law


def test_a_study_day_starts_at_four_where_the_learner_is() -> None:
    before, after = (datetime(2026, 3, 1, 19, 59, tzinfo=UTC) + timedelta(minutes=one) for one in (0, 1))
    assert study_day(before, offset=8 * 60) == date(2026, 3, 1)
    assert study_day(after, offset=8 * 60) == date(2026, 3, 2)
    assert study_day(after, offset=-8 * 60) == date(2026, 3, 1)
    assert study_day(after, offset=8 * 60, starts_at=5) == date(2026, 3, 1)


def test_times_are_whole_microseconds() -> None:
    at = datetime(2026, 3, 2, 4, 5, 6, 789012, tzinfo=UTC)
    assert EPOCH + timedelta(microseconds=microseconds(at)) == at


def test_an_offset_needs_a_time_zone() -> None:
    assert offset_of(datetime(2026, 3, 2, tzinfo=timezone(timedelta(hours=-3, minutes=-30)))) == -210
    with pytest.raises(ValueError, match="time zone"):
        offset_of(datetime(2026, 3, 2))


def test_what_json_lacks_becomes_what_it_has() -> None:
    value = {"options": frozenset({10, 9}), "loss": math.nan, "limit": -math.inf, 3: (Rating.GOOD, None)}
    assert plain(value) == {"options": [9, 10], "loss": "nan", "limit": "-inf", "3": [3, None]}
    assert plain(Picked(frozenset({2, 1}))) == {"options": [1, 2]}
    assert plain("\ud800 张量") == "? 张量"
    assert plain(1 + 2j) == "(1+2j)"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@law
@given(JSON)
def test_what_json_has_is_left_as_it_is(value: object) -> None:
    assert plain(value) == value
    assert json.loads(json.dumps(plain(value), ensure_ascii=False)) == value
