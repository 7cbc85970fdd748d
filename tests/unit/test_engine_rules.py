"""Rules of play: what the operator must state, and how rules are written and read."""

from fractions import Fraction

import pytest

from countroom.engine.baccarat_vigorish import VigCollection, VigRounding
from countroom.engine.games import GAMES, baccarat
from countroom.errors import EntryError
from tests.plumbing import felts

CRAPS = {
    "lay_side",
    "buy_vig",
    "lay_vig",
    "vig_rounding",
    "vig_step_cents",
    "vig_refund",
    "odds_4_10",
    "odds_5_9",
    "odds_6_8",
    "lay_odds",
    "put_bets",
    "big_6_8",
    "dice_hours",
}
STATED = {
    "mississippi_stud": {
        "dealing",
        "decks",
        "shuffling",
        "progressive",
        "progression_percent",
        "seeds_cents",
        "envy_cents",
        "three_card_bonus",
        "five_card_bonus",
        "six_card_bonus",
        "optional_limits_cents",
    },
    "baccarat": {
        "decks",
        "change_hours",
        "tie_odds",
        "vig_percent",
        "vig_rounding",
        "vig_collection",
    },
    "ez_baccarat": {"decks", "change_hours", "tie_odds", "panda_8_odds"},
    "minibaccarat": {
        "decks",
        "change_hours",
        "tie_odds",
        "vig_percent",
        "vig_rounding",
        "vig_collection",
        "ez",
        "dragon_7_odds",
        "panda_8_odds",
        "dealt",
    },
    "blackjack": {
        "decks",
        "dealt_from",
        "shuffling",
        "h17",
        "das",
        "max_hands",
        "resplit_aces",
        "hit_split_aces",
        "surrender",
        "bj_pays",
        "peek",
        "even_money",
        "payout_limit_cents",
    },
    "sic_bo": {"paytable", "change_hours"},
    "pai_gow_poker": {
        "house_way",
        "wheel_rank",
        "copies",
        "wrongly_set",
        "start_by",
        "commission",
        "vig_rounding",
        "change_hours",
        "fortune_pays",
        "fortune_envy",
        "treasure_pays",
        "treasure_envy",
        "dice_sum",
        "bank_offered",
        "co_bank_offered",
        "house_wager_cents",
    },
    "roulette": {
        "wheel",
        "zero_on_outside",
        "inside_minimum_cents",
        "inside_maximum_cents",
    },
    "craps": CRAPS,
    "mini_craps": CRAPS
    | {
        "offers_come",
        "offers_odds",
        "offers_place",
        "offers_buy_lay",
        "offers_hardways",
        "offers_field",
        "offers_one_throw",
        "offers_hops",
    },
    "poker": {
        "small_blind_cents",
        "big_blind_cents",
        "chip_cents",
        "rake_percent",
        "rake_step_cents",
        "rake_cap_cents",
        "no_flop_no_drop",
        "time_charge_cents",
        "time_charge_minutes",
    },
}


@pytest.mark.parametrize("game", GAMES)
def test_what_the_regulations_leave_open_has_no_default(game: str) -> None:
    for name in felts.RULES[game]:
        given = {key: value for key, value in felts.RULES[game].items() if key != name}
        with pytest.raises(EntryError, match=f"{name} is missing: .* must state it") as refused:
            GAMES[game].Rules.from_dict(given)
        assert set(refused.value.fields) == {name}
    assert STATED[game] <= set(felts.RULES[game])


@pytest.mark.parametrize("game", GAMES)
def test_rules_survive_being_written_and_read(game: str) -> None:
    rules = felts.rules(game)
    again = GAMES[game].Rules.from_dict(rules.to_dict())
    assert again == rules
    assert again.digest() == rules.digest() != felts.rules(game, minimum_cents=300).digest()
    assert len(rules.digest()) == 64


def test_rules_are_written_as_plain_values_in_one_order() -> None:
    assert felts.rules("baccarat").canonical() == (
        '{"change_hours":24,"coupon_in_multiples":false,"coupon_on_push":"stays",'
        '"coupon_pays":"same_odds_as_wager","coupons_per":"round","decks":8,'
        '"golden_talons":"none","maximum_cents":500000,"minimum_cents":500,"pair_odds":"none",'
        '"seats":9,"tie_odds":"8:1","vig_collection":"at_payout","vig_order":"after_paying",'
        '"vig_percent":5,"vig_rounding":"ceiling"}'
    )


@pytest.mark.parametrize(
    ("game", "change", "says"),
    [
        ("baccarat", {"seats": 0}, "1 to 14 betting positions"),
        ("baccarat", {"seats": 15}, "1 to 14 betting positions"),
        ("baccarat", {"minimum_cents": 0}, "more than nothing"),
        ("baccarat", {"maximum_cents": 499}, "not below the minimum"),
        ("baccarat", {"decks": 0}, "1 to 8 decks"),
        ("baccarat", {"decks": 9}, "1 to 8 decks"),
        ("baccarat", {"tie_odds": "15:2"}, "at least 8 to 1"),
        ("baccarat", {"change_hours": 0}, "for an hour at least"),
        ("baccarat", {"pair_odds": 11}, "odds as text"),
        ("baccarat", {"pair_odds": "0:1"}, "two whole numbers"),
        ("baccarat", {"golden_talons": "F"}, "Choose one of none, A, B, C, D, E."),
        ("baccarat", {"vig_percent": 0}, "4 or 5 percent"),
        ("minibaccarat", {"vig_percent": 3}, "4 or 5 percent"),
        ("minibaccarat", {"dragon_7_odds": "40:1"}, "EZ Baccarat only: state none"),
        ("minibaccarat", {"panda_8_odds": "25:1"}, "EZ Baccarat only: state none"),
        ("minibaccarat", {"house_money": True}, "is not known here"),
        ("ez_baccarat", {"tie_odds": "7:1"}, "at least 8 to 1"),
        ("baccarat", {"vig_percent": 6}, "4 or 5 percent"),
        ("baccarat", {"vig_rounding": "half_up"}, "Choose one of exact, ceiling."),
        ("baccarat", {"tie_odds": 8}, "odds as text"),
        ("baccarat", {"tie_odds": "8 to 1"}, "two whole numbers"),
        ("baccarat", {"tie_odds": "0:1"}, "two whole numbers"),
        ("baccarat", {"decks": "8"}, "Write a whole number"),
        ("baccarat", {"decks": True}, "Write a whole number"),
        ("baccarat", {"coupon_in_multiples": 1}, "true or false"),
        ("baccarat", {"coupon_on_push": []}, "Choose one of stays, drops."),
        ("baccarat", {"commission": 5}, "not a rule of this game"),
        ("sic_bo", {"paytable": "C"}, "Choose one of A, B, usual_us."),
        ("pai_gow_poker", {"seats": 7}, "at most 6 betting positions"),
        ("pai_gow_poker", {"change_hours": 0}, "for an hour or longer"),
        ("pai_gow_poker", {"house_wager_cents": -1}, "not below nothing"),
        ("pai_gow_poker", {"commission": "tiger_9"}, "A bank pays vigorish"),
        ("pai_gow_poker", {"fortune_pays": "straight:2,straight:3"}, "Write each line once"),
        ("pai_gow_poker", {"fortune_pays": "straight=2"}, "Write each line once"),
        ("pai_gow_poker", {"fortune_pays": "six_aces:2"}, "six_aces is none of"),
        ("pai_gow_poker", {"treasure_pays": "straight:999999"}, "more than any does"),
        ("pai_gow_poker", {"fortune_envy": "straight:500"}, "straight is none of"),
        ("pai_gow_poker", {"treasure_envy": "five_aces:500"}, "a wager that is offered"),
        ("pai_gow_poker", {"fortune_pays": 5}, "Write it as text"),
        ("sic_bo", {"change_hours": 0}, "for an hour at least"),
        ("roulette", {"inside_minimum_cents": 0}, "minimum inside is more than nothing"),
        ("roulette", {"inside_maximum_cents": 499}, "maximum inside is not below"),
        ("roulette", {"straight_odds": "34:1"}, "at least 35:1"),
        ("roulette", {"even_chance_odds": "1:2"}, "at least 1:1"),
        ("roulette", {"wheel": "triple_zero"}, "Choose one of double_zero, single_zero."),
        ("craps", {"vig_step_cents": 0}, "step above nothing"),
        ("craps", {"dice_hours": 0}, "an hour at the least"),
        ("craps", {"field_twelve": "5:2"}, "2 or 3 to 1 on 12"),
        ("craps", {"odds_4_10": -1, "lay_odds": -1}, "not below nothing"),
        ("mini_craps", {"lay_side": "neither"}, "place_to_lose, lay, both"),
        ("poker", {"seats": 11}, "2 to 10 seats"),
        ("poker", {"seats": 1}, "2 to 10 seats"),
        ("poker", {"small_blind_cents": 500}, "not above the big"),
        ("poker", {"small_blind_cents": 0}, "not above the big"),
        ("poker", {"small_blind_cents": 150}, "number of the smallest chips"),
        ("poker", {"big_blind_cents": 450}, "number of the smallest chips"),
        ("poker", {"rake_step_cents": 0}, "number of the smallest chips"),
        ("poker", {"rake_percent": 101}, "0 to 100 percent"),
        ("poker", {"rake_cap_cents": -1}, "not below nothing"),
        ("poker", {"chip_cents": 0}, "worth more than nothing"),
        ("poker", {"time_charge_cents": 600}, "a rake or a time charge, not both"),
        ("poker", {"time_charge_cents": -600}, "not below nothing"),
        ("poker", {"time_charge_cents": 650}, "number of the smallest chips"),
        ("poker", {"time_charge_minutes": 0}, "a minute at least"),
    ],
)
def test_rules_that_cannot_be_are_refused(game: str, change: dict[str, object], says: str) -> None:
    with pytest.raises(EntryError, match=says) as refused:
        felts.rules(game, **change)
    assert set(refused.value.fields) >= set(change)


def test_several_faults_are_named_at_once() -> None:
    with pytest.raises(EntryError) as refused:
        felts.rules("baccarat", decks=0, vig_percent=3, seats=99)
    assert set(refused.value.fields) == {"seats", "decks", "vig_percent"}


def test_rules_made_directly_are_checked_too() -> None:
    with pytest.raises(EntryError, match="at least 8 to 1"):
        baccarat.Rules(
            seats=9,
            minimum_cents=500,
            maximum_cents=1000,
            decks=8,
            change_hours=24,
            tie_odds=Fraction(7),
            vig_percent=5,
            vig_rounding=VigRounding.EXACT,
            vig_collection=VigCollection.MARKED,
        )
