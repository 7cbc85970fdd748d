"""Who is here when a program asks: its token, never a cookie."""

from flask import g, request

from countroom.domain.readers import token_parts
from countroom.inquiries import readers
from countroom.operations.secrecy import token_digest
from countroom.web import desk
from countroom.web.desk import SignedIn


def by_token() -> SignedIn | None:
    """Whom the request's token speaks for, or nobody."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    parts = token_parts(token.strip()) if scheme.lower() == "bearer" else None
    if parts is None:
        return None
    number, secret = parts
    found = readers.whose(desk.database(), desk.now(), number, token_digest(secret))
    if found is None:
        return None
    viewer, g.house = found
    return SignedIn(viewer.person, viewer.duty)
