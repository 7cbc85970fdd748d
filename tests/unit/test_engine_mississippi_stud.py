"""Mississippi Stud: what its rules must state, what should not be, and what a table's day shows."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from countroom.engine import three_cards
from countroom.engine.cards import cards
from countroom.engine.dealing import Rounds, play
from countroom.engine.game import Breach, Game
from countroom.engine.games import mississippi_stud
from countroom.engine.mississippi_breaches import Before, breaches, incomplete
from countroom.engine.mississippi_felt import Felt, Irregularity, plain
from countroom.engine.mississippi_meters import with_meters
from countroom.engine.mississippi_rules import Rules, read_list
from countroom.engine.records import Notes, resettle, to_columns
from countroom.engine.rules import ChangeInterval
from countroom.engine.settlement import Stakes, check
from countroom.errors import EntryError
from tests.plumbing import felts

GAME: Game = mississippi_stud
BASE, EVERYTHING, *_ = mississippi_stud.EXAMPLES
ALL = dict(mississippi_stud.EXAMPLES[EVERYTHING])


def rules(**changes: object) -> Rules:
    found: Rules = felts.rules("mississippi_stud", **changes)
    return found


# --- what the rules state -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"decks": 3}, "one deck, or two"),
        ({"decks": 0}, "one deck, or two"),
        ({"shuffling": "manual", "decks": 2}, "need a device that shuffles"),
        ({"shuffling": "manual", "dealing": "hand"}, "need a device that shuffles"),
        ({"dealing": "machine"}, "Choose one of hand, manual_shoe, automated_shoe."),
        ({"progressive": "E"}, "Choose one of none, A, B, C, D."),
        ({"seeds_cents": "main:100"}, "It must state none."),
        ({"envy_cents": "royal_flush:100"}, "It must state none."),
        ({"three_card_bonus": 5}, "Write it as text."),
        ({"three_card_bonus": ""}, "Write each line once"),
        ({"three_card_bonus": "pair:1,pair:2"}, "Write each line once"),
        ({"three_card_bonus": "pair:1"}, "three_card_bonus: It must state mini_royal, straight_fl"),
        ({"three_card_bonus": "straight_flush:40,pair:1"}, "It must state mini_royal, straight_fl"),
        ({"six_card_bonus": "royal_flush:1000"}, "six_card_bonus: It must state three_of_a_kind"),
        ({"five_card_bonus": "two_of_a_kind:3"}, "not a hand of five cards"),
        ({"five_card_bonus": "flush:0"}, "not a whole number above nothing"),
        ({"five_card_bonus": "flush:101%"}, "not a whole number above nothing"),
        ({"five_card_bonus": "magic_card:5%"}, "not a whole number above nothing"),
        ({"optional_limits_cents": "progressive:1-1"}, "It must state none."),
    ],
)
def test_rules_that_cannot_be_are_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(EntryError, match=says) as refused:
        rules(**change)
    assert next(iter(change)) in refused.value.fields


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"progression_percent": "none"}, "It must state main."),
        ({"progression_percent": "main:15.125"}, "not a percentage"),
        ({"seeds_cents": "mega:100"}, "It must state main."),
        ({"seeds_cents": "main:0"}, "not a whole number above nothing"),
        ({"envy_cents": "none"}, "It must state straight_flush, royal_flush."),
        ({"optional_limits_cents": "none"}, "It must state progressive, three_card_bonus"),
        ({"three_card_bonus": "none"}, "It must state progressive, five_card_bonus"),
    ],
)
def test_what_is_offered_states_its_terms(change: dict[str, object], says: str) -> None:
    with pytest.raises(EntryError, match=says):
        rules(**(ALL | change))


@pytest.mark.parametrize("limits", ["200-100", "1", "0-5"])
def test_limits_are_a_least_and_a_most(limits: str) -> None:
    terms = {"three_card_bonus": "straight_flush:40,three_of_a_kind:30,straight:6,flush:3,pair:1"}
    with pytest.raises(EntryError, match="is not a least and a most"):
        rules(**terms, optional_limits_cents=f"three_card_bonus:{limits}")


def test_rates_are_read_to_the_hundredth_of_a_percent() -> None:
    rates = "mega:12,major:4.25,minor:2.5"
    seeds = "mega:5000000,major:250000,minor:25000"
    terms = {"progressive": "C", "progression_percent": rates, "seeds_cents": seeds}
    terms |= {"envy_cents": "royal_flush:5,straight_flush:3"}
    found = rules(**terms, optional_limits_cents="progressive:100-100")
    assert found.rates.tolist() == [1200, 425, 250]
    assert found.seeds.tolist() == [5_000_000, 250_000, 25_000]


def test_a_deck_is_changed_after_four_hours_from_the_hand_and_eight_from_a_shoe() -> None:
    section = "58 Pa. Code § 571.3(c)"
    assert rules(dealing="hand").change() == ChangeInterval(4, section)
    assert rules(dealing="manual_shoe").change() == ChangeInterval(8, section)
    assert rules(dealing="automated_shoe").change() == ChangeInterval(8, section)


def test_a_deck_shuffled_by_hand_is_dealt_from_a_shoe_and_its_stub_counted() -> None:
    by_hand = rules(shuffling="manual", dealing="manual_shoe")
    assert by_hand.dealer_counts
    assert by_hand.carries
    assert not rules(shuffling="counting_device").dealer_counts


def test_a_list_names_each_line_once() -> None:
    assert read_list("flush:3") == {"flush": "3"}
    with pytest.raises(ValueError, match="Write each line once"):
        read_list("flush")


# --- three cards --------------------------------------------------------------------------


def test_three_cards_in_any_order_and_with_one_missing() -> None:
    hands = np.stack([cards("Qs As Ks"), cards("2h Ah 3h"), cards("7c 7d 2h"), cards("Qs As --")])
    found = three_cards.class_of(hands).tolist()
    best = [three_cards.MINI_ROYAL, three_cards.STRAIGHT_FLUSH, three_cards.PAIR]
    assert found == [*best, three_cards.HIGH_CARD]


# --- what should not be -------------------------------------------------------------------

ONE_ROUND = plain(cards("2c 9d 3c Td").reshape(1, 2, 2), cards("Ks Kd 5h")[None])
WITH_EXTRA = replace(
    ONE_ROUND,
    extra=cards("6h 7h 8h Jh")[None],
    meters_cents=np.full((1, 4), 2_000_000),
)


def stakes(*seats: tuple[int, ...], void: bool = False) -> Stakes:
    stake = np.zeros((1, 2, 8), np.int64)
    for seat, own in enumerate(seats):
        stake[0, seat, : len(own)] = own
    return Stakes(stake, np.zeros_like(stake), np.array([void]))


BETS = stakes((500,), (500, 500, 500, 500))


def told(found: list[Breach]) -> list[str]:
    return [breach.says for breach in found if breach.where.any()]


def changed(felt: Felt = ONE_ROUND, **given: object) -> Felt:
    """A felt with some of its values changed, each for its one round."""
    values: dict[str, Any] = {name: np.array([value]) for name, value in given.items()}
    return replace(felt, **values)


def test_a_round_as_it_should_be_tells_nothing() -> None:
    assert told(breaches(rules(), ONE_ROUND, BETS, None)) == []
    full = stakes((500, 0, 0, 0, 100, 100, 100, 2500), (500, 500, 500, 500, 100, 500))
    assert told(breaches(rules(**ALL), WITH_EXTRA, full, None)) == []
    assert told(incomplete(rules(**ALL), WITH_EXTRA, full)) == []


@pytest.mark.parametrize(
    ("own", "says"),
    [
        ((500, 0, 0, 0, 200), "The wager is outside the limits filed for it."),
        ((500, 0, 0, 0, 0, 99), "The wager is outside the limits filed for it."),
        ((500, 0, 0, 0, 0, 0, 0, 2501), "The wager is outside the limits filed for it."),
        ((0, 0, 0, 0, 100), "There is no Ante beside this wager."),
    ],
)
def test_optional_wagers_have_limits_and_an_ante(own: tuple[int, ...], says: str) -> None:
    assert told(breaches(rules(**ALL), WITH_EXTRA, stakes(own), None)) == [says]


def test_a_wager_that_is_not_offered_cannot_stand_and_goes_back() -> None:
    found = told(breaches(rules(), ONE_ROUND, stakes((500, 0, 0, 0, 0, 500)), None))
    assert found == ["The Rules Submission does not offer this wager."]
    settled, _ = GAME.settle(rules(), ONE_ROUND, stakes((500, 0, 0, 0, 0, 500)), None)
    assert settled.pushed_cents[0, 0].tolist() == [0, 0, 0, 0, 0, 500, 0, 0]


def test_a_coupon_on_an_optional_wager_stays_the_patrons() -> None:
    own = stakes((500, 0, 0, 0, 0, 500))
    coupon = replace(own, coupon_cents=own.stake_cents * (np.arange(8) == 5))
    found = told(breaches(rules(**ALL), WITH_EXTRA, coupon, None))
    assert found == ["A coupon may not stand on this wager."]
    settled, _ = GAME.settle(rules(**ALL), WITH_EXTRA, coupon, None)
    assert not settled.coupon_dropped.any()
    assert not settled.coupon_win_cents.any()


def test_a_meter_below_its_seed_is_found() -> None:
    low = replace(WITH_EXTRA, meters_cents=np.array([[999_999, -1, -1, 5]]))
    assert told(breaches(rules(**ALL), low, BETS, None)) == ["A meter shows less than its seed."]
    unknown = replace(WITH_EXTRA, meters_cents=np.full((1, 4), -1))
    assert told(breaches(rules(**ALL), unknown, BETS, None)) == []


@pytest.mark.parametrize("what", list(Irregularity))
def test_what_went_wrong_says_whether_play_goes_on(what: Irregularity) -> None:
    goes_on = what.name in {"CARD_FACE_UP", "CARD_DRAWN_IN_ERROR", "SHUFFLER_JAM"}
    felt = changed(irregularity=int(what))
    void = stakes((500,), (500, 500, 500, 500), void=True)
    assert_void = "Play goes on after what went wrong; the round was void."
    played, voided = (breaches(rules(), felt, own, None) for own in (BETS, void))
    not_void = "All hands are void after what went wrong; they were not."
    assert (not_void in told(played)) == (not goes_on and what > 0)
    assert (assert_void in told(voided)) == goes_on


def test_a_card_found_face_up_is_not_used() -> None:
    used = changed(faced=int(cards("5h")[0]))
    says = "A card that was found face up is in play."
    assert told(breaches(rules(), used, BETS, None)) == [says]
    assert told(breaches(rules(), changed(faced=int(cards("6h")[0])), BETS, None)) == []


def test_extra_cards_are_of_the_same_deck() -> None:
    twice = replace(WITH_EXTRA, extra=cards("5h 7h 8h Jh")[None])
    says = "A card lies twice in one round."
    assert told(breaches(rules(**ALL), twice, BETS, None)) == [says]


@pytest.mark.parametrize(("stub", "terms"), [(45, {}), (41, ALL)])
def test_a_stub_that_is_not_whole_is_found(stub: int, terms: dict[str, object]) -> None:
    says = "The stub has not the cards of a whole deck, and play went on."
    assert told(breaches(rules(**terms), changed(stub=stub), BETS, None)) == []
    assert told(breaches(rules(**terms), changed(stub=stub - 1), BETS, None)) == [says]


def many(n: int, **given: Any) -> tuple[Felt, Stakes]:
    hole, common = np.repeat(ONE_ROUND.hole, n, axis=0), np.repeat(ONE_ROUND.community, n, axis=0)
    stake = np.repeat(BETS.stake_cents, n, axis=0)
    felt = replace(plain(hole, common), **given)
    return felt, Stakes(stake, np.zeros_like(stake), np.zeros(n, bool))


def test_the_dealer_counts_the_stub_once_in_five_rounds() -> None:
    counting = rules(shuffling="device")
    stub = np.full(12, -1)
    stub[3] = 45
    felt, own = many(12, stub=stub)

    def late(before: Before | None) -> list[int]:
        found = breaches(counting, felt, own, before)
        (counted,) = (each for each in found if each.says.startswith("The stub was not"))
        return np.flatnonzero(counted.where).tolist()

    assert late(None) == [8]
    assert late(Before(2, 1)) == [2, 8]
    _, carried = GAME.settle(counting, felt, own, None)
    assert carried == Before(8, 1)
    assert told(breaches(rules(), felt, own, None)) == []


def test_two_decks_alternate() -> None:
    two = rules(decks=2)
    felt, own = many(4, deck=np.array([1, 2, 2, 1]))
    (turn,) = (each for each in breaches(two, felt, own, None) if "turn" in each.says)
    assert np.flatnonzero(turn.where).tolist() == [2]
    (turn,) = (each for each in breaches(two, felt, own, Before(0, 1)) if "turn" in each.says)
    assert np.flatnonzero(turn.where).tolist() == [0, 2]
    assert GAME.settle(two, felt, own, None)[1] == Before(4, 1)
    assert told(breaches(rules(), felt, own, None)) == []
    none, nothing = many(0)
    assert told(breaches(two, none, nothing, Before(0, 1))) == []
    assert GAME.settle(two, none, nothing, Before(3, 2))[1] == Before(3, 2)


def test_a_deck_found_short_is_removed_and_not_played_again() -> None:
    short = int(Irregularity.DECK_SHORT_BY_THE_STUB)
    given = {"irregularity": np.array([0, short, 0, 0]), "deck": np.array([1, 1, 2, 1])}
    felt, own = many(4, **given)
    own = replace(own, void=np.array([False, True, False, False]))

    def again(before: Before | None) -> list[int]:
        found = breaches(rules(), felt, own, before)
        (removed,) = (each for each in found if "found short" in each.says)
        return np.flatnonzero(removed.where).tolist()

    assert again(None) == [3]
    assert again(Before(0, 2, frozenset({2}))) == [2, 3]
    _, carried = GAME.settle(rules(), felt, own, None)
    assert carried == Before(4, 1, frozenset({1}))
    after, more = many(1)
    assert GAME.settle(rules(), after, more, carried)[1] == Before(5, 1, frozenset({1}))
    assert told(breaches(rules(), after, more, carried)) == [
        "A deck that was found short is in play again."
    ]


# --- what cannot be settled ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "lacking"),
    [
        ({"hole": cards("2c -- 3c Td").reshape(2, 2)}, [4, 6, 7]),
        ({"community": cards("Ks Kd --")}, [4, 5, 6]),
        ({"extra": cards("6h 7h 8h --")}, [7]),
    ],
)
def test_optional_wagers_need_their_own_cards(change: dict[str, Any], lacking: list[int]) -> None:
    own = stakes((500, 0, 0, 0, 100, 100, 100, 100))
    found, _ = incomplete(rules(**ALL), changed(WITH_EXTRA, **change), own)
    assert np.flatnonzero(found.where[0, 0]).tolist() == lacking
    void = replace(own, void=np.array([True]))
    assert told(incomplete(rules(**ALL), changed(WITH_EXTRA, **change), void)) == []


def test_a_prize_needs_its_meter() -> None:
    royal = replace(
        WITH_EXTRA,
        hole=cards("As Ks 3c Td").reshape(1, 2, 2),
        community=cards("Qs Js Ts")[None],
        meters_cents=np.full((1, 4), -1),
    )
    own = stakes((500, 0, 0, 0, 100, 0, 100), (500, 0, 0, 0, 100))
    _, found = incomplete(rules(**ALL), royal, own)
    assert np.argwhere(found.where).tolist() == [[0, 0, 4], [0, 0, 6]]
    known = replace(royal, meters_cents=np.full((1, 4), 2_000_000))
    assert told(incomplete(rules(**ALL), known, own)) == []
    showed = changed(royal, showed=[True, False])
    assert told(incomplete(rules(**ALL), showed, own)) == []


# --- the order of settlement --------------------------------------------------------------


def test_folds_first_then_seat_by_seat_from_the_right_each_to_its_end() -> None:
    three = felts.rules("mississippi_stud", **ALL)
    dealt = cards("2c 9d 3c Td 4c Jd").reshape(1, 3, 2)
    felt = plain(dealt, cards("Ks Kd 5h")[None])
    felt = replace(felt, extra=WITH_EXTRA.extra, meters_cents=WITH_EXTRA.meters_cents)
    stake = np.zeros((1, 3, 8), np.int64)
    stake[0, 0, [0, 4, 7]] = 500, 100, 100
    stake[0, 1, :6] = 500, 500, 500, 500, 100, 100
    stake[0, 2, [0, 1, 2, 5]] = 500, 500, 500, 100
    own = Stakes(stake, np.zeros_like(stake), np.zeros(1, bool))
    settled, _ = GAME.settle(three, felt, own, None)
    one = np.ones(1, np.int64)
    columns = to_columns(GAME, felt, own, settled, Notes(one, one, one, 0 * one))
    order = np.argsort(columns["sequence"])
    done = list(zip(columns["seat"][order].tolist(), columns["wager"][order].tolist(), strict=True))
    folds = [(1, 0), (3, 0), (3, 1), (3, 2)]
    assert done == [*folds, (3, 5), *((2, wager) for wager in range(6)), (1, 4), (1, 7)]


def test_a_great_many_rounds_are_settled_as_few_are() -> None:
    large = rules(minimum_cents=5_00, maximum_cents=5_000_00)
    rng, n = np.random.default_rng(3), 46_000
    units = rng.integers(0, 4, (n, 6)) * 1_000_00
    felt = GAME.deal(rng, n, large)
    felt, own = GAME.decide(rng, large, felt, units, np.zeros_like(units))
    whole, _ = GAME.settle(large, felt, own, None)
    check(own, whole)
    names = ("collected_cents", "paid_tray_cents", "pushed_cents", "phase")
    for start in range(0, n, 7_000):
        few = slice(start, start + 7_000)
        values: dict[str, Any] = {each.name: getattr(felt, each.name)[few] for each in fields(felt)}
        part, _ = GAME.settle(large, Felt(**values), own.only(few), None)
        assert all((getattr(part, name) == getattr(whole, name)[few]).all() for name in names)
    most = whole.paid_tray_cents.sum(axis=2).max()
    assert most == large.limit_cents == 50_000_00


# --- a table's day ------------------------------------------------------------------------


@pytest.mark.parametrize("example", list(mississippi_stud.EXAMPLES))
def test_a_day_with_optional_wagers_is_played_by_the_book(example: str) -> None:
    terms = dict(mississippi_stud.EXAMPLES[example]) | {"decks": 2, "shuffling": "device"}
    table = felts.a_period("mississippi_stud", rules=Rules.from_dict(terms))
    found = resettle(
        GAME, table.rules, {name: np.concatenate(each) for name, each in batches(table).items()}
    )
    assert found.disagreements == ()
    assert found.refused == ()


def batches(table: Any) -> dict[str, list[Any]]:
    parts = [act.columns for act in play(table) if isinstance(act, Rounds)]
    return {name: [part[name] for part in parts] for name in parts[0]}


def test_meters_grow_by_wagers_and_fall_by_prizes() -> None:
    terms = dict(mississippi_stud.EXAMPLES["Progressive B"]) | {"seats": 2}
    n = 4
    felt, _ = many(n)
    hole, common = felt.hole.copy(), felt.community.copy()
    hole[1, 0], common[1] = cards("As Ks"), cards("Qs Js Ts")
    hole[2, 0], common[2] = cards("9s Ks"), cards("Qs Js Ts")
    stake = np.zeros((n, 2, 8), np.int64)
    stake[..., 0], stake[..., 4] = 500, 100
    own = Stakes(stake, np.zeros_like(stake), np.zeros(n, bool))
    shown = with_meters(Rules.from_dict(terms), replace(felt, hole=hole, community=common), own)
    assert shown.meters_cents[:, 0].tolist() == [5_000_024, 5_000_048, 5_000_024, 5_000_048]
    assert shown.meters_cents[:, 1].tolist() == [250_008, 250_016, 250_024, 250_008]
