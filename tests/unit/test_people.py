import dataclasses

import pytest

from countroom.domain import people
from countroom.domain.canonical import from_bytes, to_bytes
from countroom.domain.people import Employer, Person, Role, role_conflicts
from countroom.domain.texts import code_fault, name_fault
from countroom.errors import EntryError
from countroom.regulations import SOD_3, SOD_8, SOD_13, SURVEILLANCE_APART

ANA = Person("0101", "Ana Ferreira (sample)", "Dealer", (Role.DEALER,), "C-1")


def test_every_role_is_printed_by_a_name_of_its_own() -> None:
    printed = [role.printed for role in Role]
    assert len(set(printed)) == len(printed)
    assert Role.CCR.printed == "Casino Compliance Representative"


@pytest.mark.parametrize(
    "name",
    ["Nguyễn Văn A", "王小明", "محمد", "O'Brien & Sons <b>x</b>", "\u0645\u06cc\u200c\u062e"],
)
def test_a_name_may_be_of_any_script(name: str) -> None:
    assert dataclasses.replace(ANA, name=name).name == name


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "is empty."),
        ("   ", "is empty."),
        ("x" * 81, "is longer than 80 characters."),
        ("Ana\nFerreira", "holds a control character."),
        ("Ana\u202eFerreira", "holds a control character."),
        ("Ana\ud800", "holds a control character."),
        (" Ana", "begins or ends with a space."),
        ("Nguye\u0302\u0303n", "is not in Unicode form NFC."),
    ],
)
def test_a_name_that_cannot_be_printed_is_refused(name: str, fault: str) -> None:
    assert name_fault(name) == fault
    with pytest.raises(EntryError) as refusal:
        dataclasses.replace(ANA, name=name)
    assert refusal.value.fields == {"name": f"name {fault}"}


@pytest.mark.parametrize("code", ["7", "007", "E-3", "MS-101", "x" * 16])
def test_a_code_is_a_label(code: str) -> None:
    assert code_fault(code) is None


@pytest.mark.parametrize(
    "code", ["", "x" * 17, "-7", "../7", "a b", "=cmd|'/C calc'!A0", "\u0667", "BJ_1", "7\n"]
)
def test_a_code_is_nothing_else(code: str) -> None:
    assert code_fault(code) is not None


def test_all_faults_of_a_person_are_named_at_once() -> None:
    with pytest.raises(EntryError) as refusal:
        Person("", "", "", (), "", Employer.CASINO)
    assert list(refusal.value.fields) == ["code", "name", "title", "roles", "credential"]


def test_a_role_is_given_once() -> None:
    with pytest.raises(EntryError, match="names a role twice"):
        dataclasses.replace(ANA, roles=(Role.DEALER, Role.DEALER))


@pytest.mark.rule(SOD_3)
@pytest.mark.parametrize(
    ("roles", "employer"),
    [((Role.CCR,), Employer.CASINO), ((Role.DEALER,), Employer.BOARD)],
)
def test_a_representative_is_the_boards_and_nobody_else_is(
    roles: tuple[Role, ...], employer: Employer
) -> None:
    with pytest.raises(EntryError, match="SOD-3") as refusal:
        dataclasses.replace(ANA, roles=roles, employer=employer)
    assert list(refusal.value.fields) == ["employer"]
    assert dataclasses.replace(ANA, roles=(Role.CCR,), employer=Employer.BOARD).holds(Role.CCR)


@pytest.mark.rule(SOD_3)
def test_a_representative_holds_no_other_role() -> None:
    assert len(role_conflicts((Role.CCR, Role.DEALER), count_team_apart=False)) == 1
    (conflict,) = role_conflicts((Role.CCR, Role.DEALER, Role.SECURITY), count_team_apart=False)
    assert conflict.rule is SOD_3
    assert conflict.sentence.endswith("cannot also be Dealer, Security Officer.")
    assert role_conflicts((Role.CCR,), count_team_apart=True) == ()


@pytest.mark.rule(SOD_13)
@pytest.mark.parametrize("other", sorted(people.NOT_WITH_COUNT_TEAM))
def test_the_count_team_is_kept_apart_where_the_house_says_so(other: Role) -> None:
    both = (Role.COUNT_TEAM, other)
    (conflict,) = role_conflicts(both, count_team_apart=True)
    assert conflict.rule is SOD_13
    assert other.printed in conflict.sentence
    assert role_conflicts(both, count_team_apart=False) == ()
    assert role_conflicts((other,), count_team_apart=True) == ()


@pytest.mark.rule(SURVEILLANCE_APART)
@pytest.mark.parametrize("other", [Role.COUNT_TEAM, Role.DROP_TEAM])
def test_surveillance_watches_and_does_not_join(other: Role) -> None:
    (conflict,) = role_conflicts((Role.SURVEILLANCE, other), count_team_apart=True)
    assert conflict.rule is SURVEILLANCE_APART


def test_a_person_may_hold_several_roles() -> None:
    both = (Role.COUNT_TEAM, Role.COUNT_ROOM_EMPLOYEE)
    assert role_conflicts(both, count_team_apart=True) == ()
    person = dataclasses.replace(ANA, roles=both)
    assert person.holds(Role.COUNT_ROOM_EMPLOYEE, Role.CCR)
    assert not person.holds(Role.DEALER)


def test_a_person_is_read_back_from_the_record() -> None:
    person = dataclasses.replace(ANA, roles=(Role.CCR,), employer=Employer.BOARD)
    assert from_bytes(Person, to_bytes(person)) == person


@pytest.mark.rule(SOD_8)
def test_who_gives_coupons_to_patrons_does_not_keep_their_ledger() -> None:
    roles = (Role.MARKETING, Role.FINANCE_SUPERVISOR)
    (conflict,) = role_conflicts(roles, count_team_apart=True)
    assert conflict.rule is SOD_8
    assert conflict.sentence == "Finance Supervisor cannot also be Marketing."
    assert role_conflicts((Role.FINANCE, Role.FINANCE_SUPERVISOR), count_team_apart=True) == ()
