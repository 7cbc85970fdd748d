"""A mailing on the screen: lists imported, a likeness decided, the file to finance first."""

from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.house import House
from countroom.domain.people import Role
from countroom.web.marketing import forms
from tests.plumbing.web import Page, Site, badge_of, build_site, staffed_house
from tests.web.test_coupons import CONTROLS, DESIGN, issued, received, sign, signs, where

PEOPLE = "name,address\nAnn Sample,1 Main St\n=1+1 Person,2 Main St\nJon Sample,3 Main St"


def _named_house() -> House:
    """A house whose marketing supervisor is named to see the lists."""
    house = staffed_house(
        coupons=(replace(DESIGN, expires=date(2011, 12, 31)),), controls=(CONTROLS,)
    )
    marketer = badge_of(Role.MARKETING_SUPERVISOR)
    return replace(house, settings=replace(house.settings, exclusion_readers=(marketer,)))


def test_a_mailing_is_scrubbed_decided_signed_and_taken(tmp_path: Path) -> None:
    site = build_site(tmp_path / "data", of=_named_house())
    received(site)
    issued(site)
    tablet = site.person(role=Role.MARKETING_SUPERVISOR)
    for kind in ("self_exclusion", "exclusion"):
        tablet.send("/marketing/lists", kind=kind, text="name,address\nAnn Sample,\nJohn Sample,")
    assert "2 people" in tablet.get("/marketing/lists").text
    typed: dict[str, Any] = {
        "campaign": "Summer",
        "provider": "Sample Mailers",
        "design": "MP25",
        "serials": "A-0001 to A-0010",
        "people": PEOPLE,
        **signs(Role.MARKETING_SUPERVISOR),
    }
    text = tablet.send("/marketing/mailing", status=422, **typed).text
    assert "1 on a list by the same name" in text
    assert "Like John Sample on the exclusion list" in text
    assert "one name is spelt a little differently" in text
    decided: dict[str, Any] = {"decide.2": "mail", "why.2": "Born in another year."}
    tablet.send("/marketing/mailing", **typed, **decided)
    form = where(tablet)
    data = form.replace("/coupons/form/", "/marketing/mailing/")
    hidden = tablet.hidden(tablet.get(data), f"{data}/mailing.csv")
    tablet.post(f"{data}/mailing.csv", hidden, status=409)
    finance = site.person(role=Role.FINANCE_SUPERVISOR)
    theirs = finance.hidden(finance.get(data), f"{data}/mailing.csv")
    finance.post(f"{data}/mailing.csv", theirs, status=200)
    assert finance.answer is not None
    assert b"'=1+1 Person" in finance.answer.data
    sign(site, form, Role.FINANCE_SUPERVISOR)
    tablet = site.person(role=Role.MARKETING_SUPERVISOR)
    hidden = tablet.hidden(tablet.get(data), f"{data}/mailing.csv")
    tablet.post(f"{data}/mailing.csv", hidden, status=200)
    assert tablet.answer is not None
    assert tablet.answer.data == finance.answer.data
    _erased(site, form.rpartition("/")[2])


def _erased(site: Site, name: str) -> None:
    address = f"/finance/erase/{name}"
    finance = site.person(role=Role.FINANCE_SUPERVISOR)
    early = finance.send(address, status=422)
    assert f"{name} is kept until 2012-12-30." in early.text
    assert f"Erase the patrons of {name}" not in finance.get("/finance/").text
    site.clock.on(days=600)
    finance = site.person(role=Role.FINANCE_SUPERVISOR)
    assert f"Erase the patrons of {name}" in finance.get("/finance/").text
    assert "Patrons kept 2" in finance.get(address).text
    finance.send(address)
    assert f"Erase the patrons of {name}" not in finance.get("/finance/").text
    assert "erased already" in finance.send(address, status=422).text
    site.person(role=Role.MARKETING_SUPERVISOR).get(address, status=403)
    finance.get("/finance/erase/MR-0001", status=404)


def test_a_file_is_uploaded_and_what_is_refused_stays_to_mend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "LARGEST", 1_000)
    site = build_site(tmp_path / "data", of=_named_house())
    tablet = site.person(role=Role.MARKETING_SUPERVISOR)

    def upload(raw: bytes, *, status: int) -> Page:
        hidden = tablet.hidden(tablet.get("/marketing/lists"), "/marketing/lists")
        sent: dict[str, Any] = {
            "kind": "exclusion",
            "text": "",
            "file": (BytesIO(raw), "list.csv"),
        }
        page = tablet.post("/marketing/lists", {**hidden, **sent}, status=status)
        assert page is not None
        return page

    assert "Choose the file, or paste" in upload(b"", status=422).text
    wrong = upload("name,address\nAnn Sample,\n,2 Main St".encode("utf-8-sig"), status=422)
    assert "Line 3 lacks a name." in wrong.text
    assert "Ann Sample," in wrong.one("textarea", name="text").text
    assert "Line 2 cannot be read" in upload(b"name,address\nJos\xe9,", status=422).text
    assert "larger than 0.001 MB" in upload(b"a" * 1_001, status=422).text
    assert "No list is imported" in tablet.get("/marketing/lists").text
    upload(b"name,address\nAnn Sample,", status=303)
    assert "exclusion list of 2011-06-14: 1 person." in tablet.get("/marketing/lists").text


PLANTED = ("Zylberquist", "Quarrendon", "Vexholt")
"""A patron, a patron like one on a list, and the one on the list."""


def test_no_page_shows_a_patron_or_who_is_listed_to_anybody(tmp_path: Path) -> None:
    site = build_site(tmp_path / "data", of=_named_house())
    received(site)
    issued(site)
    tablet = site.person(role=Role.MARKETING_SUPERVISOR)
    for kind in ("self_exclusion", "exclusion"):
        listed = "name,address\nOda Quarrendone,\nOle Vexholt,"
        tablet.send("/marketing/lists", kind=kind, text=listed)
    typed: dict[str, Any] = {
        "campaign": "Summer",
        "provider": "Sample Mailers",
        "design": "MP25",
        "serials": "A-0001 to A-0010",
        "people": "name,address\nPia Zylberquist,1 Main St\nOda Quarrendon,2 Main St",
        **signs(Role.MARKETING_SUPERVISOR),
    }
    shown = tablet.send("/marketing/mailing", status=422, **typed).text
    assert "Quarrendone" in shown  # to the named person who has to decide
    decided: dict[str, Any] = {"decide.1": "mail", "why.1": "Another age."}
    tablet.send("/marketing/mailing", **typed, **decided)
    form = where(tablet)
    name = form.rpartition("/")[2]
    pages = [
        rule.rule
        for rule in site.app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.arguments and "static" not in rule.endpoint
    ]
    theirs = (form, f"/marketing/mailing/{name}", "/coupons/serial?serial=A-0001")
    roles = (Role.FINANCE, Role.FINANCE_SUPERVISOR, Role.MARKETING, Role.MARKETING_SUPERVISOR)
    opened = 0
    for role in (*roles, Role.ACCOUNTING, Role.CCR, Role.ADMINISTRATOR):
        client = site.person(role=role).client
        for address in (*pages, *theirs):
            answer = client.get(address)
            text = answer.get_data(as_text=True)
            assert not [one for one in PLANTED if one in text], f"{role}: {address}"
            opened += answer.status_code == 200
    assert opened > 50
