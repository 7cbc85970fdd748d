"""Who may open which page. A view that does not say it is open to nobody."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import Flask, current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.people import Role
from countroom.errors import AccessError

View = TypeVar("View", bound=Callable[..., Any])

PUBLIC: Final = frozenset(
    {
        "static",
        "bootstrap.static",
        "api-docs.openapi_json",
        "health.health",
        "health.ready",
        "sign_in.sign_in",
        "sign_in.duty",
        "sign_in.enrol",
        "sign_in.here",
        "sign_in.alive",
        "sign_in.change",
        "sign_in.locked",
        "sign_in.lock",
    }
)
"""Endpoints that are open before anybody is signed in."""

ANYBODY: Final[frozenset[Permission]] = frozenset()
"""Open to everybody who is signed in, whatever the duty."""


def needs(*permissions: Permission) -> Callable[[View], View]:
    """Open a view to the duties that hold one of these permissions."""
    assert permissions, "name a permission, or use signed_in"
    return _declare(frozenset(permissions))


def signed_in(view: View) -> View:
    """Open a view to everybody who is signed in."""
    return _declare(ANYBODY)(view)


def _declare(permissions: frozenset[Permission]) -> Callable[[View], View]:
    def mark(view: View) -> View:
        view.__dict__["permissions"] = permissions
        return view

    return mark


def declared(app: Flask, endpoint: str) -> frozenset[Permission] | None:
    """What an endpoint asks for; nothing where it declares nothing."""
    found: frozenset[Permission] | None = getattr(
        app.view_functions.get(endpoint), "permissions", None
    )
    return found


def undeclared(app: Flask) -> list[str]:
    """Endpoints that say nothing and are not public: the factory refuses them."""
    return sorted(
        endpoint
        for endpoint in app.view_functions
        if endpoint not in PUBLIC and declared(app, endpoint) is None
    )


def opens(duty: Role, permissions: frozenset[Permission]) -> bool:
    """Whether a duty holds one of the permissions, or none is asked for."""
    return not permissions or any(access.may(duty, permission) for permission in permissions)


def check(duty: Role, endpoint: str) -> None:
    """Refuse a duty that an endpoint is not open to.

    Raises:
        AccessError: It is not.
    """
    permissions = declared(current_app, endpoint)
    if permissions is None or not opens(duty, permissions):
        msg = f"This page is not open to the duty {duty.printed}."
        raise AccessError(msg)


def leads_somewhere(duty: Role, path: str) -> bool:
    """Whether a path of ours is a page that this duty may open: where to go after signing in."""
    if not path.startswith("/") or path.startswith(("//", "/\\")):
        return False
    adapter = current_app.create_url_adapter(request)
    assert adapter is not None
    try:
        endpoint, _ = adapter.match(path.split("?", maxsplit=1)[0], method="GET")
    except (HTTPException, RequestRedirect):
        return False
    permissions = declared(current_app, endpoint)
    return permissions is not None and opens(duty, permissions)
