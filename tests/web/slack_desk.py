"""A house whose staff are told things in Slack, and decide there, at the desk, or by a script."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from httpx2 import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient

from fullhouse.engine.access import AddMember, Member, digest, sign_in_link
from fullhouse.inbound.slack.client import Slack, SlackSettings
from fullhouse.inbound.slack.notes import SlackPost
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.slack import Lookup
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.proposals import ProposeAppointment
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.waitlist.proposals import Propose
from fullhouse.web import app as whole
from fullhouse.web.dependencies import DeskDependencies, SlackDependencies, dependencies_of
from tests.inbound.slack.fake import CHANNEL, SECRET, TOKEN, FakeSlack, fake_slack, form, signed
from tests.support.attaching import attach_engine, not_yet
from tests.support.event_app import BASE, START, Caller, Evening

API_TOKEN = "fh_a-token-for-tests"
FORM_TOKEN = re.compile(r'name="form_token" value="([^"]+)"')
RULES = "Time zone: Europe/Berlin\nServices\n- Cut: 45 minutes\nStaff: Jess, Sam\n"
READ = {"name": "Anna Berg", "email": "anna@example.org", "service": "Cut", "staff": "Jess"}
FRIDAY = {**READ, "date": "2026-06-05", "time": "14:00"}


class Desk(Evening):
    """A house with Slack beside it."""

    slack: FakeSlack
    web: TestClient

    def made(
        self, proposal_id: str = "p1", product: str = "appointments", **fields: str
    ) -> Proposal:
        read = tuple(
            ProposedField(field, value, "likely", f"so says {field}")
            for field, value in fields.items()
        )
        return Proposal(
            id=proposal_id, product=product, fields=read, text="Hello", at=self.clock.now()
        )

    def proposes(
        self, proposal_id: str = "p1", product: str = "appointments", **fields: str
    ) -> None:
        proposal = self.made(proposal_id, product, **fields)
        command = (
            ProposeAppointment(proposal=proposal, renew=True) if product == "appointments" else None
        )
        self.give(command or Propose(proposal=proposal))

    def tell(self, payload: Any, secret: str = SECRET, **time: float) -> Response:
        body = payload if isinstance(payload, bytes) else form(payload)
        at = (self.clock.now() + timedelta(**time)).timestamp()
        told: Any = self.web.post("/hooks/slack", content=body, headers=signed(body, at, secret))
        return cast("Response", told)

    def proposal(self, name: str = "p1") -> Proposal:
        found = self.load(Get(Proposal, (name,)))
        assert found is not None
        return found

    def appointment(self, name: str = "p1") -> Appointment | None:
        return self.load(Get(Appointment, (name,)))

    def sends(self, path: str, **fields: str) -> Response:
        """Send a form at the desk, as its owner."""
        self.give(AddMember(member_id="jo", email="jo@example.org", role="owner"), "setup")
        member = self.load(Get(Member, ("jo",)))
        assert member is not None
        ours = {"origin": BASE}
        self.web.post(
            f"/l/{self.engine.composer.keyring.sign(sign_in_link(member, self.clock.now()))}",
            headers=ours,
        )
        token = FORM_TOKEN.search(self.web.get("/desk").text)
        assert token is not None
        sent: Any = self.web.post(
            path, data={"form_token": token[1], **fields}, headers=ours, follow_redirects=False
        )
        return cast("Response", sent)

    def asks(self, path: str, body: object = None) -> Response:
        """Ask for something over the API."""
        headers = {"authorization": f"Bearer {API_TOKEN}"}
        told: Any = self.web.post(f"/api/v1{path}", json=body, headers=headers)
        return cast("Response", told)

    @property
    def said(self) -> str:
        """What the newest note says."""
        return str(self.slack.last["text"])


@contextmanager
def desk_with_slack(folder: Path) -> Iterator[Desk]:
    """A house whose staff are told things in Slack."""
    clock, lookup = VirtualClock(START), Lookup()
    with fake_slack() as slack:
        client = Slack(SlackSettings(channel=CHANNEL, token=TOKEN, api_url=slack.url, timeout=60.0))

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[None]:
            async with open_engine(
                folder, clock, SlackPost(client, lookup), BASE, settles=True
            ) as engine:
                attach_engine(app, engine)
                lookup.open(engine)
                yield

        lent = SlackDependencies(slack=client, secret=lambda: SECRET)
        desk = DeskDependencies(admit={digest(API_TOKEN): "api"})
        app = whole.make_app(not_yet(desk, slack=lent), lifespan=lifespan)
        with TestClient(app, base_url=BASE) as web:
            assert web.portal is not None
            one = Desk(dependencies_of(app).engine, clock, cast("Caller", web.portal.call))
            one.slack, one.web = slack, web
            one.give(SaveDocument(name="rules", text=RULES))
            yield one
        assert slack.wrong == []
