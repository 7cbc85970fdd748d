"""The coupon programme: serials move between places, and none appears or vanishes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.domain.coupon_programme import (
    WAYS,
    WORDS,
    CouponPlace,
    Holdings,
    MarketingDay,
    Movement,
    check,
    holdings,
)
from countroom.domain.coupon_ranges import Range, Serials, Series, serials
from countroom.errors import EntryError

P = CouponPlace
SERIES = Series("A-", 3)


def move(first: str, last: str, from_: P | None, to: P, design: str = "MP25") -> Movement:
    return Movement(design, serials(first, last), from_, to, "P-1")


RECEIVED = move("A-001", "A-100", None, P.STOCK)


def test_a_coupon_s_life_from_the_printer_to_the_box() -> None:
    life = [
        RECEIVED,
        move("A-001", "A-040", P.STOCK, P.MARKETING),
        move("A-001", "A-020", P.MARKETING, P.DISTRIBUTED),
        move("A-021", "A-021", P.MARKETING, P.VOIDED),
        move("A-022", "A-030", P.MARKETING, P.STOCK),
        move("A-005", "A-005", P.DISTRIBUTED, P.REDEEMED),
        move("A-022", "A-022", P.STOCK, P.MARKETING),
    ]
    for n, step in enumerate(life):
        check(holdings(life[:n]), step)
    held = holdings(life)
    counted = {place: held.quantity("MP25", place) for place in P}
    assert counted == {
        P.STOCK: 68,
        P.MARKETING: 11,
        P.DISTRIBUTED: 19,
        P.REDEEMED: 1,
        P.VOIDED: 1,
        P.EXPIRED: 0,
        P.MISSING: 0,
    }
    assert [str(each) for each in held.at("MP25", P.MARKETING)] == ["A-022, A-031 to A-040"]
    assert held.where(SERIES, 5) == ("MP25", P.REDEEMED)
    assert held.where(SERIES, 101) is None
    assert held.where(Series("B-", 3), 5) is None
    assert held.received(serials("A-001", "A-999")).quantity == 100


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (move("A-090", "A-110", None, P.STOCK), "A-090 to A-100 were received before"),
        (move("A-101", "A-101", P.STOCK, P.MARKETING), "A-101 was never received"),
        (move("A-099", "A-102", P.STOCK, P.MARKETING), "A-101 to A-102 were never received"),
        (
            move("A-001", "A-002", P.MARKETING, P.DISTRIBUTED),
            "A-001 to A-002 (MP25) are in finance's stock",
        ),
        (
            move("A-001", "A-001", P.STOCK, P.MARKETING, design="MP10"),
            "A-001 (MP25) is in finance's stock",
        ),
        (move("A-001", "A-001", P.STOCK, P.REDEEMED), "No way leads coupons in finance's stock"),
        (move("A-101", "A-101", None, P.MARKETING), "No way leads coupons from the printer"),
        (move("A-001", "A-001", P.REDEEMED, P.STOCK), "No way leads"),
    ],
)
def test_coupons_that_are_not_there_go_nowhere(step: Movement, says: str) -> None:
    with pytest.raises(EntryError) as refused:
        check(holdings([RECEIVED]), step)
    assert says in refused.value.fields["serials"]


def test_two_printings_are_two_series() -> None:
    held = holdings([RECEIVED, move("B-001", "B-010", None, P.STOCK)])
    assert held.received(serials("A-001", "A-999")).quantity == 100
    assert [each.series.prefix for each in held.at("MP25", P.STOCK)] == ["A-", "B-"]
    check(held, move("B-011", "B-020", None, P.STOCK))


def test_every_place_has_its_words_and_its_ways() -> None:
    assert set(WORDS) == set(P)
    assert set(WAYS) == {None, *P}
    assert Holdings().at("MP25", P.STOCK) == ()


choices = st.tuples(st.integers(0, 11), st.integers(0, 11), st.sampled_from(list(P)))


@given(st.lists(choices, max_size=40))
def test_serials_agree_with_a_dumb_list_of_coupons(chosen: list[tuple[int, int, P]]) -> None:
    dumb: dict[int, P] = {}
    done: list[Movement] = []
    for low, high, to in chosen:
        wanted = range(min(low, high), max(low, high) + 1)
        came = {dumb.get(number) for number in wanted}
        from_: Any = dumb.get(wanted[0])
        which = Serials(Series("A-", 2), (Range(wanted[0], wanted[-1]),))
        step = Movement("MP25", which, from_, to, "P-1")
        legal = len(came) == 1 and to in WAYS[from_]
        try:
            check(holdings(done), step)
        except EntryError:
            assert not legal
            continue
        assert legal
        done.append(step)
        dumb.update(dict.fromkeys(wanted, to))
    held = holdings(done)
    went = [Holdings()]
    for step in done:
        went.append(went[-1].moved(step))
        assert went[-1].unmoved(step) == went[-2]
    assert went[-1] == held
    for place in P:
        assert held.quantity("MP25", place) == list(dumb.values()).count(place)
    for number in range(12):
        there = held.where(Series("A-", 2), number)
        assert (there and there[1]) == dumb.get(number)


@pytest.mark.parametrize(
    ("day", "variation"),
    [
        (MarketingDay(40, 200, 171, 3, 50, 16), 0),
        (MarketingDay(40, 200, 171, 3, 50, 15), -1),
        (MarketingDay(0, 0, 0, 0, 0, 2), 2),
    ],
)
def test_marketing_s_day_adds_up_or_shows_by_how_much_it_does_not(
    day: MarketingDay, variation: int
) -> None:
    assert day.variation == variation
