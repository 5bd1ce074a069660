"""No GET acts: every route is opened as a stranger, a member and a script; nothing changes."""

import http.client
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from fullhouse.engine.access import AddMember, Member, digest, sign_in_link
from fullhouse.kernel.links import Link
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, FreeSlot, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.proposals import Propose
from fullhouse.products.rsvp.commands import CancelGuest
from fullhouse.web import app as whole
from fullhouse.web import links
from fullhouse.web.dependencies import DeskDependencies, dependencies_of
from tests.browser.serving import running
from tests.support.attaching import attach_engine, not_yet
from tests.support.event_app import BASE, START, Evening, Mailbox

TOKEN = "a-token-for-this-test"
HEADS: tuple[dict[str, str], ...] = (
    {},
    {"Authorization": f"Bearer {TOKEN}"},
    {"Accept": "application/json"},
)
QUESTIONS = (
    "Who+waits%3F",
    "Who+comes+tomorrow%3F",
    "What+was+sent+to+ben@example.org%3F",
    "How+many+seats+are+open%3F",
)


def whole_app(folder: Path, clock: VirtualClock) -> Starlette:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_engine(folder, clock, Mailbox(), BASE, settles=True) as engine:
            attach_engine(app, engine)
            yield

    return whole.make_app(
        not_yet(DeskDependencies(admit={digest(TOKEN): "script"})), lifespan=lifespan
    )


@pytest.fixture
def open_house_with_a_line(tmp_path: Path) -> Iterator[tuple[Evening, str, list[Route]]]:
    clock = VirtualClock(START)
    app = whole_app(tmp_path, clock)
    with running(app) as server:
        evening = Evening(dependencies_of(app).engine, clock, server.call)
        evening.opens(cap=1, settings={"max_party": 2})
        for name in ("Ada", "Ben", "Cleo"):
            evening.signs_up(name)
        evening.give(CancelGuest(event_id="party", guest_id="ada"))
        evening.give(AddMember(member_id="owner", email="host@example.org", role="owner"))
        opens_a_salon(evening)
        yield evening, server.address, [route for route in app.routes if isinstance(route, Route)]


def opens_a_salon(evening: Evening) -> None:
    """Ada and Ben wait; a cut is booked for Ada, one held for Ben, who has an appointment too."""
    hours = "Opening hours: Mon-Fri 09:00-18:00\nOnline booking: yes\n"
    rules = f"Services\n- Cut: 45 minutes\n{hours}"
    evening.give(SaveDocument(name="rules", text=rules))
    at = START + timedelta(days=3)
    evening.give(
        BookAppointment(
            appointment_id="ben", name="Ben", email="ben@example.org", service="Cut", starts_at=at
        )
    )
    for name in ("ada", "ben"):
        evening.give(
            JoinWaitlist(
                entry_id=name, name=name.title(), email=f"{name}@example.org", service="Cut"
            )
        )
    for days in (1, 2):
        starts_at = START + timedelta(days=days)
        evening.give(FreeSlot(slot_id=f"slot{days}", service="Cut", starts_at=starts_at))
    evening.give(ClaimSlot(slot_id="slot1", seq=1, entry_id="ada"))
    evening.give(
        Propose(proposal=Proposal(id="request", product="waitlist", text="A cut, please", at=START))
    )


def stored(folder: Path) -> str:
    """Return everything that is stored, as text."""
    with closing(sqlite3.connect(folder / "fullhouse.db")) as connection:
        return "\n".join(connection.iterdump())


def get(address: str, path: str, head: dict[str, str]) -> tuple[int, dict[str, str]]:
    """Open a page as a browser would, and look away once it begins to answer."""
    with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)) as connection:
        connection.request("GET", path, headers=head)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders())


def session(evening: Evening, address: str) -> dict[str, str]:
    """Come in to the desk by the mailed link."""
    member = evening.load(Get(Member, ("owner",)))
    assert member is not None
    token = evening.engine.composer.keyring.sign(sign_in_link(member, evening.clock.now()))
    with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)) as connection:
        connection.request("POST", f"/l/{token}", headers={"Origin": BASE, "Content-Length": "0"})
        cookie = connection.getresponse().getheader("Set-Cookie", "")
    assert cookie
    return {"Cookie": cookie.partition(";")[0]}


def every_link(evening: Evening) -> list[str]:
    """Sign a link of every purpose for each guest and the member, with live and spent offers."""
    sign = evening.engine.composer.keyring.sign
    guests = [
        Link(purpose, "party", name, offer)
        for purpose in links.PURPOSES
        for name in ("ada", "ben", "cleo")
        for offer in (f"{name}-1", f"{name}-9")
    ]
    customers = [
        Link(purpose, "waitlist", name, offer)
        for purpose in links.WAITLIST_PURPOSES
        for name in ("ada", "ben", "cleo")
        for offer in ("slot1-1", "slot2-1", "")
    ]
    booked = [
        Link(purpose, "appointments", name, offer)
        for purpose in links.APPOINTMENT_PURPOSES
        for name in ("ada", "ben")
        for offer in ("1-24", "2-0", "")
    ]
    every = map(sign, (*guests, *customers, *booked))
    return [*every, sign(Link("sign-in", "desk", "owner", "1")), "no.such.link"]


def addresses(evening: Evening, route: Route) -> list[str]:
    """Fill in a route's address in every way that means something here."""
    known: dict[str, list[str]] = {
        "event": ["party", "nowhere"],
        "guest": ["ada", "ben", "cleo"],
        "entry": ["ada", "ben", "cleo"],
        "slot": ["slot1", "slot2", "nothing"],
        "appointment": ["ben", "nobody"],
        "token": every_link(evening),
        "id:path": [message.id for message in evening.mails()],
        "name": ["base.css"],
        "mail": ["no-such-mail"],
        "key": ["no-such-key"],
        "member": ["owner"],
        "proposal": ["request", "no-such-proposal"],
        "version": ["no-such-version"],
        "digest": ["no-such-digest"],
        "kind": ["confirmation", "no-such-kind"],
    }
    filled = [
        route.path,
        *(f"{route.path}?q={asked}" for asked in QUESTIONS if route.path.endswith("/ask")),
        *(["/book?service=Cut&staff="] if route.path == "/book" else []),
    ]
    for name in re.findall(r"\{([^}]+)\}", route.path):
        filled = [path.replace(f"{{{name}}}", value) for path in filled for value in known[name]]
    return filled


def test_no_get_writes(
    open_house_with_a_line: tuple[Evening, str, list[Route]], tmp_path: Path
) -> None:
    evening, address, routes = open_house_with_a_line
    member = session(evening, address)
    before = stored(tmp_path)
    opened: list[Any] = [
        (path, get(address, path, head)[0])
        for route in routes
        if "GET" in (route.methods or ())
        for path in addresses(evening, route)
        for head in (*HEADS, member)
    ]
    assert [one for one in opened if one[1] >= 500] == []
    assert len([one for one in opened if one[1] == 200]) > len(routes)
    assert stored(tmp_path) == before
