from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from quizbank.card import Card, Rating, Review
from quizbank.errors import ScheduleError
from quizbank.fit import LEAST_REVIEWS, Fitted, NotEnough, fit
from quizbank.scheduler import PARAMETERS, Scheduler
from tests.decks import TODAY, review

FORGETFUL = (PARAMETERS[0], *(0.4 * one for one in PARAMETERS[1:4]), *PARAMETERS[4:20], 0.3)


def practise(parameters: tuple[float, ...], questions: int, rng: Random) -> list[Review]:
    """Return twelve reviews of each question by somebody with such a memory, scheduled the usual way."""
    memory, usual = Scheduler(parameters=parameters), Scheduler()
    reviews = []
    for index in range(questions):
        real: Card | None = None
        card: Card | None = None
        day = TODAY
        for _ in range(12):
            if real is None or card is None:
                [rating] = rng.choices(list(Rating), (0.35, 0.15, 0.4, 0.1))
            elif day == real.last_review:
                rating = Rating.GOOD
            elif rng.random() < memory.recall(real, day):
                [rating] = rng.choices([Rating.HARD, Rating.GOOD, Rating.EASY], (0.15, 0.75, 0.1))
            else:
                rating = Rating.AGAIN
            reviews.append(Review(f"a/q-{index}", day, rating, 20))
            real, card = memory.review(real, reviews[-1]), usual.review(card, reviews[-1])
            day = day if rating is Rating.AGAIN else card.due + timedelta(days=rng.randrange(3))
    return reviews


def test_parameters_of_ones_own_predict_a_forgetful_learner_better() -> None:
    fitted = fit(practise(FORGETFUL, 100, Random(1)))
    assert isinstance(fitted, Fitted)
    assert fitted.loss < fitted.usual_loss


def test_parameters_stay_usable_whatever_the_reviews_say() -> None:
    rng = Random(3)
    reviews = [
        review(f"a/q-{index % 90}", 200 - index // 10, rng.choice((1, 4)) if index > 90 else 4 - index % 4)
        for index in range(700)
    ]
    fitted = fit(reviews)
    assert isinstance(fitted, Fitted)
    assert Scheduler(parameters=fitted.parameters).parameters == fitted.parameters


@pytest.mark.parametrize("later", [0, 1, LEAST_REVIEWS - 1])
def test_too_few_reviews_say_how_many_more_are_needed(later: int) -> None:
    reviews = [review("a/one", later), *(review("a/one", later - 1 - day) for day in range(later))]
    # Repeats within a day don't count.
    assert fit([*reviews, review("a/one"), review("a/two")]) == NotEnough(LEAST_REVIEWS - later)


def test_without_the_extra_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(logs: object) -> None:
        raise ImportError

    monkeypatch.setattr("fsrs.Optimizer", missing, raising=False)
    with pytest.raises(ScheduleError, match="torchdrill\\[fit\\]"):
        fit(practise(PARAMETERS, 100, Random(1)))


def test_no_reviews_at_all_are_too_few() -> None:
    assert fit([]) == NotEnough(LEAST_REVIEWS)
