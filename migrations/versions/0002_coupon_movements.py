"""Where coupons went: ranges of serials from one place to another."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _number(name: str) -> sa.Column[int]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, kind, autoincrement=False, nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def upgrade() -> None:
    """Go up."""
    op.create_table(
        "coupon_movement",
        _number("id"),
        sa.Column("gaming_date", sa.Date(), nullable=False),
        _text("design"),
        _text("prefix"),
        _number("digits"),
        _number("first"),
        _number("last"),
        _text("from_place"),
        _text("to_place"),
        _number("document_id"),
        _text("reason"),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        _number("journal_seq"),
        sa.CheckConstraint("first >= 0 AND first <= last", name="ck_coupon_movement_range"),
        sa.CheckConstraint("from_place <> to_place", name="ck_coupon_movement_places"),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_coupon_movement_date", "coupon_movement", ["gaming_date"], unique=False)
    for column in ("document_id", "journal_seq"):
        name = op.f(f"ix_coupon_movement_{column}")
        op.create_index(name, "coupon_movement", [column], unique=False)


def downgrade() -> None:
    """Go down."""
    op.drop_table("coupon_movement")
