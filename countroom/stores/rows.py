"""The tables. Rows are not facts: they live and die inside ``stores``.

Every append-only row names the journal entry that wrote it (``journal_seq``) and is covered
by that entry's digest of rows. The foreign key is deferred: the entry is sealed last.
"""

from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlmodel import Field, SQLModel

from countroom.money import Money
from countroom.stores.types import Cents, UtcTime


def _text(
    *, key: bool = False, to: str | None = None, null: bool = False, index: bool = False
) -> Any:
    arguments: list[Any] = [Text()]
    if to is not None:
        arguments.append(ForeignKey(to, deferrable=True, initially="DEFERRED"))
    return Field(sa_column=Column(*arguments, primary_key=key, nullable=null, index=index))


def _number(
    *, key: bool = False, to: str | None = None, null: bool = False, index: bool = False
) -> Any:
    arguments: list[Any] = [BigInteger().with_variant(Integer, "sqlite")]
    if to is not None:
        arguments.append(ForeignKey(to, deferrable=True, initially="DEFERRED"))
    return Field(
        sa_column=Column(
            *arguments, primary_key=key, nullable=null, index=index, autoincrement=False
        )
    )


def _moment(*, null: bool = False) -> Any:
    return Field(sa_column=Column(UtcTime, nullable=null))


def _day(*, index: bool = False) -> Any:
    return Field(sa_column=Column(Date, nullable=False, index=index))


def _blob(*, null: bool = False) -> Any:
    return Field(default=None, sa_column=Column(LargeBinary, nullable=null))


def _entry() -> Any:
    return _number(to="journal.seq", index=True)


class JournalRow(SQLModel, table=True):
    """One sealed act."""

    __tablename__ = "journal"

    seq: int = _number(key=True)
    at: datetime = _moment()
    person: str = _text(index=True)
    duty: str = _text()
    via: str = _text()
    device: str = _text()
    act: str = _text()
    subject: str = _text(index=True)
    body: str = _text()
    key: str | None = Field(default=None, sa_column=Column(Text, unique=True, nullable=True))
    request: str = _text()
    result: str = _text()
    rows: str = _text()
    previous: str = _text()
    digest: str = Field(sa_column=Column(Text, unique=True, nullable=False))


class PersonRow(SQLModel, table=True):
    """That a person exists; what holds of him by date is in the registry."""

    __tablename__ = "person"
    code: str = _text(key=True)
    journal_seq: int = _entry()


class TableRow(SQLModel, table=True):
    """That a gaming table exists."""

    __tablename__ = "gaming_table"
    code: str = _text(key=True)
    journal_seq: int = _entry()


class BoxRow(SQLModel, table=True):
    """That a drop box exists; "007" and "7" are two boxes."""

    __tablename__ = "box"
    code: str = _text(key=True)
    journal_seq: int = _entry()


class RegistryRow(SQLModel, table=True):
    """What holds from a gaming date on: one kind and code, newest entry wins.

    ``content`` is the fact's canonical text; ``retired`` ends it from ``valid_from`` on.
    """

    __tablename__ = "registry"
    __table_args__ = (Index("ix_registry_kind_code", "kind", "code", "valid_from"),)
    id: int = _number(key=True)
    kind: str = _text()
    code: str = _text()
    valid_from: date = _day()
    retired: bool = Field(sa_column=Column(Boolean, nullable=False))
    content: str = _text()
    journal_seq: int = _entry()


class PeriodRow(SQLModel, table=True):
    """A drop period of a table: from one end-of-day drop to the next.

    It ends where the table's next period begins.
    """

    __tablename__ = "drop_period"
    __table_args__ = (UniqueConstraint("table_code", "gaming_date", name="uq_drop_period"),)
    id: int = _number(key=True)
    table_code: str = _text(to="gaming_table.code")
    gaming_date: date = _day(index=True)
    from_at: datetime = _moment()
    journal_seq: int = _entry()


class CountRow(SQLModel, table=True):
    """That a count exists: ``2011-06-14/1``."""

    __tablename__ = "count"
    id: str = _text(key=True)
    gaming_date: date = _day(index=True)
    journal_seq: int = _entry()


class DocumentRow(SQLModel, table=True):
    """That a document exists and what it is about."""

    __tablename__ = "document"
    __table_args__ = (
        UniqueConstraint("series", "number", name="uq_document_series_number"),
        Index("ix_document_paper_date", "paper", "gaming_date"),
    )
    id: int = _number(key=True)
    paper: str = _text()
    series: str = _text()
    number: int = _number()
    name: str = Field(sa_column=Column(Text, unique=True, nullable=False))
    gaming_date: date = _day(index=True)
    count_id: str | None = _text(to="count.id", null=True, index=True)
    table_code: str | None = _text(to="gaming_table.code", null=True)
    box_code: str | None = _text(to="box.code", null=True)
    period_id: int | None = _number(to="drop_period.id", null=True, index=True)
    journal_seq: int = _entry()


class VersionRow(SQLModel, table=True):
    """One version of a document: its content as canonical bytes."""

    __tablename__ = "document_version"
    __table_args__ = (
        UniqueConstraint("document_id", "version", name="uq_document_version"),
        CheckConstraint("version >= 1", name="ck_document_version_positive"),
    )
    id: int = _number(key=True)
    document_id: int = _number(to="document.id", index=True)
    version: int = _number()
    schema_number: int = _number()
    content: bytes = _blob()
    sha256: str = _text()
    reason: str = _text()
    second_person: str = _text()
    at: datetime = _moment()
    by: str = Field(sa_column=Column("issued_by", Text, nullable=False))
    journal_seq: int = _entry()


class SignatureRow(SQLModel, table=True):
    """A signature on one version."""

    __tablename__ = "signature"
    __table_args__ = (UniqueConstraint("version_id", "step", "person", name="uq_signature_once"),)
    id: int = _number(key=True)
    version_id: int = _number(to="document_version.id", index=True)
    step: str = _text()
    person: str = _text(to="person.code")
    name: str = _text()
    title: str = _text()
    credential: str = _text()
    at: datetime = _moment()
    digest: str = _text()
    covers: str = _text()
    proof: str = _text()
    drawn: bytes | None = _blob(null=True)
    journal_seq: int = _entry()


class LineRow(SQLModel, table=True):
    """One figure. The database itself refuses one that does not multiply out."""

    __tablename__ = "line"
    __table_args__ = (
        CheckConstraint("pieces >= 0 AND pieces <= 9999999", name="ck_line_pieces"),
        CheckConstraint(
            "denomination_cents > 0 AND denomination_cents <= 100000000000",
            name="ck_line_denomination",
        ),
        CheckConstraint("sign IN (-1, 1)", name="ck_line_sign"),
        CheckConstraint("amount_cents = sign * pieces * denomination_cents", name="ck_line_amount"),
        CheckConstraint("reference = '' OR pieces = 1", name="ck_line_reference"),
        UniqueConstraint("version_id", "place", name="uq_line_place"),
        Index("ix_line_sums", "gaming_date", "side", "table_code"),
        Index("ix_line_period", "period_id", "side"),
        Index(
            "ix_line_reference",
            "reference",
            sqlite_where=text("reference <> ''"),
            postgresql_where=text("reference <> ''"),
        ),
    )
    id: int = _number(key=True)
    version_id: int = _number(to="document_version.id")
    place: int = _number()
    gaming_date: date = _day()
    period_id: int | None = _number(to="drop_period.id", null=True)
    table_code: str | None = _text(to="gaming_table.code", null=True)
    box_code: str | None = _text(to="box.code", null=True)
    side: str = _text()
    instrument: str = _text()
    pool: str = _text()
    chip_set: str = _text()
    currency_code: str = Field(sa_column=Column(String(3), nullable=False))
    denomination: Money = Field(sa_column=Column("denomination_cents", Cents, nullable=False))
    pieces: int = _number()
    sign: int = _number()
    amount: Money = Field(sa_column=Column("amount_cents", Cents, nullable=False))
    reference: str = _text()
    memo: bool = Field(sa_column=Column(Boolean, nullable=False))
    journal_seq: int = _entry()


class TransitionRow(SQLModel, table=True):
    """One move of one subject; the last is where it stands."""

    __tablename__ = "transition"
    __table_args__ = (
        UniqueConstraint("subject_kind", "subject", "sequence", name="uq_transition_sequence"),
        Index("ix_transition_kind_to", "subject_kind", "to_state"),
    )
    id: int = _number(key=True)
    subject_kind: str = _text()
    subject: str = _text()
    sequence: int = _number()
    from_state: str = _text()
    to_state: str = _text()
    at: datetime = _moment()
    person: str = _text()
    about: str = _text()
    journal_seq: int = _entry()


class PrintRow(SQLModel, table=True):
    """A print that is kept and never remade: its very bytes."""

    __tablename__ = "kept_print"
    __table_args__ = (
        UniqueConstraint("version_id", "copy_name", "kind", "ordinal", name="uq_print_once"),
    )
    id: int = _number(key=True)
    version_id: int = _number(to="document_version.id", index=True)
    copy_name: str = _text()
    kind: str = _text()
    ordinal: int = _number()
    of_sha256: str = _text()
    sha256: str = _text()
    head_seq: int = _number()
    head_digest: str = _text()
    at: datetime = _moment()
    person: str = _text()
    content: bytes = _blob()
    journal_seq: int = _entry()


class DayTotalRow(SQLModel, table=True):
    """What one table's drop period came to, as concluded; ``verify`` recomputes it."""

    __tablename__ = "day_total"
    __table_args__ = (
        UniqueConstraint("count_id", "table_code", "version", name="uq_day_total"),
        Index("ix_day_total_date", "gaming_date", "table_code"),
    )
    id: int = _number(key=True)
    count_id: str = _text(to="count.id")
    gaming_date: date = _day()
    table_code: str = _text(to="gaming_table.code")
    period_id: int | None = _number(to="drop_period.id", null=True)
    version: int = _number()
    content: str = _text()
    sha256: str = _text()
    journal_seq: int = _entry()


class RoundsFileRow(SQLModel, table=True):
    """A file of rounds under the data folder and its digest."""

    __tablename__ = "rounds_file"
    id: int = _number(key=True)
    path: str = Field(sa_column=Column(Text, unique=True, nullable=False))
    sha256: str = _text()
    game: str = _text()
    rules_digest: str = _text()
    table_code: str = _text(to="gaming_table.code")
    period_id: int = _number(to="drop_period.id", index=True)
    journal_seq: int = _entry()


class CouponMovementRow(SQLModel, table=True):
    """A range of coupons that went from one place to another; from nowhere: received."""

    __tablename__ = "coupon_movement"
    __table_args__ = (
        CheckConstraint("first >= 0 AND first <= last", name="ck_coupon_movement_range"),
        CheckConstraint("from_place <> to_place", name="ck_coupon_movement_places"),
        Index("ix_coupon_movement_date", "gaming_date"),
    )
    id: int = _number(key=True)
    gaming_date: date = Field(sa_column=Column(Date, nullable=False))
    design: str = _text()
    prefix: str = _text()
    digits: int = _number()
    first: int = _number()
    last: int = _number()
    from_place: str = _text()
    to_place: str = _text()
    document_id: int = _number(to="document.id", index=True)
    reason: str = _text()
    at: datetime = _moment()
    journal_seq: int = _entry()


# What follows is mutable, and all that is: see ``schema.MUTABLE``.


class DraftRow(SQLModel, table=True):
    """Work in progress, saved as one types; versioned for optimistic locking."""

    __tablename__ = "draft"
    subject: str = _text(key=True)
    revision: int = _number()
    content: str = _text()
    person: str = _text()
    at: datetime = _moment()


class PatronRow(SQLModel, table=True):
    """Who a mailed coupon went to; the mailing itself holds the token alone."""

    __tablename__ = "patron"
    token: str = _text(key=True)
    mailing: str = _text(index=True)
    serial: str = _text(index=True)
    name: str = _text()
    address: str = _text()
    salt: str = _text()


class ExcludedRow(SQLModel, table=True):
    """Somebody on a list of excluded people, as imported for a gaming date."""

    __tablename__ = "excluded"
    kind: str = _text(key=True)
    place: int = _number(key=True)
    dated: date = Field(sa_column=Column(Date, nullable=False))
    name: str = _text()
    address: str = _text()


class SecretRow(SQLModel, table=True):
    """A person's PIN or one-time code, hashed."""

    __tablename__ = "secret"
    person: str = _text(key=True, to="person.code")
    kind: str = _text(key=True)
    hashed: str = _text()
    at: datetime = _moment()
    expires_at: datetime | None = _moment(null=True)
    used_at: datetime | None = _moment(null=True)


class SignInRow(SQLModel, table=True):
    """A sign-in on a device: an opaque token's hash, who and for what duty."""

    __tablename__ = "sign_in"
    token_sha256: str = _text(key=True)
    person: str = _text(to="person.code", index=True)
    duty: str = _text()
    device: str = _text()
    at: datetime = _moment()
    seen_at: datetime = _moment()
    ended_at: datetime | None = _moment(null=True)


class AttemptRow(SQLModel, table=True):
    """A try at a PIN, counted per person and device."""

    __tablename__ = "attempt"
    id: int = _number(key=True)
    person: str = _text(index=True)
    device: str = _text(index=True)
    at: datetime = _moment()
    passed: bool = Field(sa_column=Column(Boolean, nullable=False))


class ProofRow(SQLModel, table=True):
    """An authentication made for one act; it is used once."""

    __tablename__ = "proof"
    nonce: str = _text(key=True)
    person: str = _text(to="person.code")
    at: datetime = _moment()
    used_at: datetime | None = _moment(null=True)


class CacheRow(SQLModel, table=True):
    """Something derived that can be made again."""

    __tablename__ = "cache"
    name: str = _text(key=True)
    content: bytes = _blob()
    at: datetime = _moment()
