"""Where a serial was found is looked up in every count: an index on what has a serial."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go up."""
    op.create_index(
        "ix_line_reference",
        "line",
        ["reference"],
        unique=False,
        sqlite_where=sa.text("reference <> ''"),
        postgresql_where=sa.text("reference <> ''"),
    )


def downgrade() -> None:
    """Go down."""
    op.drop_index("ix_line_reference", table_name="line")
