"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


LINE_IN_FORCE = """
CREATE VIEW line_in_force AS
SELECT line.*, document.id AS document_id, document.paper AS paper, document.name AS document_name,
       document.count_id AS count_id
FROM line
JOIN document_version ON document_version.id = line.version_id
JOIN document ON document.id = document_version.document_id
WHERE NOT line.memo
  AND NOT EXISTS (SELECT 1 FROM document_version newer
                  WHERE newer.document_id = document.id
                    AND newer.version > document_version.version)
  AND NOT EXISTS (SELECT 1 FROM transition
                  WHERE transition.subject_kind = 'document'
                    AND transition.subject = document.name
                    AND transition.to_state = 'void')
"""
"""Which figures count: newest version, not void, no memo."""


def upgrade() -> None:
    """Go up."""
    op.create_table(
        "attempt",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_attempt_device"), "attempt", ["device"], unique=False)
    op.create_index(op.f("ix_attempt_person"), "attempt", ["person"], unique=False)
    op.create_table(
        "cache",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "draft",
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column(
            "revision",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("subject"),
    )
    op.create_table(
        "journal",
        sa.Column(
            "seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("duty", sa.Text(), nullable=False),
        sa.Column("via", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=True),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("rows", sa.Text(), nullable=False),
        sa.Column("previous", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("digest"),
        sa.UniqueConstraint("key"),
    )
    op.create_index(op.f("ix_journal_person"), "journal", ["person"], unique=False)
    op.create_index(op.f("ix_journal_subject"), "journal", ["subject"], unique=False)
    op.create_table(
        "box",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index(op.f("ix_box_journal_seq"), "box", ["journal_seq"], unique=False)
    op.create_table(
        "count",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("gaming_date", sa.Date(), nullable=False),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_count_gaming_date"), "count", ["gaming_date"], unique=False)
    op.create_index(op.f("ix_count_journal_seq"), "count", ["journal_seq"], unique=False)
    op.create_table(
        "gaming_table",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index(
        op.f("ix_gaming_table_journal_seq"), "gaming_table", ["journal_seq"], unique=False
    )
    op.create_table(
        "person",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index(op.f("ix_person_journal_seq"), "person", ["journal_seq"], unique=False)
    op.create_table(
        "registry",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("retired", sa.Boolean(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_registry_journal_seq"), "registry", ["journal_seq"], unique=False)
    op.create_index(
        "ix_registry_kind_code", "registry", ["kind", "code", "valid_from"], unique=False
    )
    op.create_table(
        "transition",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("subject_kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column(
            "sequence",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("from_state", sa.Text(), nullable=False),
        sa.Column("to_state", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("subject_kind", "subject", "sequence", name="uq_transition_sequence"),
    )
    op.create_index(op.f("ix_transition_journal_seq"), "transition", ["journal_seq"], unique=False)
    op.create_index(
        "ix_transition_kind_to", "transition", ["subject_kind", "to_state"], unique=False
    )
    op.create_table(
        "drop_period",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("table_code", sa.Text(), nullable=False),
        sa.Column("gaming_date", sa.Date(), nullable=False),
        sa.Column("from_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["table_code"], ["gaming_table.code"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_code", "gaming_date", name="uq_drop_period"),
    )
    op.create_index(
        op.f("ix_drop_period_gaming_date"), "drop_period", ["gaming_date"], unique=False
    )
    op.create_index(
        op.f("ix_drop_period_journal_seq"), "drop_period", ["journal_seq"], unique=False
    )
    op.create_table(
        "proof",
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["person.code"], initially="DEFERRED", deferrable=True),
        sa.PrimaryKeyConstraint("nonce"),
    )
    op.create_table(
        "secret",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("hashed", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["person.code"], initially="DEFERRED", deferrable=True),
        sa.PrimaryKeyConstraint("person", "kind"),
    )
    op.create_table(
        "sign_in",
        sa.Column("token_sha256", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("duty", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["person.code"], initially="DEFERRED", deferrable=True),
        sa.PrimaryKeyConstraint("token_sha256"),
    )
    op.create_index(op.f("ix_sign_in_person"), "sign_in", ["person"], unique=False)
    op.create_table(
        "day_total",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("count_id", sa.Text(), nullable=False),
        sa.Column("gaming_date", sa.Date(), nullable=False),
        sa.Column("table_code", sa.Text(), nullable=False),
        sa.Column(
            "period_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=True,
        ),
        sa.Column(
            "version",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["count_id"], ["count.id"], initially="DEFERRED", deferrable=True),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["period_id"], ["drop_period.id"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["table_code"], ["gaming_table.code"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("count_id", "table_code", "version", name="uq_day_total"),
    )
    op.create_index("ix_day_total_date", "day_total", ["gaming_date", "table_code"], unique=False)
    op.create_index(op.f("ix_day_total_journal_seq"), "day_total", ["journal_seq"], unique=False)
    op.create_table(
        "document",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("paper", sa.Text(), nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column(
            "number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("gaming_date", sa.Date(), nullable=False),
        sa.Column("count_id", sa.Text(), nullable=True),
        sa.Column("table_code", sa.Text(), nullable=True),
        sa.Column("box_code", sa.Text(), nullable=True),
        sa.Column(
            "period_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=True,
        ),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["box_code"], ["box.code"], initially="DEFERRED", deferrable=True),
        sa.ForeignKeyConstraint(["count_id"], ["count.id"], initially="DEFERRED", deferrable=True),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["period_id"], ["drop_period.id"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["table_code"], ["gaming_table.code"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
        sa.UniqueConstraint("series", "number", name="uq_document_series_number"),
    )
    op.create_index(op.f("ix_document_count_id"), "document", ["count_id"], unique=False)
    op.create_index(op.f("ix_document_gaming_date"), "document", ["gaming_date"], unique=False)
    op.create_index(op.f("ix_document_journal_seq"), "document", ["journal_seq"], unique=False)
    op.create_index("ix_document_paper_date", "document", ["paper", "gaming_date"], unique=False)
    op.create_index(op.f("ix_document_period_id"), "document", ["period_id"], unique=False)
    op.create_table(
        "rounds_file",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_digest", sa.Text(), nullable=False),
        sa.Column("table_code", sa.Text(), nullable=False),
        sa.Column(
            "period_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["period_id"], ["drop_period.id"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["table_code"], ["gaming_table.code"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("path"),
    )
    op.create_index(
        op.f("ix_rounds_file_journal_seq"), "rounds_file", ["journal_seq"], unique=False
    )
    op.create_index(op.f("ix_rounds_file_period_id"), "rounds_file", ["period_id"], unique=False)
    op.create_table(
        "document_version",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "document_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "version",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "schema_number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("second_person", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("issued_by", sa.Text(), nullable=False),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.CheckConstraint("version >= 1", name="ck_document_version_positive"),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("document_id", "version", name="uq_document_version"),
    )
    op.create_index(
        op.f("ix_document_version_document_id"), "document_version", ["document_id"], unique=False
    )
    op.create_index(
        op.f("ix_document_version_journal_seq"), "document_version", ["journal_seq"], unique=False
    )
    op.create_table(
        "kept_print",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "version_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("copy_name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column(
            "ordinal",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("of_sha256", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column(
            "head_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("head_digest", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["document_version.id"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("version_id", "copy_name", "kind", "ordinal", name="uq_print_once"),
    )
    op.create_index(op.f("ix_kept_print_journal_seq"), "kept_print", ["journal_seq"], unique=False)
    op.create_index(op.f("ix_kept_print_version_id"), "kept_print", ["version_id"], unique=False)
    op.create_table(
        "line",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "version_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "place",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("gaming_date", sa.Date(), nullable=False),
        sa.Column(
            "period_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=True,
        ),
        sa.Column("table_code", sa.Text(), nullable=True),
        sa.Column("box_code", sa.Text(), nullable=True),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("instrument", sa.Text(), nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("chip_set", sa.Text(), nullable=False),
        sa.Column("currency_code", sa.String(length=3), nullable=False),
        sa.Column("denomination_cents", sa.BigInteger(), nullable=False),
        sa.Column(
            "pieces",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "sign",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("memo", sa.Boolean(), nullable=False),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.CheckConstraint("reference = '' OR pieces = 1", name="ck_line_reference"),
        sa.CheckConstraint(
            "amount_cents = sign * pieces * denomination_cents", name="ck_line_amount"
        ),
        sa.CheckConstraint(
            "denomination_cents > 0 AND denomination_cents <= 100000000000",
            name="ck_line_denomination",
        ),
        sa.CheckConstraint("pieces >= 0 AND pieces <= 9999999", name="ck_line_pieces"),
        sa.CheckConstraint("sign IN (-1, 1)", name="ck_line_sign"),
        sa.ForeignKeyConstraint(["box_code"], ["box.code"], initially="DEFERRED", deferrable=True),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["period_id"], ["drop_period.id"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["table_code"], ["gaming_table.code"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["document_version.id"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("version_id", "place", name="uq_line_place"),
    )
    op.create_index(op.f("ix_line_journal_seq"), "line", ["journal_seq"], unique=False)
    op.create_index("ix_line_period", "line", ["period_id", "side"], unique=False)
    op.create_index("ix_line_sums", "line", ["gaming_date", "side", "table_code"], unique=False)
    op.create_table(
        "signature",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "version_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("credential", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("covers", sa.Text(), nullable=False),
        sa.Column("proof", sa.Text(), nullable=False),
        sa.Column("drawn", sa.LargeBinary(), nullable=True),
        sa.Column(
            "journal_seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["journal_seq"], ["journal.seq"], initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(["person"], ["person.code"], initially="DEFERRED", deferrable=True),
        sa.ForeignKeyConstraint(
            ["version_id"], ["document_version.id"], initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("version_id", "step", "person", name="uq_signature_once"),
    )
    op.create_index(op.f("ix_signature_journal_seq"), "signature", ["journal_seq"], unique=False)
    op.create_index(op.f("ix_signature_version_id"), "signature", ["version_id"], unique=False)
    op.execute(LINE_IN_FORCE)


def downgrade() -> None:
    """Go down."""
    op.execute("DROP VIEW line_in_force")
    op.drop_index(op.f("ix_signature_version_id"), table_name="signature")
    op.drop_index(op.f("ix_signature_journal_seq"), table_name="signature")
    op.drop_table("signature")
    op.drop_index("ix_line_sums", table_name="line")
    op.drop_index("ix_line_period", table_name="line")
    op.drop_index(op.f("ix_line_journal_seq"), table_name="line")
    op.drop_table("line")
    op.drop_index(op.f("ix_kept_print_version_id"), table_name="kept_print")
    op.drop_index(op.f("ix_kept_print_journal_seq"), table_name="kept_print")
    op.drop_table("kept_print")
    op.drop_index(op.f("ix_document_version_journal_seq"), table_name="document_version")
    op.drop_index(op.f("ix_document_version_document_id"), table_name="document_version")
    op.drop_table("document_version")
    op.drop_index(op.f("ix_rounds_file_period_id"), table_name="rounds_file")
    op.drop_index(op.f("ix_rounds_file_journal_seq"), table_name="rounds_file")
    op.drop_table("rounds_file")
    op.drop_index(op.f("ix_document_period_id"), table_name="document")
    op.drop_index("ix_document_paper_date", table_name="document")
    op.drop_index(op.f("ix_document_journal_seq"), table_name="document")
    op.drop_index(op.f("ix_document_gaming_date"), table_name="document")
    op.drop_index(op.f("ix_document_count_id"), table_name="document")
    op.drop_table("document")
    op.drop_index(op.f("ix_day_total_journal_seq"), table_name="day_total")
    op.drop_index("ix_day_total_date", table_name="day_total")
    op.drop_table("day_total")
    op.drop_index(op.f("ix_sign_in_person"), table_name="sign_in")
    op.drop_table("sign_in")
    op.drop_table("secret")
    op.drop_table("proof")
    op.drop_index(op.f("ix_drop_period_journal_seq"), table_name="drop_period")
    op.drop_index(op.f("ix_drop_period_gaming_date"), table_name="drop_period")
    op.drop_table("drop_period")
    op.drop_index("ix_transition_kind_to", table_name="transition")
    op.drop_index(op.f("ix_transition_journal_seq"), table_name="transition")
    op.drop_table("transition")
    op.drop_index("ix_registry_kind_code", table_name="registry")
    op.drop_index(op.f("ix_registry_journal_seq"), table_name="registry")
    op.drop_table("registry")
    op.drop_index(op.f("ix_person_journal_seq"), table_name="person")
    op.drop_table("person")
    op.drop_index(op.f("ix_gaming_table_journal_seq"), table_name="gaming_table")
    op.drop_table("gaming_table")
    op.drop_index(op.f("ix_count_journal_seq"), table_name="count")
    op.drop_index(op.f("ix_count_gaming_date"), table_name="count")
    op.drop_table("count")
    op.drop_index(op.f("ix_box_journal_seq"), table_name="box")
    op.drop_table("box")
    op.drop_index(op.f("ix_journal_subject"), table_name="journal")
    op.drop_index(op.f("ix_journal_person"), table_name="journal")
    op.drop_table("journal")
    op.drop_table("draft")
    op.drop_table("cache")
    op.drop_index(op.f("ix_attempt_person"), table_name="attempt")
    op.drop_index(op.f("ix_attempt_device"), table_name="attempt")
    op.drop_table("attempt")
