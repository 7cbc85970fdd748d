"""Canonical bytes: one content, one digest, and the fact read back equal."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.domain import canonical
from countroom.money import Money


class Kind(StrEnum):
    A = "a"


@dataclass(frozen=True)
class Inner:
    name: str
    amount: Money


@dataclass(frozen=True)
class Outer:
    inner: Inner
    many: tuple[Inner, ...]
    pair: tuple[str, int]
    maybe: Inner | None
    on: date
    at: datetime
    starts: time
    kind: Kind
    named: dict[str, int]
    truth: bool


AN_OUTER = Outer(
    inner=Inner("é", Money(5)),
    many=(Inner("b", Money(-1)),),
    pair=("x", 1),
    maybe=None,
    on=date(2011, 6, 14),
    at=datetime(2011, 6, 14, 6, 0, 0, 1, tzinfo=timezone(timedelta(hours=-4))),
    starts=time(6),
    kind=Kind.A,
    named={"z": 1, "a": 2},
    truth=True,
)


def test_a_fact_is_read_back_equal() -> None:
    stored = canonical.to_bytes(AN_OUTER)
    read = canonical.from_bytes(Outer, stored)
    assert read == AN_OUTER
    assert canonical.to_bytes(read) == stored


def test_an_optional_fact_that_is_there_is_read() -> None:
    whole = Outer(**{**AN_OUTER.__dict__, "maybe": Inner("m", Money(7))})
    assert canonical.from_bytes(Outer, canonical.to_bytes(whole)) == whole


def test_bytes_are_in_order_without_spaces_and_normal() -> None:
    decomposed, composed = "e\u0301", "\u00e9"
    assert canonical.to_bytes({"b": decomposed, "a": 1}) == f'{{"a":1,"b":"{composed}"}}'.encode()
    assert canonical.digest({"b": decomposed}) == canonical.digest({"b": composed})


def test_time_is_written_in_utc() -> None:
    assert json.loads(canonical.to_bytes(AN_OUTER))["at"] == "2011-06-14T10:00:00.000001Z"


def test_sets_have_one_order() -> None:
    assert canonical.to_plain(frozenset({"b", "a"})) == ["a", "b"]


def test_bytes_stand_as_their_digest() -> None:
    assert canonical.to_plain(b"") == "sha256:" + canonical.digest_bytes(b"")


def test_a_float_has_no_canonical_form() -> None:
    with pytest.raises(TypeError, match="float has no canonical form"):
        canonical.to_bytes({"a": 1.5})


def test_a_naive_time_is_a_bug() -> None:
    with pytest.raises(AssertionError):
        canonical.to_plain(datetime(2011, 6, 14))  # noqa: DTZ001 - that is the point


@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5) | st.none()))
def test_equal_facts_have_equal_bytes_whatever_their_order(entries: dict[str, object]) -> None:
    backwards = dict(reversed(entries.items()))
    assert canonical.to_bytes(entries) == canonical.to_bytes(backwards)


def test_moments_of_one_instant_are_one() -> None:
    here = datetime(2011, 6, 14, 6, tzinfo=timezone(timedelta(hours=-4)))
    assert canonical.digest(here) == canonical.digest(here.astimezone(UTC))
