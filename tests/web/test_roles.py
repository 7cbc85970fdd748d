"""Every view against every duty: who is let in, who is not, and that nothing is a fault."""

from collections.abc import Iterator
from datetime import date
from typing import Final

import pytest
from werkzeug.routing import Rule

from countroom.domain.people import Role
from countroom.web import gate
from tests.plumbing.dropped import COUNT
from tests.plumbing.golden import Golden
from tests.plumbing.web import STAFF, Site, badge_of

_SAMPLES: Final = {
    "count": COUNT,
    "day": date(2011, 6, 14),
    "box": "7",
    "table": "MS-101",
    "machine": "CM-1",
    "phase": "before",
    "kind": "banking",
    "copy": "second-copy",
    "badge": "101",
    "person": "101",
    "number": 1,
    "month": date(2011, 6, 1),
}
"""What stands for an argument of an address; anything else is tried with a name on no record."""


def _rules(site: Site) -> list[Rule]:
    left_out = {"static", "bootstrap.static"}
    return sorted(
        (
            rule
            for rule in site.app.url_map.iter_rules()
            if rule.endpoint not in left_out and not rule.endpoint.startswith("gallery")
        ),
        key=lambda rule: (rule.rule, sorted(rule.methods or ())),
    )


def _sample(rule: Rule, name: str) -> object:
    offered = getattr(rule._converters[name], "items", None)
    return min(offered) if offered else _SAMPLES.get(name, "F-0001")


def _addresses(site: Site) -> Iterator[tuple[Rule, str]]:
    with site.app.test_request_context():
        adapter = site.app.create_url_adapter(None) or site.app.url_map.bind("localhost")
        for rule in _rules(site):
            values = {name: _sample(rule, name) for name in rule.arguments}
            yield rule, adapter.build(rule.endpoint, values)


def test_every_view_stands_in_the_table_of_views(site: Site, goldens: Golden) -> None:
    lines = []
    for rule in _rules(site):
        methods = " ".join(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}))
        permissions = gate.declared(site.app, rule.endpoint)
        if rule.endpoint in gate.PUBLIC:
            who = "everybody"
        else:
            who = " ".join(sorted(permissions or ())) or "everybody signed in"
        lines.append(f"{rule.rule} [{methods}] {rule.endpoint}: {who}")
    goldens.check("web/views.txt", "\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def everybody() -> dict[Role, str]:
    """A badge for each duty, each held by somebody."""
    assert {role for roles in STAFF.values() for role in roles} == set(Role)
    return {role: badge_of(role) for role in Role}


@pytest.mark.parametrize("role", list(Role))
def test_a_duty_is_let_in_where_the_table_says_and_nowhere_else(
    door: Site, everybody: dict[Role, str], role: Role
) -> None:
    tablet = door.person(everybody[role], duty=role.value)
    token = tablet.token()
    for rule, address in _addresses(door):
        if rule.endpoint in gate.PUBLIC or rule.endpoint.startswith("api."):
            continue  # a program's addresses open to no tablet: tests/web/test_api.py
        permissions = gate.declared(door.app, rule.endpoint) or frozenset()
        opens = gate.opens(role, permissions)
        reads = "GET" in (rule.methods or ())
        if opens and not reads:
            continue
        if reads:
            answer = tablet.client.get(address)
        else:
            answer = tablet.client.post(address, data={"csrf_token": token})
        shut = answer.status_code == 403 and "not open to the duty" in answer.text
        assert opens or shut, f"{role} may not open {address}: {answer.status_code}"
        assert answer.status_code < 500, address
