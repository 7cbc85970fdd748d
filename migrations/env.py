"""Running migrations: on the connection that is handed in, or on the configured address."""

from alembic import context
from sqlalchemy import create_engine

from countroom.stores.migrating import compare_type, include_name, render_item
from countroom.stores.rows import JournalRow

METADATA = JournalRow.metadata


def run(connection: object) -> None:
    """Run what is asked on an open connection."""
    context.configure(
        connection=connection,  # type: ignore[arg-type]
        target_metadata=METADATA,
        render_item=render_item,  # type: ignore[arg-type]
        compare_type=compare_type,
        include_name=include_name,
        render_as_batch=False,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with create_engine(context.config.get_main_option("sqlalchemy.url") or "").connect() as opened:
        run(opened)
        opened.commit()
