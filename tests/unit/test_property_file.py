import dataclasses
import tomllib
from datetime import date, time
from importlib import resources
from pathlib import Path

import pytest

from countroom.domain.bookkeeping import Bookkeeping, NegativeWeek, Weekday
from countroom.domain.denominations import denomination_label
from countroom.domain.floor import BoxUse, ChipKind, TableKind
from countroom.domain.house import SINGLES, House
from countroom.domain.house_faults import LISTS
from countroom.domain.people import Employer, Role
from countroom.domain.procedure import SETTING_NAMES, Settings, TeamSigns
from countroom.domain.property_file import FILE_LIMIT_BYTES, parse_house, read_house
from countroom.domain.terms import CouponKind, PrintedItem
from countroom.domain.toml_places import STATEMENT_LINES, line_places, nearest_line
from countroom.engine.games import GAMES as ENGINE_GAMES
from countroom.errors import EntryError
from countroom.money import Money
from tests.plumbing.houses import GAMES

SAMPLE = resources.files("countroom").joinpath("sample_property.toml").read_bytes()

SMALL = """\
[property]
name = "Test House (sample)"
zone = "America/New_York"

[settings]
stations = 1

[[pits]]
code = "1"
name = "Pit 1"

[[chip_sets]]
code = "main"
name = "House chips"
denominations = [1, "2.50", 100]

[[tables]]
code = "MS-101"
pit = "1"
game = "mississippi_stud"
kind = "banking"
chip_sets = ["main"]

[[key_sets]]
code = "floor"
release = "R-1"
content_a = "A-1"
content_b = "B-1"

[[boxes]]
code = "007"
label = "MS-101"
key_set = "floor"

[[boxes]]
code = "7"
label = "MS-101"
key_set = "floor"

[[boxes]]
code = "E-1"
label = "EMERGENCY"
key_set = "floor"

[[stations]]
code = "1"
name = "Station 1"

[[areas]]
code = "floor"
name = "Floor"

[[people]]
code = "0101"
name = "王小明 (sample)"
roles = ["dealer", "boxperson"]
credential = "C-1"

[rules.mississippi_stud]
seats = 6

[[coupons]]
code = "MP25"
name = "Match Play 25"
value = 25
games = ["mississippi_stud"]
"""


def read(text: str) -> House:
    return read_house(text.encode(), games=GAMES)


def refused(text: str) -> dict[str, str]:
    """Every fault of a file, by its place."""
    with pytest.raises(EntryError) as refusal:
        read(text)
    return refusal.value.fields


def spoiled(old: str, new: str) -> dict[str, str]:
    """Every fault of the small file with one thing written otherwise."""
    assert SMALL.count(old) >= 1
    return refused(SMALL.replace(old, new, 1))


# ------------------------------------------------------------------------------------ good files


def test_a_small_house_is_read() -> None:
    house = read(SMALL)
    assert house.property.gaming_day_start == time(6)
    assert house.tables[0].order == 1
    assert house.chip_set("main").kind is ChipKind.VALUE
    assert house.chip_set("main").denominations == (Money(10_000), Money(250), Money(100))
    assert house.person("0101").title == "Dealer"
    assert house.person("0101").employer is Employer.CASINO
    assert house.settings == Settings(stations=1)
    assert house.submission("mississippi_stud").terms == {"seats": 6}
    assert house.coupons[0].value == Money(2_500)
    assert house.coupons[0].expires is None


def test_case_d3_zeros_of_a_box_are_kept() -> None:
    assert [box.code for box in read(SMALL).boxes] == ["007", "7", "E-1"]


def test_everything_a_house_may_choose_is_read() -> None:
    text = SMALL.replace('zone = "America/New_York"', 'zone = "UTC"\ngaming_day_start = "7:30"')
    text = text.replace(
        "[settings]",
        '[currency]\nnotes = [1, 2]\ncoins = ["0.10"]\n\n[settings]\n'
        'team_signs = "before_presentation"\nvariance_warn = "1.50"\nproof_c4a = false\n'
        "drop_from = 04:30:00",
    )
    text = text.replace('kind = "banking"', 'kind = "banking"\norder = 9\nautomated = true')
    text = text.replace('credential = "C-1"', 'credential = "C-1"\ntitle = "Lead Dealer"')
    text += 'serial_prefix = "M-"\nwagers = ["ante"]\nexpires = 2027-12-31\nkind = "direct_bet"\n'
    house = read(text)
    assert house.property.gaming_day_start == time(7, 30)
    assert house.currency.notes == (Money(200), Money(100))
    assert house.currency.coins == (Money(10),)
    assert house.settings.team_signs is TeamSigns.BEFORE_PRESENTATION
    assert house.coupons[0].kind is CouponKind.DIRECT_BET
    assert house.settings.variance_warn == Money(150)
    assert not house.settings.proof_c4a
    assert house.settings.drop_from == time(4, 30)
    assert (house.tables[0].order, house.tables[0].automated) == (9, True)
    assert house.people[0].title == "Lead Dealer"
    assert house.coupons[0].expires == date(2027, 12, 31)
    assert (house.coupons[0].serial_prefix, house.coupons[0].wagers) == ("M-", ("ante",))


def test_a_name_typed_in_pieces_is_put_into_one_form() -> None:
    house = read(SMALL.replace("王小明", "Nguye\u0302\u0303n"))
    assert house.people[0].name == "Nguy\u1ec5n (sample)"


def test_a_file_from_another_editor_is_read() -> None:
    data = b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode()
    assert read_house(data, games=GAMES) == read(SMALL)


# -------------------------------------------------------------------------------------- the sample


def test_the_sample_is_a_house_ready_to_open() -> None:
    house = read_house(SAMPLE, games=GAMES)
    assert len(house.tables) == 14
    assert {table.kind for table in house.tables} == set(TableKind)
    assert {table.game for table in house.tables} == set(ENGINE_GAMES)
    assert len(house.pits) == 4
    assert len(house.machines) == 2
    assert [box.code for box in house.boxes if box.use is BoxUse.EMERGENCY] == ["E-1", "E-2", "E-3"]
    assert any(box.use is BoxUse.SPARE for box in house.boxes)
    assert "$2.50" in map(
        denomination_label, (each.cents for each in house.chip_set("main").denominations)
    )


def test_the_sample_has_somebody_for_every_role() -> None:
    house = read_house(SAMPLE, games=GAMES)
    needed = dict.fromkeys(Role, 1) | {
        Role.COUNT_TEAM: house.settings.team_minimum + 1,
        Role.COUNT_ROOM_SUPERVISOR: 2,
        Role.CCR: 3,
        Role.MAIN_BANK_CASHIER: 2,
        Role.CAGE_SUPERVISOR: 2,
        Role.CHIP_BANK_CASHIER: 2,
        Role.DROP_TEAM: 2,
        Role.SECURITY: 2,
        Role.ACCOUNTING: 2,
        Role.ADMINISTRATOR: 2,
    }
    short = {role: len(house.people_with(role)) for role in Role}
    assert {role for role in Role if short[role] < needed[role]} == set()


def test_the_people_of_the_sample_are_marked() -> None:
    house = read_house(SAMPLE, games=GAMES)
    assert [person.name for person in house.people if not person.name.endswith(" (sample)")] == []
    assert house.property.name.endswith(" (sample)")
    names = " ".join(person.name for person in house.people)
    assert all(name in names for name in ("王小明", "Nguyễn Văn A", "محمد", "O'Brien"))


def test_the_sample_explains_every_setting_and_leaves_it_as_usual() -> None:
    settings = tomllib.loads(SAMPLE.decode())["settings"]
    assert list(settings) == list(SETTING_NAMES)
    house = read_house(SAMPLE, games=GAMES)
    usual = dataclasses.replace(house.settings, recount_devices=(), exclusion_readers=())
    assert usual == Settings()


def test_the_sample_explains_every_key_of_the_books() -> None:
    stated = tomllib.loads(SAMPLE.decode())["bookkeeping"]
    assert list(stated) == [field.name for field in dataclasses.fields(Bookkeeping)]
    held = read_house(SAMPLE, games=GAMES).bookkeeping
    assert held.table_games_opened == date(2010, 7, 18)
    assert held.tax_week_starts is Weekday.MONDAY
    assert dataclasses.replace(held, table_games_opened=None, tax_week_starts=None) == Bookkeeping()


def test_what_the_books_need_and_nobody_stated_stays_unstated() -> None:
    assert read(SMALL).bookkeeping == Bookkeeping()
    house = read(SMALL + '[bookkeeping]\nnegative_week = "nothing_due"\n')
    assert house.bookkeeping.negative_week is NegativeWeek.NOTHING_DUE
    wrong = refused(SMALL + '[bookkeeping]\ntax_week_starts = "mondays"\naccount_cash = "a b"\n')
    assert any("Did you mean 'monday'?" in says for says in wrong.values())
    assert any("account_cash" in place for place in wrong)


def test_the_sample_shows_every_section_and_key() -> None:
    raw = tomllib.loads(SAMPLE.decode())
    assert set(raw) == set(SINGLES) | set(LISTS)


@pytest.mark.parametrize("game", sorted(ENGINE_GAMES))
def test_the_engine_takes_the_rules_of_the_sample(game: str) -> None:
    house = read_house(SAMPLE, games=GAMES)
    rules = ENGINE_GAMES[game].Rules.from_dict(house.submission(game).terms)
    assert rules.to_dict().items() >= house.submission(game).terms.items()


# --------------------------------------------------------------------------------------- bad files


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ('zone = "America/New_York"', 'zone = "EST5"', "property.zone (line 3)", "no time zone"),
        ('zone = "America/New_York"\n', "", "property.zone (line 1)", "zone is missing."),
        ('name = "Test House (sample)"', 'name = ""', "property.name (line 2)", "is empty"),
        ('zone = "', 'gaming_day_start = "24:00"\nzone = "', "property.gaming_day_start (line 3)",
         "such as"),
        ('zone = "', 'gaming_day_start = 6\nzone = "', "property.gaming_day_start (line 3)",
         "time of day"),
        ("stations = 1", "stations = 2", "settings.stations (line 6)", "Only 1 of the stations"),
        ("stations = 1", 'stations = "1"', "settings.stations (line 6)", "a whole number"),
        ("stations = 1", "station = 1", "settings.station (line 6)", "Did you mean 'stations'?"),
        ("stations = 1", "stations = 1\nproof_c4a = 1", "settings.proof_c4a (line 7)",
         "true or false"),
        ("stations = 1", 'stations = 1\nteam_signs = "late"', "settings.team_signs (line 7)",
         "Known here: after_agreement, before_presentation."),
        ("stations = 1", "stations = 1\nvariance_warn = 2.5", "settings.variance_warn (line 7)",
         "in quotes"),
        ("stations = 1", 'stations = 1\nvariance_warn = "a"', "settings.variance_warn (line 7)",
         "Enter an amount"),
        ("stations = 1", "stations = 1\nvariance_warn = true", "settings.variance_warn (line 7)",
         "must be dollars"),
        ('code = "1"', "code = 1", "pits[1].code (line 9)", "a text in quotes"),
        ("[1, ", "[1, 1.5, ", "chip_sets[1].denominations (line 15)", "must be dollars"),
        ("[1, ", '["1.25", ', "chip_sets[1].denominations (line 15)", "half-dollars"),
        ('[1, "2.50", 100]', "5", "chip_sets[1].denominations (line 15)", "a list of dollars"),
        ("[1, ", "[1, 1, ", "chip_sets[1].denominations (line 15)", "different amounts"),
        ('pit = "1"', 'pit = "2"', "tables[1].pit (line 19)", "There is no '2' among the pits."),
        ('"mississippi_stud"', '"missisippi"', "tables[1].game (line 20)",
         "Did you mean 'mississippi_stud'?"),
        ('"mississippi_stud"', '""', "tables[1].game (line 20)", "is empty"),
        ('"banking"', '"nonbanking"', "tables[1].kind (line 21)", "is a banking game"),
        ('"banking"', '"banked"', "tables[1].kind (line 21)", "Did you mean 'banking'?"),
        ('["main"]', '"main"', "tables[1].chip_sets (line 22)", "a list of texts"),
        ('["main"]', '["mian"]', "tables[1].chip_sets (line 22)", "no 'mian'"),
        ('"A-1"', '"R-1"', "key_sets[1].code (line 25)", "V-02"),
        ('code = "7"', 'code = "007"', "boxes[2].code (line 36)", "already used by boxes[1]"),
        ('label = "MS-101"', 'label = "MS 1"', "boxes[1].label (line 32)", "may hold only"),
        ('label = "MS-101"', 'label = "E-1"', "boxes[1].label (line 32)", "among the tables"),
        ('key_set = "floor"', 'key_set = "x"', "boxes[1].key_set (line 33)", "key sets"),
        ('["dealer"', '["deeler"', "people[1].roles (line 56)", "Did you mean 'dealer'?"),
        ('credential = "C-1"\n', "", "people[1].credential (line 53)", "is missing"),
        ('["dealer", "boxperson"]', '["ccr"]', "people[1].employer (line 53)", "SOD-3"),
        ('(sample)"\nroles', '\\u0007"\nroles', "people[1].name (line 55)", "control character"),
        ("[rules.mississippi_stud]\nseats = 6", "[rules]\nmississippi_stud = 6",
         "rules.mississippi_stud (line 60)", "Write it as [rules.mississippi_stud]"),
        ("seats = 6", "seats = 6.5", "rules.mississippi_stud (line 59)", "no fraction"),
        ("seats = 6", "[rules.whist]", "rules.whist (line 60)", "no game here"),
        ("value = 25\n", "", "coupons[1].value (line 62)", "is missing"),
        ("value = 25\n", "value = 0\n", "coupons[1].value (line 65)", "half-dollars"),
        ("value = 25\n", 'value = 25\nexpires = "soon"\n', "coupons[1].expires (line 66)",
         "a date without quotes"),
        ("value = 25\n", "value = 25\nexpires = 2027-01-01T00:00:00Z\n",
         "coupons[1].expires (line 66)", "a date without quotes"),
        ('games = ["mis', 'games = ["mes', "coupons[1].games (line 66)", "no game here"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_place(old: str, new: str, place: str, says: str) -> None:
    found = spoiled(old, new)
    assert place in found, found
    assert says in found[place]


def test_all_faults_are_named_at_once_in_the_order_of_the_file() -> None:
    text = SMALL.replace("America/New_York", "Nowhere").replace("stations = 1", "stations = 0")
    text = text.replace('game = "m', 'game = "n').replace('["dealer"', '["deeler"')
    text = text.replace('code = "7"', 'code = "007"')
    assert list(refused(text)) == [
        "property.zone (line 3)",
        "settings.stations (line 6)",
        "tables[1].game (line 20)",
        "boxes[2].code (line 36)",
        "people[1].roles (line 56)",
    ]


def test_a_faulty_table_is_still_there_for_its_boxes() -> None:
    assert list(spoiled('pit = "1"\n', "")) == ["tables[1].pit (line 17)"]


def test_a_faulty_box_is_not_a_missing_one() -> None:
    assert list(spoiled('code = "007"', 'code = "0 7"')) == ["boxes[1].code (line 31)"]


def test_a_table_short_of_boxes_is_named() -> None:
    found = spoiled('label = "MS-101"', 'label = "SPARE"')
    assert "there are 1" in found["tables[1] (line 17)"]


def test_a_file_of_nothing_lacks_everything() -> None:
    found = refused("")
    assert found["property.name"] == "name is missing."
    assert "Name at least one of the key sets." in found.values()


def test_a_section_of_the_wrong_shape_is_named() -> None:
    found = refused('property = 1\npits = "1"\nrules = 2\ntabels = []\nboxes = [1]\n')
    assert found["property (line 1)"] == "Write it as [property] with its keys below."
    assert found["pits (line 2)"] == "Write each as [[pits]] with its keys below."
    assert found["rules (line 3)"].startswith("Write each as [rules.game]")
    assert "Did you mean 'tables'?" in found["tabels (line 4)"]
    assert "boxes (line 5)" in found


def test_a_dictionary_is_read_without_lines() -> None:
    with pytest.raises(EntryError) as refusal:
        parse_house(tomllib.loads(SMALL) | {"pits": [{"code": "1"}]}, games=GAMES)
    assert refusal.value.fields == {"pits[1].name": "name is missing."}


@pytest.mark.parametrize(
    ("data", "place", "says"),
    [
        (b"a = 1\nb = \n", "file (line 2)", "Not readable as TOML"),
        (b"[property]\nname = 'x'\nname = 'y'\n", "file (line 3)", "Not readable as TOML"),
        (b"a = 1\nb = '\xff'\n", "file (line 2)", "not in UTF-8"),
        (b"a = '", "file", "Not readable as TOML"),
        (b"a = " + b"[" * 5000, "file", "nested too deeply"),
        (b"a = " + b"9" * 5000, "file", "Not readable as TOML"),
        (b"#" * (FILE_LIMIT_BYTES + 1), "file", "larger than 1,000,000 bytes"),
    ],
    ids=["syntax", "twice", "encoding", "end", "depth", "digits", "size"],
)
def test_what_is_no_toml_is_refused_in_a_sentence(data: bytes, place: str, says: str) -> None:
    with pytest.raises(EntryError) as refusal:
        read_house(data, games=GAMES)
    ((found, sentence),) = refusal.value.fields.items()
    assert found == place
    assert says in sentence


# ------------------------------------------------------------------------------------------- lines


def test_lines_are_found_past_strings_lists_and_comments() -> None:
    text = (
        '# [[pits]]\na = """\n[[pits]]\n"""\nb = [\n  1, # ]\n  2,\n]\n[[pits]]\n"c" = 1\nd.e = 2\n'
    )
    assert line_places(text) == {
        "a": 2,
        "b": 5,
        "pits[1]": 9,
        "pits[1].c": 10,
        "pits[1].d": 11,
        "pits[1].d.e": 11,
    }


def test_headers_inside_headers_have_their_line() -> None:
    assert line_places("[a.b]\nc = 1\n[[a.d]]\n[[a.d]]\ne = 1\n") == {
        "a.b": 1,
        "a.b.c": 2,
        "a.d[1]": 3,
        "a.d[2]": 4,
        "a.d[2].e": 5,
    }


def test_a_statement_without_end_ends_the_search() -> None:
    long = "a = [\n" + "1,\n" * STATEMENT_LINES + "]\nb = 1\n"
    assert line_places("c = 1\n" + long) == {"c": 1}
    assert nearest_line("b", {"c": 1}) is None


def test_the_sample_has_a_line_for_everything() -> None:
    places = line_places(SAMPLE.decode())
    lines = SAMPLE.decode().split("\n")
    assert lines[places["boxes[7].label"] - 1].startswith("label = ")
    assert len([place for place in places if place.endswith(".credential")]) == 42


def test_the_sample_ships_beside_the_code() -> None:
    package = Path(str(resources.files("countroom")))
    assert (package / "sample_property.toml").is_file()


def test_a_design_and_the_controls_state_their_approvals() -> None:
    more = (
        'approved = 2011-01-03\nreference = "BCC-25"\n'
        'printed = ["holder", "value"]\nrestrictions = "Stud only"\nterms = "Even money"\n'
    )
    controls = (
        '\n[[controls]]\ncode = "IC"\nname = "Coupons"\napproved = 2011-01-03\n'
        'reference = "IC-1"\nareas = ["Vault"]\n'
    )
    house = read(SMALL.replace("value = 25\n", f"value = 25\n{more}") + controls)
    design = house.coupons[0]
    assert (design.approved, design.reference) == (date(2011, 1, 3), "BCC-25")
    assert design.printed == (PrintedItem.HOLDER, PrintedItem.VALUE)
    assert (design.restrictions, design.terms) == ("Stud only", "Even money")
    (standing,) = house.controls
    assert (standing.areas, standing.approved) == (("Vault",), date(2011, 1, 3))
    with pytest.raises(EntryError) as refused:
        read(SMALL + controls.replace("approved = 2011-01-03\n", ""))
    assert "approved is missing." in str(refused.value)
