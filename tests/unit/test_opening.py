"""Opening a table: what differs, what that asks for, and what is refused."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.domain.denominations import Instrument
from countroom.domain.documents import Signature
from countroom.domain.inventory import Pieces, value_of
from countroom.domain.opening import (
    Action,
    Mismatch,
    Told,
    action_of,
    check_counted_twice,
    check_differs,
    check_same_period,
    difference_of,
    differing,
)
from countroom.domain.papers.error_notification import COPIES, ErrorNotification, plan_of
from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.errors import RuleError
from countroom.money import ZERO, Money
from countroom.regulations import V_10, V_13

AT = datetime(2011, 6, 14, 12, tzinfo=UTC)


def chips(hundreds: int, fives: int, chip_set: str = "main") -> tuple[Pieces, ...]:
    return (
        Pieces(Instrument.VALUE_CHIP, 100_00, hundreds, chip_set),
        Pieces(Instrument.VALUE_CHIP, 5_00, fives, chip_set),
    )


def test_a_difference_is_named_by_denomination_with_its_sign() -> None:
    found = differing(chips(10, 40), chips(9, 44))
    assert [(one.label, one.pieces, one.amount) for one in found] == [
        ("$100 main", -1, Money(-100_00)),
        ("$5 main", 4, Money(20_00)),
    ]
    assert difference_of(found) == Money(-80_00)


def test_sets_are_kept_apart_and_none_is_nothing() -> None:
    other = differing(chips(1, 0), chips(1, 0, "second"))
    assert {(one.chip_set, one.pieces) for one in other} == {("main", -1), ("second", 1)}
    assert difference_of(other) == ZERO
    assert differing(chips(1, 0), chips(1, 0)[:1]) == ()


PIECES = st.integers(0, 500)


@given(PIECES, PIECES, PIECES, PIECES)
def test_what_differs_adds_up_to_what_was_counted_less_the_slip(
    a: int, b: int, c: int, d: int
) -> None:
    slip, counted = chips(a, b), chips(c, d)
    found = differing(slip, counted)
    assert difference_of(found) == value_of(counted) - value_of(slip)
    assert (found == ()) == (slip == counted)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    ("cents", "action"),
    [
        (0, Action.NOTE),
        (25_00, Action.NOTE),
        (25_01, Action.REPORT),
        (99_99, Action.REPORT),
        (100_00, Action.REGULATOR),
        (100_01, Action.REGULATOR),
    ],
)
def test_the_boundaries_are_exact_over_and_short(cents: int, sign: int, action: Action) -> None:
    assert action_of(Money(sign * cents), Settings()) is action


def test_the_amounts_are_settings() -> None:
    house = Settings(opening_variance_report=Money(0), opening_variance_notify=Money(1_000_00))
    asked = [action_of(Money(cents), house) for cents in (0, 1, 999_99, 1_000_00)]
    assert asked == [Action.NOTE, Action.REPORT, Action.REPORT, Action.REGULATOR]


def test_each_action_says_what_it_asks_for_and_who_is_told() -> None:
    assert [len(action.told) for action in Action] == [2, 3, 4]
    assert Action.REGULATOR.told[-1] is Role.CCR
    assert all(action.word for action in Action)


@pytest.mark.rule(V_10)
def test_an_error_slip_needs_a_second_count_that_still_differs() -> None:
    check_counted_twice("IS-3", "IS-2")
    check_differs("IS-3", differs=True, newest=True)
    check_same_period("IS-3", running=True)
    refusals: tuple[Callable[[], None], ...] = (
        lambda: check_counted_twice("IS-2", ""),
        lambda: check_differs("IS-3", differs=False, newest=True),
        lambda: check_differs("IS-3", differs=True, newest=False),
        lambda: check_same_period("IS-3", running=False),
    )
    for refused in refusals:
        with pytest.raises(RuleError) as refusal:
            refused()
        assert refusal.value.rule == V_10


@pytest.mark.rule(V_10, V_13)
def test_a_mismatch_answers_to_the_rule_of_its_days() -> None:
    over_night = Mismatch("BJ-1", "IS-1", "IS-3", Money(-20_00), across=True, error_slip="EN-1")
    assert over_night.finding.rule == V_13
    assert over_night.finding.where == "IS-3"
    assert over_night.sentence == "IS-3 was counted short 20.00 against IS-1, by EN-1."
    same_day = Mismatch("BJ-1", "IS-1", "IS-3", ZERO, across=False)
    assert same_day.finding.rule == V_10
    assert "other pieces of the same value" in same_day.sentence


def an_error_slip(action: Action) -> ErrorNotification:
    found = differing(chips(10, 0), chips(9, 0))
    told = tuple(Told(role, f"p-{role.value}", AT) for role in Role)
    return ErrorNotification(
        table="BJ-1",
        game="blackjack",
        old_slip="IS-1",
        old_digest="ab" * 32,
        first_count="IS-2",
        new_slip="IS-3",
        new_digest="cd" * 32,
        slip_total=Money(1_000_00),
        counted_total=Money(900_00),
        difference=Money(-100_00),
        differing=found,
        action=action,
        told=told,
    )


@pytest.mark.parametrize(
    ("action", "steps", "copies"),
    [(Action.NOTE, 3, 2), (Action.REPORT, 4, 2), (Action.REGULATOR, 4, 3)],
)
def test_who_signs_and_who_has_a_copy_follows_the_action(
    action: Action, steps: int, copies: int
) -> None:
    content = an_error_slip(action)
    plan = plan_of(content)
    assert sum(plan.missing(step, ()) for step in plan.paper.signatures) == steps
    assert content.copies == COPIES[:copies]


def a_signature(step: str, person: str) -> Signature:
    return Signature(step, person, "n", "t", "c", AT, "d")


def test_nobody_signs_an_error_slip_twice() -> None:
    plan = plan_of(an_error_slip(Action.REPORT))
    plan.check("dealer", "1", ())
    signed: tuple[Signature, ...] = (a_signature("dealer", "1"),)
    with pytest.raises(RuleError):
        plan.check("security", "3", signed)
    with pytest.raises(RuleError):
        plan.check("floorperson", "1", signed)
    signed += (a_signature("floorperson", "2"),)
    for person in ("1", "2"):
        with pytest.raises(RuleError):
            plan.check("security", person, signed)
    signed += (a_signature("security", "3"),)
    with pytest.raises(RuleError, match="not one of the people"):
        plan.check("surveillance", "4", signed)
    plan.check("surveillance", "p-surveillance", signed)
