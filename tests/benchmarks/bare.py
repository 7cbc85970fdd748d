"""What saving is measured against: Flask, a queue of writers, one durable commit a request."""

import sqlite3
import threading
from pathlib import Path

from flask import Flask, Response, jsonify, request


def create_app(database: Path) -> Flask:
    """Make the bare application; its one table is made as well."""
    app = Flask("bare")
    queue = threading.Lock()
    connection = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE saved (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    @app.post("/save")
    def save() -> Response:
        body = request.get_data(as_text=True)
        with queue:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO saved (body) VALUES (?)", (body,))
            connection.execute("COMMIT")
        return jsonify(saved=True)

    return app
