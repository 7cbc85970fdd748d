"""Patrons of mailings and lists of excluded people: personal data, which can be erased."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def upgrade() -> None:
    """Go up."""
    op.create_table(
        "patron",
        _text("token"),
        _text("mailing"),
        _text("serial"),
        _text("name"),
        _text("address"),
        _text("salt"),
        sa.PrimaryKeyConstraint("token"),
    )
    op.create_index(op.f("ix_patron_mailing"), "patron", ["mailing"], unique=False)
    op.create_index(op.f("ix_patron_serial"), "patron", ["serial"], unique=False)
    op.create_table(
        "excluded",
        _text("kind"),
        sa.Column(
            "place",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("dated", sa.Date(), nullable=False),
        _text("name"),
        _text("address"),
        sa.PrimaryKeyConstraint("kind", "place"),
    )


def downgrade() -> None:
    """Go down."""
    op.drop_table("excluded")
    op.drop_table("patron")
