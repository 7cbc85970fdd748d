"""Headers, cookies, tokens and the Origin check."""

import re
import secrets
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, g, request
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from countroom.errors import AccessError
from countroom.settings import AppSettings
from countroom.web import desk

CSP: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_UNSAFE: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_DEVICE: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)
_DEVICE_DAYS: Final = 400
_YEAR_SECONDS: Final = 31_536_000

csrf = CSRFProtect()


def configure(app: Flask, settings: AppSettings, secret: bytes) -> None:
    """Cookies and tokens: opaque, for this host alone, without a time limit on forms."""
    app.config.update(
        SECRET_KEY=secret,
        SESSION_COOKIE_NAME=cookie_name(settings, "form"),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_SECURE=settings.secure_cookies,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=True,
        MAX_CONTENT_LENGTH=2 * 1024 * 1024,
        MAX_FORM_MEMORY_SIZE=2 * 1024 * 1024,
        MAX_FORM_PARTS=5_000,
    )
    if settings.proxy_hops:
        hops = settings.proxy_hops
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_port=hops
        )
    csrf.init_app(app)
    app.before_request(check_origin)
    app.before_request(know_device)
    app.after_request(add_headers)


def cookie_name(settings: AppSettings, name: str) -> str:
    """Name of a cookie; over TLS the browser holds it to this host."""
    return f"__Host-countroom-{name}" if settings.secure_cookies else f"countroom-{name}"


def set_cookie(answer: Response, name: str, value: str, *, days: int | None = None) -> None:
    """Set a cookie of ours: HttpOnly, SameSite=Strict, Secure off loopback."""
    settings = desk.server().settings
    answer.set_cookie(
        cookie_name(settings, name),
        value,
        max_age=None if days is None else days * 86_400,
        secure=settings.secure_cookies,
        httponly=True,
        samesite="Strict",
        path="/",
    )


def get_cookie(name: str) -> str:
    """A cookie of ours, or nothing."""
    return request.cookies.get(cookie_name(desk.server().settings, name), "")


def drop_cookie(answer: Response, name: str) -> None:
    """Take a cookie of ours away."""
    settings = desk.server().settings
    answer.delete_cookie(
        cookie_name(settings, name),
        path="/",
        secure=settings.secure_cookies,
        httponly=True,
        samesite="Strict",
    )


def check_origin() -> None:
    """Refuse a write that another site sent, whatever token it brought.

    Raises:
        AccessError: The Origin is not ours.
    """
    if request.method not in _UNSAFE:
        return
    origin = request.headers.get("Origin")
    ours = urlsplit(request.host_url)
    if origin is not None and urlsplit(origin)[:2] != (ours.scheme, ours.netloc):
        msg = "This was sent from another site and was not taken."
        raise AccessError(msg)


def know_device() -> None:
    """Tell tablets apart by a cookie; a new one gets its name with the answer."""
    given = get_cookie("device")
    known = _DEVICE.fullmatch(given) is not None
    token = given if known else secrets.token_hex(16)
    g.device = f"T-{token[:8]}"
    g.new_device = None if known else token


def add_headers(answer: Response) -> Response:
    """Set the headers of every answer; only static files may be kept by the browser."""
    for name, value in _HEADERS.items():
        answer.headers.setdefault(name, value)
    if desk.server().settings.secure_cookies:
        answer.headers.setdefault("Strict-Transport-Security", f"max-age={_YEAR_SECONDS}")
    static = request.endpoint in {"static", "bootstrap.static"}
    if static and answer.status_code < 400:
        fresh = request.args.get("v") == desk.server().build
        keep = f"public, max-age={_YEAR_SECONDS}, immutable" if fresh else "no-cache"
        answer.headers["Cache-Control"] = keep
    else:
        answer.headers["Cache-Control"] = "no-store"
        if g.get("new_device"):
            set_cookie(answer, "device", g.new_device, days=_DEVICE_DAYS)
    return answer
