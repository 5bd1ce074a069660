"""Who sits at the desk: a signed cookie says it, and a token in every form says that the form is ours."""

import hmac
from datetime import timedelta
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.access import DESK, Member
from fullhouse.engine.core import Engine
from fullhouse.engine.team import HELPER
from fullhouse.kernel.links import Expired, Link, Tampered
from fullhouse.kernel.records import Get
from fullhouse.web.dependencies import dependencies
from fullhouse.web.pages import root

COOKIE = "fullhouse_desk"
WANTED_COOKIE = "fullhouse_wanted"
HOLDS = timedelta(days=30)
HOME = "/desk"


class Session(msgspec.Struct, frozen=True):
    """A member at the desk, under a session id that nobody can guess."""

    member: Member
    id: str
    form_token: str

    @property
    def by(self) -> str:
        """How the audit names whoever gives a command here."""
        return f"member:{self.member.id}"

    @property
    def is_host(self) -> bool:
        """Whether they run events here, as hosts and owners do and helpers do not."""
        return self.member.role != HELPER


def read(request: Request) -> Session | None:
    """Find out whose cookie this is, if it is a good one and they still may come in."""
    engine = dependencies(request).engine
    try:
        link = engine.composer.keyring.read(request.cookies.get(COOKIE, ""), engine.now())
    except (Tampered, Expired):
        return None
    member = (
        engine.load(Get(Member, (link.person,)))
        if (link.purpose, link.scope) == ("session", DESK)
        else None
    )
    session_id, _, epoch = link.offer.rpartition("-")
    if member is None or member.removed_at is not None or epoch != str(member.epoch):
        return None
    return Session(member, session_id, _form_token(engine, link))


def _form_token(engine: Engine, link: Link) -> str:
    return engine.composer.keyring.sign(Link("form", DESK, link.person, link.offer))


def begin(request: Request, response: Response, member: Member, session_id: str) -> None:
    """Put a session that holds from now on into the browser; what was wanted before is reached now."""
    engine = dependencies(request).engine
    link = Link("session", DESK, member.id, f"{session_id}-{member.epoch}", engine.now() + HOLDS)
    _set(request, response, COOKIE, engine.composer.keyring.sign(link), HOLDS)
    response.delete_cookie(WANTED_COOKIE, path=_path(request, WANTED_COOKIE))


def end(request: Request, response: Response) -> None:
    """Forget the session in this browser."""
    response.delete_cookie(COOKIE, path=_path(request, COOKIE))


def want(request: Request, response: Response, path: str) -> None:
    """Remember, in the browser only, where someone wanted to go before they were asked to sign in."""
    _set(request, response, WANTED_COOKIE, path, timedelta(minutes=30))


def wanted(request: Request) -> str:
    """Say where someone wanted to go, or the desk's first page."""
    return local_path(request.cookies.get(WANTED_COOKIE, ""))


def _set(request: Request, response: Response, name: str, value: str, holds: timedelta) -> None:
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


def _path(request: Request, cookie: str) -> str:
    """Show the session to the desk only; the wanted page is read where sign-in links land, outside of it."""
    return f"{root(request)}{HOME}" if cookie == COOKIE else f"{root(request)}/"


def local_path(path: str) -> str:
    """Let through only a path of the desk itself; anything else becomes the desk's first page."""
    parts = urlsplit(path)
    plain = path.isascii() and path.isprintable() and "\\" not in path and not path.startswith("//")
    inside = parts.path == HOME or parts.path.startswith(f"{HOME}/")
    return path if plain and inside and not parts.scheme and not parts.netloc else HOME


def is_ours(request: Request) -> bool:
    """Say whether a form was sent from one of our own pages, as far as the browser tells."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in {"same-origin", "none"}
    origin = request.headers.get("origin")
    if origin is None:
        return True
    engine = dependencies(request).engine
    return urlsplit(origin).netloc in {
        request.headers.get("host"),
        urlsplit(engine.composer.urls.desk).netloc,
    } - {
        "",
        None,
    }


def has_token(session: Session, given: str) -> bool:
    """Say whether a form carries this session's token."""
    return hmac.compare_digest(session.form_token.encode(), given.encode())
