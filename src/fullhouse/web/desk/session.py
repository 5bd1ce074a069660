"""Sessions of the desk: a signed cookie for the member, and a token in every form."""

import hmac
from datetime import timedelta
from urllib.parse import quote, unquote, urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.access import DESK, OWNER, Member
from fullhouse.engine.core import Engine
from fullhouse.engine.sessions import SESSION_HOLDS
from fullhouse.engine.team import HELPER
from fullhouse.kernel.links import Expired, Link, Tampered
from fullhouse.kernel.records import Get
from fullhouse.web.dependencies import dependencies
from fullhouse.web.pages import root
from fullhouse.web.request_body import cookie

COOKIE = "fullhouse_desk"
WANTED_COOKIE = "fullhouse_wanted"
HOME = "/desk"


class Session(msgspec.Struct, frozen=True):
    """A signed-in member, with a session id that cannot be guessed."""

    member: Member
    id: str
    form_token: str

    @property
    def by(self) -> str:
        """The member's name in the audit."""
        return f"member:{self.member.id}"

    @property
    def is_host(self) -> bool:
        """True for hosts and owners, False for helpers."""
        return self.member.role != HELPER

    @property
    def is_owner(self) -> bool:
        """True for owners only."""
        return self.member.role == OWNER


def read_session(request: Request) -> Session | None:
    """Return the session of the cookie; None if it is invalid or the member was removed."""
    engine = dependencies(request).engine
    try:
        link = engine.composer.keyring.read(cookie(request, COOKIE), engine.now())
    except (Tampered, Expired):
        return None
    if (link.purpose, link.scope) != ("session", DESK):
        return None
    member = engine.load(Get(Member, (link.person,)))
    session_id, _, epoch = link.offer.rpartition("-")
    if member is None or member.removed_at is not None or epoch != str(member.epoch):
        return None
    if member.has_ended(session_id):
        return None
    return Session(member, session_id, _form_token(engine, link))


def _form_token(engine: Engine, link: Link) -> str:
    return engine.composer.keyring.sign(Link("form", DESK, link.person, link.offer))


def begin(request: Request, response: Response, member: Member, session_id: str) -> None:
    """Set the session cookie, valid from now on, and clear the wanted page."""
    engine = dependencies(request).engine
    link = Link(
        "session", DESK, member.id, f"{session_id}-{member.epoch}", engine.now() + SESSION_HOLDS
    )
    set_cookie(request, response, COOKIE, engine.composer.keyring.sign(link), SESSION_HOLDS)
    response.delete_cookie(WANTED_COOKIE, path=_path(request, WANTED_COOKIE))


def end(request: Request, response: Response) -> None:
    """Delete the session cookie."""
    response.delete_cookie(COOKIE, path=_path(request, COOKIE))


def want(request: Request, response: Response, path: str) -> None:
    """Store in a cookie which page was wanted before sign-in."""
    set_cookie(request, response, WANTED_COOKIE, quote(path, safe=""), timedelta(minutes=30))


def wanted(request: Request) -> str:
    """Return the page wanted before sign-in, or the desk's first page."""
    return local_path(unquote(cookie(request, WANTED_COOKIE)))


def set_cookie(
    request: Request, response: Response, name: str, value: str, holds: timedelta
) -> None:
    """Set a cookie that only the server can read."""
    engine = dependencies(request).engine
    response.set_cookie(
        name,
        value,
        max_age=int(holds.total_seconds()),
        path=_path(request, name),
        secure=engine.composer.urls.desk.startswith("https:"),
        httponly=True,
        samesite="lax",
    )


def delete_cookie(request: Request, response: Response, name: str) -> None:
    """Delete a cookie."""
    response.delete_cookie(name, path=_path(request, name))


def _path(request: Request, name: str) -> str:
    """Return a cookie's path; the wanted page is read at sign-in links, outside of the desk."""
    if name != WANTED_COOKIE:
        return f"{root(request)}{HOME}"
    return f"{root(request)}/"


def local_path(path: str) -> str:
    """Return a path of the desk unchanged; the desk's first page for anything else."""
    parts = urlsplit(path)
    is_plain = path.isascii() and path.isprintable() and "\\" not in path
    if not is_plain or path.startswith("//") or parts.scheme or parts.netloc:
        return HOME
    if parts.path == HOME or parts.path.startswith(f"{HOME}/"):
        return path
    return HOME


def is_ours(request: Request) -> bool:
    """Return True if a form comes from one of our own pages, as far as the browser tells."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in {"same-origin", "none"}
    origin = request.headers.get("origin")
    if origin is None:
        return True
    sender = urlsplit(origin).netloc
    if not sender:
        return False
    desk = urlsplit(dependencies(request).engine.composer.urls.desk).netloc
    return sender in {request.headers.get("host"), desk}


def has_token(session: Session, given: str) -> bool:
    """Return True if this is the session's form token."""
    return hmac.compare_digest(session.form_token.encode(), given.encode())
