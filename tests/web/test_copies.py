"""One's own copy of a form: a draft is not kept, the first print is, and others are reprints."""

from typing import Any

from countroom.domain.papers.first_checks import AtTable
from countroom.domain.people import Role
from countroom.inquiries import prints
from countroom.money import Money
from countroom.operations import credits as credits_
from countroom.operations import fills, first_checks
from countroom.stores import documents
from tests.builders import DAY
from tests.plumbing import floor
from tests.plumbing import prints as reading
from tests.plumbing.web import Site, Tablet


def signed_fill(site: Site) -> str:
    name = floor.prepared_fill(site)
    with site.database.read() as tx:
        saw = documents.by_name(tx, name).digest
    for role in (Role.SECURITY, Role.DEALER, Role.FLOORPERSON):
        asked = {"slip": name, "step": role.value, "saw": saw}
        floor.do(site, fills.sign, role, proof=floor.proof(site, role), **asked)
    return name


def opened(tablet: Tablet, path: str) -> bytes:
    answer = tablet.client.get(path)
    assert answer.status_code == 200
    return bytes(answer.data)


def kinds(site: Site, name: str) -> list[tuple[str, str, int]]:
    return [(one.copy, one.kind.value, one.ordinal) for one in prints.kept(site.database, name)]


def test_a_slip_is_kept_at_its_first_print_and_reprinted_with_its_number(site: Site) -> None:
    floor.open_table(site)
    draft = floor.prepared_fill(site)
    bank = site.person(role=Role.CHIP_BANK_CASHIER)
    assert "INCOMPLETE" in reading.text(opened(bank, f"/copies/{draft}/print.pdf"))
    assert "its print says INCOMPLETE" in bank.get(f"/copies/{draft}").text
    assert kinds(site, draft) == []
    name = signed_fill(site)
    assert "Nobody has printed it" in bank.get(f"/copies/{name}").text
    first = opened(bank, f"/copies/{name}/print.pdf")
    assert opened(bank, f"/copies/{name}/print.pdf") == first
    assert {kind for _, kind, _ in kinds(site, name)} == {"first"}
    page = bank.send(f"/copies/{name}")
    page = bank.get(f"/copies/{name}")
    assert "Reprint 1" in page.text
    again = reading.text(opened(bank, f"/copies/{name}/reprint-1.pdf"))
    assert "REPRINT 1" in again
    assert opened(bank, f"/copies/{name}/print.pdf") == first
    bank.get(f"/copies/{name}/reprint-2.pdf", status=404)


def test_what_nobody_printed_is_not_reprinted(site: Site) -> None:
    floor.open_table(site)
    name = signed_fill(site)
    bank = site.person(role=Role.CHIP_BANK_CASHIER)
    page = bank.get(f"/copies/{name}")
    assert page.all("button", form="act") == []
    hidden: dict[str, Any] = {**bank.hidden(bank.get("/cage/stock/turn"), "/cage/stock/turn")}
    bank.post(f"/copies/{name}", hidden, status=404)


def test_a_corrected_form_says_superseded_on_its_first_prints(site: Site) -> None:
    floor.open_table(site)
    audit, name = site.person(role=Role.INTERNAL_AUDIT), "KC-0001"
    for checks, reason in ((1, ""), (2, "One more was found.")):
        floor.do(
            site,
            first_checks.record,
            Role.CHIP_BANK_CASHIER,
            gaming_date=DAY,
            tables=(AtTable("MS-101", checks, Money(50_000 * checks)),),
            proof=floor.proof(site, Role.CHIP_BANK_CASHIER),
            reason=reason,
        )
        opened(audit, f"/copies/{name}/print.pdf")
    assert kinds(site, name) == [
        ("ORIGINAL", "first", 0),
        ("ORIGINAL", "first", 0),
        ("ORIGINAL", "superseded", 0),
    ]
    site.person(role=Role.FLOORPERSON).get(f"/copies/{name}", status=403)


def test_a_credit_that_is_void_says_so(site: Site) -> None:
    floor.open_table(site)
    name = floor.carried_credit(site)
    bank = site.person(role=Role.CHIP_BANK_CASHIER)
    assert "VOID" not in reading.text(opened(bank, f"/copies/{name}/print.pdf"))
    proofs = {
        "cashier": floor.proof(site, Role.CHIP_BANK_CASHIER),
        "security": floor.proof(site, Role.SECURITY),
    }
    floor.do(site, credits_.send_back, Role.CHIP_BANK_CASHIER, request=name, pieces=(), **proofs)
    both = {"dealer": floor.proof(site, Role.DEALER)}
    both["floorperson"] = floor.proof(site, Role.FLOORPERSON)
    floor.do(site, credits_.take_back, Role.FLOORPERSON, request=name, **both)
    assert "VOID" in reading.text(opened(bank, f"/copies/{name}/print.pdf"))
    assert ("CHIP BANK COPY", "void", 0) in kinds(site, name)
