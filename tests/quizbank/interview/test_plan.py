from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizbank.bank import Bank, load_bank
from quizbank.errors import BankError, NothingToAsk, WrongCode
from quizbank.interview import blueprint as blueprints
from quizbank.interview.blueprint import MINUTES, Blueprint, builtin, name_of, read_blueprint
from quizbank.interview.code import code_of, read_code, refuse_other
from quizbank.interview.plan import SEEDS, Plan, draw, shuffle_of
from quizbank.interview.record import AskedRecord
from quizbank.interview.rubric import RUBRIC
from quizbank.vocabulary import KINDS, ROLES
from tests.quizbank.interview.samples import BANK, TWO_PARTS, bank_of, blueprint, question, section, text


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank()


def holds_together(plan: Plan, bank: Bank) -> None:
    """Assert what is true of every plan, whatever it was drawn from."""
    assert len(plan.question_ids) == len(set(plan.question_ids))
    assert sum(one.seconds for one in plan.sections) == pytest.approx(plan.seconds)
    for one in plan.sections:
        assert one.questions
        assert sum(planned.limit_seconds for planned in one.questions) <= one.seconds
        assert {bank[planned.question_id].kind for planned in one.questions} <= set(one.kinds)
        levels = [bank[planned.question_id].difficulty for planned in one.questions]
        assert levels == sorted(levels)


@pytest.mark.parametrize("minutes", MINUTES)
@pytest.mark.parametrize("role", ROLES)
def test_every_role_can_be_interviewed(role: str, minutes: int, bank: Bank) -> None:
    found = read_blueprint(builtin(role), bank.topics)
    plans = [draw(found, role, bank, minutes, seed) for seed in range(20)]
    for plan in plans:
        holds_together(plan, bank)
    assert len({plan.digest for plan in plans}) == len(plans)


def test_the_same_seed_draws_the_same_plan(bank: Bank) -> None:
    found = read_blueprint(builtin("new-grad"), bank.topics)
    assert draw(found, "new-grad", bank, 45, 7) == draw(found, "new-grad", bank, 45, 7)
    assert shuffle_of(bank["tensors/own-copy"], 7) == shuffle_of(bank["tensors/own-copy"], 7)


sections = st.builds(
    lambda kinds, topics, levels, minutes, weight: {
        "title": text("Part"),
        "kinds": kinds,
        "topics": topics,
        "difficulty": sorted(levels),
        "minutes": minutes,
        "weight": weight,
    },
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=3, unique=True),
    st.lists(st.sampled_from(["tensors", "losses", "graphs", "multi-gpu"]), max_size=3, unique=True),
    st.lists(st.integers(1, 5), min_size=2, max_size=2),
    st.floats(0.5, 60),
    st.floats(0.1, 10),
)


@settings(deadline=None)
@given(st.lists(sections, min_size=1, max_size=6), st.sampled_from([5, *MINUTES]), st.integers(0, SEEDS - 1))
def test_a_blueprint_can_be_drawn_or_it_is_said_what_is_missing(
    bank: Bank, parts: list[dict[str, object]], minutes: int, seed: int
) -> None:
    found = blueprint(*parts)
    try:
        plan = draw(found, "sample", bank, minutes, seed)
    except NothingToAsk as error:
        for lacking in error.lacking:
            values = dict(lacking.values)
            number = values["number"]
            assert isinstance(number, int)
            assert 1 <= number <= len(parts)
            if values.get("count") is None:
                # Nothing in the whole bank has what the section wants.
                wanted = found.sections[number - 1]
                easiest, hardest = wanted.difficulty
                assert not [
                    one
                    for one in bank.active
                    if one.kind in wanted.kinds
                    and (not wanted.topics or one.topic in wanted.topics)
                    and easiest <= one.difficulty <= hardest
                ]
            assert str(lacking)
    else:
        holds_together(plan, bank)
        code = read_code(code_of(plan))
        assert (code.minutes, code.seed) == (minutes, seed)
        refuse_other(plan, code)
        assert Plan.model_validate_json(plan.model_dump_json()) == plan


def test_a_section_that_another_one_empties_is_named() -> None:
    small = bank_of(question("a/only"))
    with pytest.raises(NothingToAsk, match="Section 2 needs one question more: the bank has 1 of its kinds"):
        draw(blueprint(section(), section()), "sample", small, 30, 0)


def test_a_section_without_time_for_anything_is_named() -> None:
    with pytest.raises(
        NothingToAsk, match=r"Section 1 has 1\.0 minutes, and the shortest of its 5 questions"
    ):
        draw(blueprint(section(minutes=1), section(minutes=29, kinds=["recall"])), "sample", BANK, 30, 0)


def test_it_is_drawn_wherever_that_is_possible() -> None:
    # The third section must take the hardest question, for the others share what is easier.
    small = bank_of(*(question(f"a/level-{level}", difficulty=level) for level in (1, 2, 3)))
    found = blueprint(section(difficulty=[1, 2]), section(difficulty=[1, 2]), section(difficulty=[2, 3]))
    for parts in itertools.permutations(found.sections):
        for seed in range(5):
            plan = draw(found.model_copy(update={"sections": parts}), "sample", small, 30, seed)
            assert sorted(plan.question_ids) == ["a/level-1", "a/level-2", "a/level-3"]


choosy = st.lists(st.integers(1, 4), min_size=2, max_size=2).map(
    lambda levels: section(difficulty=sorted(levels), minutes=30)
)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=5), st.lists(choosy, min_size=2, max_size=5))
def test_as_many_sections_stay_empty_as_must(levels: list[int], parts: list[dict[str, object]]) -> None:
    small = bank_of(*(question(f"a/number-{n}", difficulty=level) for n, level in enumerate(levels)))
    found = blueprint(*parts)
    candidates = [
        [None] + [one.id for one in small if wanted.difficulty[0] <= one.difficulty <= wanted.difficulty[1]]
        for wanted in found.sections
    ]
    given_out = ([one for one in names if one is not None] for names in itertools.product(*candidates))
    most = max(len(names) for names in given_out if len(set(names)) == len(names))
    try:
        plan = draw(found, "sample", small, 60, 0)
    except NothingToAsk as error:
        assert len(error.lacking) == len(parts) - most > 0
    else:
        holds_together(plan, small)
        assert most == len(parts)


def test_wanted_topics_come_first_and_a_section_without_them_keeps_its_own(bank: Bank) -> None:
    found = blueprint(
        section(topics=["tensors"]), section(kinds=["choice"]), section(topics=["graphs"], minutes=5)
    )
    plan = draw(found, "sample", bank, 30, 3, ["losses"])
    assert all("losses" in {one.topic for one in part.questions} for part in plan.sections)
    assert read_code(code_of(plan)).topics == ("losses",)
    assert draw(found, "sample", bank, 30, 3, ["losses"]) == plan != draw(found, "sample", bank, 30, 3)
    small = bank_of(question("a/one"), question("b/other"), question("b/third"))
    plan = draw(blueprint(section(topics=["a"]), section(topics=["b"])), "sample", small, 60, 3, ["a"])
    assert [one.question_id for one in plan.sections[0].questions] == ["a/one"]
    assert [one.topic for one in plan.sections[1].questions] == ["b", "b"]


def test_any_topic_can_be_wanted_in_any_role(bank: Bank) -> None:
    for role in ROLES:
        found = read_blueprint(builtin(role), bank.topics)
        for topic in bank.topics:
            plan = draw(found, role, bank, 30, 1, [topic])
            holds_together(plan, bank)
            assert topic in {bank[name].topic for name in plan.question_ids}


@pytest.mark.parametrize("mangled", [str.lower, str.upper, lambda code: f" {code.replace('0', 'O')} "])
def test_a_code_survives_being_copied_by_hand(mangled: object) -> None:
    plan = draw(TWO_PARTS, "sample", BANK, 30, 32 * 17 + 1)
    assert callable(mangled)
    wanted = read_code(mangled(code_of(plan)))
    refuse_other(plan, wanted)
    assert wanted.seed == plan.seed


@pytest.mark.parametrize("name", ["My Own.toml", "ml_infra-2.toml", "--.toml", "面试.toml"])
def test_every_file_name_gives_a_code_that_can_be_read(name: str) -> None:
    plan = draw(TWO_PARTS, name_of(Path(name)), BANK, 30, SEEDS - 1)
    wanted = read_code(code_of(plan))
    assert (wanted.blueprint, wanted.seed) == (plan.blueprint, SEEDS - 1)


@pytest.mark.parametrize(
    "code", ["", "ml-engineer", "a.b.c.d", "x.45.7Q2F.K3X", "x.45.7Q2F.K3XU", "x.0.1.AAAA"]
)
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(WrongCode, match="no code of an interview"):
        read_code(code)


def test_a_code_tells_that_a_question_was_worded_anew() -> None:
    plan = draw(TWO_PARTS, "sample", BANK, 30, 1)
    changed = bank_of(*(one.model_copy(update={"prompt": one.explanation}) for one in BANK))
    with pytest.raises(WrongCode, match="can't be repeated exactly"):
        refuse_other(draw(TWO_PARTS, "sample", changed, 30, 1), read_code(code_of(plan)))


@pytest.mark.parametrize(
    ("written", "line", "key", "message"),
    [
        ("format = 2\n", 1, "format", "needs a newer torchdrill"),
        ("title = 1\n", 1, "format", "is missing"),
        ("format = 1\nhint_costs = 1\n", 2, "hint_costs", "did you mean `hint_cost`?"),
        ('format = 1\n[[sections]]\nkind = ["choice"]\n', 3, "sections[1].kind", "did you mean `kinds`?"),
        ("format = 1\n[[sections]]\nminutes = 0\n", 3, "sections[1].minutes", "greater than 0"),
        ("format = 1\n[[sections]]\ndifficulty = [0, 9]\n", 3, "sections[1].difficulty[1]", "greater than"),
        ("format = [\n", 2, "", "is not valid TOML"),
    ],
)
def test_problems_are_told_with_line_and_key(
    tmp_path: Path, written: str, line: int, key: str, message: str
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(written, encoding="utf-8")
    with pytest.raises(BankError) as caught:
        read_blueprint(path, [])
    found = [one for one in caught.value.problems if one.key == key and message in str(one.message)]
    assert [one.line for one in found] == [line], str(caught.value)


def test_a_topic_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    source = builtin("new-grad").read_text(encoding="utf-8").replace('"dtype-device"', '"dtypes"')
    path.write_text(source, encoding="utf-8")
    with pytest.raises(BankError, match=r"sections\[2\]\.topics: there is no topic 'dtypes'"):
        read_blueprint(path, load_bank().topics)


def test_the_blueprints_that_come_along_are_sound(bank: Bank) -> None:
    assert blueprints.lint_builtin(bank.topics) == []
    assert {path.stem for path in blueprints.BLUEPRINTS.glob("*.toml")} == set(ROLES)
    assert {problem.key for problem in blueprints.lint_builtin({})} >= {"sections[1].topics"}


@pytest.mark.parametrize("role", ROLES)
def test_a_section_named_like_a_dimension_asks_only_what_feeds_it(role: str, bank: Bank) -> None:
    rows = {str(row.name): row for row in RUBRIC}
    made = read_blueprint(builtin(role), bank.topics)
    for seed in range(5):
        for part in draw(made, role, bank, 60, seed).sections:
            row = rows.get(part.title["en"])
            for one in part.questions if row is not None else ():
                asked = AskedRecord(number=1, section=0, **one.model_dump())
                assert row is not None and row.fed_by(asked, bank[one.question_id]), one.question_id


def test_the_schema_of_blueprints_is_what_the_model_says() -> None:
    written = blueprints.SCHEMA_FILE.read_text(encoding="utf-8")
    assert written == blueprints.blueprint_schema(), "run `make schema`"
    assert isinstance(TWO_PARTS, Blueprint)
