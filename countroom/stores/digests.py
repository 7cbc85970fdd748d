"""Finding what a digest is of: the print with these bytes, the version that says this."""

from collections.abc import Sequence

from sqlmodel import col, select

from countroom.stores import Tx
from countroom.stores.rows import PrintRow, VersionRow


def kept_version(tx: Tx, sha256: str) -> tuple[int, int] | None:
    """Document and version that a print with this digest was kept of, or nothing."""
    query = (
        select(VersionRow)
        .join(PrintRow, PrintRow.version_id == VersionRow.id)  # type: ignore[arg-type]
        .where(PrintRow.sha256 == sha256)
    )
    row = tx.exec(query).first()
    return None if row is None else (row.document_id, row.version)


def versions_with(tx: Tx, digest: str) -> Sequence[tuple[int, int]]:
    """Document and version of everything whose digest begins so, oldest first."""
    query = (
        select(VersionRow.document_id, VersionRow.version)
        .where(col(VersionRow.sha256).startswith(digest, autoescape=True))
        .order_by(VersionRow.id)  # type: ignore[arg-type]
    )
    return [(row[0], row[1]) for row in tx.exec(query)]
