"""The whole app on a real store, with a host who may come to the desk."""

import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from html import unescape
from pathlib import Path
from typing import Any, cast

from httpx2 import Response
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.testclient import TestClient

from fullhouse.engine.access import AddMember, Member, sign_in_link
from fullhouse.engine.ports import Clock
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.rehearsal import rehearse
from fullhouse.web.app import make_app
from fullhouse.web.dependencies import DeskDependencies, dependencies_of
from fullhouse.web.desk.session import COOKIE, read_session
from tests.support.attaching import attach_engine, not_yet
from tests.support.event_app import START, Caller, Evening, Mailbox
from tests.support.web_client import WebClient

BASE = "http://testserver"
HOST = "jo@example.org"
OURS = {"origin": BASE}
TOKEN = re.compile(r'name="form_token" value="([^"]+)"')


def desk_app(folder: Path, clock: Clock, base_url: str = BASE) -> Starlette:
    """The app as it is served, opening its house when it starts."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_engine(folder, clock, Mailbox(), base_url, settles=True) as engine:
            attach_engine(app, engine)
            await engine.execute(AddMember(member_id="jo", email=HOST, role="owner"), "setup")
            yield

    return make_app(not_yet(DeskDependencies(rehearse=rehearse)), lifespan=lifespan)


def sign_in_path(evening: Evening) -> str:
    """The path of a link as the host would get it by mail."""
    member = evening.load(Get(Member, ("jo",)))
    assert member is not None
    return f"/l/{evening.engine.composer.keyring.sign(sign_in_link(member, evening.engine.now()))}"


class Desk:
    """A browser at the desk."""

    def __init__(self, evening: Evening, web: TestClient) -> None:
        self.evening, self.web = evening, web

    def sign_in_path(self) -> str:
        return sign_in_path(self.evening)

    def sign_in(self) -> Response:
        return self.web.post(self.sign_in_path(), headers=OURS)

    def read(self, path: str) -> str:
        """The text of a page, without its markup."""
        answer = self.web.get(path)
        assert answer.status_code == 200, answer.text
        return text_of(answer)

    def token(self) -> str:
        """Return what each form of this session holds; to render a page for it takes long."""
        cookie = f"{COOKIE}={self.web.cookies[COOKIE]}".encode()
        scope = {"type": "http", "app": self.web.app, "headers": [(b"cookie", cookie)]}
        session = read_session(Request(scope))
        assert session is not None
        return session.form_token

    def send(self, path: str, fields: Mapping[str, Any] | None = None, **headers: str) -> Response:
        """Send a form as the page would."""
        return self.web.post(
            path, data={"form_token": self.token(), **(fields or {})}, headers={**OURS, **headers}
        )


def text_of(answer: Response) -> str:
    plain = re.sub(r"<[^>]+>", " ", answer.text)
    return " ".join(unescape(plain).split())


@contextmanager
def desk_at(folder: Path, base_url: str = BASE, clock: Clock | None = None) -> Iterator[Desk]:
    stands = clock or VirtualClock(START)
    app = desk_app(folder, stands, base_url)
    with WebClient(app, follow_redirects=False, base_url=base_url) as client:
        portal = client.portal
        assert portal is not None
        yield Desk(
            Evening(
                dependencies_of(app).engine,
                cast("VirtualClock", stands),
                cast("Caller", portal.call),
            ),
            client,
        )
