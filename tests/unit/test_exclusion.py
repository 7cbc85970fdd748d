import pytest

from countroom.domain.exclusion import (
    MOST,
    Likeness,
    Listed,
    ListKind,
    Patron,
    likeness,
    read_people,
    scrub,
)
from countroom.errors import EntryError
from countroom.regulations import V_96


@pytest.mark.parametrize(
    ("one", "other", "like"),
    [
        ("Ann Sample", "SAMPLE, Ann", Likeness.SAME),
        ("Mr. José Muñoz Jr.", "Jose Munoz", Likeness.SAME),
        ("Pat O'Sample", "Pat OSample", Likeness.SAME),
        ("王小明", "王小明", Likeness.SAME),
        ("Ann Mary Sample", "Ann Sample", Likeness.MORE_NAMES),
        ("A. Sample", "Ann Sample", Likeness.INITIAL),
        ("B. Sample", "Ann Sample", None),
        ("Jon Sample", "John Sample", Likeness.SPELT),
        ("Ann Samplesmith", "Ann Samplsmyth", Likeness.SPELT),
        ("Ann Sample", "Bob Sample", None),
        ("Ann Sample", "Ann Other", None),
        ("Ann Sample", "Bob Other", None),
        ("Ann", "Ann Sample", None),
        ("Jo Sample", "Al Sample", None),
    ],
)
def test_names_are_the_same_or_like_each_other_for_a_reason(
    one: str, other: str, like: Likeness | None
) -> None:
    assert likeness(Patron(one), Patron(other)) is like


def test_the_same_address_and_a_common_name_are_put_before_a_person() -> None:
    one, other = Patron("Ann Sample", "1 Main St."), Patron("Bob Sample", "1 MAIN ST")
    assert likeness(one, other) is Likeness.ADDRESS
    assert likeness(one, Patron("Bob Sample", "2 Main St")) is None


@pytest.mark.rule(V_96)
def test_a_file_is_scrubbed_against_both_lists() -> None:
    lists = [
        Listed(ListKind.SELF_EXCLUSION, Patron("Ann Sample")),
        Listed(ListKind.EXCLUSION, Patron("Jon Sample")),
        Listed(ListKind.EXCLUSION, Patron("Nobody Else")),
    ]
    people = (Patron("Sample Ann"), Patron("John Sample"), Patron("Free Person"))
    exact, near = scrub(people, lists)
    assert (exact.patron, exact.exact, exact.listed) == (0, True, lists[0])
    assert (near.patron, near.exact, near.likeness) == (1, False, Likeness.SPELT)
    assert [one.word for one in ListKind] == ["self-exclusion list", "exclusion list"]


def test_a_file_of_people_is_read_line_by_line() -> None:
    text = '\ufeffname,address\r\nAnn Sample,"1 Main St, Here"\r\n=1+1 Person,2 Main St\r\n'
    assert read_people(text, field="people", addressed=True) == (
        Patron("Ann Sample", "1 Main St, Here"),
        Patron("=1+1 Person", "2 Main St"),
    )
    assert read_people("name,address\nAnn,", field="people", addressed=False)[0].address == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "names the columns"),
        ("who,where\nAnn,1 Main St", "names the columns"),
        ("name,address\nAnn", "Line 2 lacks an address"),
        ("name,address\nAnn,1\n...,2", "Line 3 lacks a name"),
        ("name,address\nAnn,1\nBob\nCid\nDan,4", "Line 3 lacks an address. Line 4 lacks"),
        ("name,address\n" + "Bob\n" * 7, "Line 6 lacks an address. And 2 more"),
        ("name,address\nAnn,1 Main St, Here", "Line 2 has more columns"),
        ('name,address\n"Ann\nSample",1', "Line 3 holds a line break"),
        ('name,address\nAnn,1\n"Bob"x,2', "Line 3 is no line of a CSV file"),
        ('name,address\nAnn,1\n"Bob,2', "Line 3 is no line of a CSV file"),
        ('name,address\n"' + "A" * 140_000 + '",2', "is no line of a CSV file"),
        ("name,address\n", "not 0"),
        ("name,address\n" + "A,1\n" * (MOST + 1), "not 20,001"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(text: str, says: str) -> None:
    with pytest.raises(EntryError, match=says):
        read_people(text, field="people", addressed=True)
