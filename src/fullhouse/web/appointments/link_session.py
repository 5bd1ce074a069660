"""Someone at the door with a link about their appointment: which one, what the link may do, and how things stand."""

import re
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.links import LINKS_HOLD, Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentResult,
    AppointmentState,
    Reply,
)
from fullhouse.products.frontdesk.appointments.replies import why_not
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.web.formatting import when
from fullhouse.web.links import rules_of

OFFER = re.compile(r"(\d{1,6})-(\d{1,4})", re.ASCII)


class AppointmentLinkSession(msgspec.Struct, frozen=True):
    """Who came, with which link, when; and what the link was used for before.

    It `is_theirs` unless it went to an address that the appointment no longer has: then a stranger may have come by it.
    """

    rulebook: Rulebook
    appointment: Appointment
    link: Link
    now: datetime
    reply: Reply | None = None
    is_theirs: bool = True

    @property
    def chain(self) -> int:
        """Which of the appointment's times the link speaks of."""
        return int(self.link.offer.partition("-")[0])

    @property
    def reply_name(self) -> str:
        """Name what is spent with the link."""
        return f"{self.link.purpose}-{self.link.offer}"

    @property
    def code(self) -> str:
        """Say why the link does nothing any more, in the words of an answer; nothing if it can be answered now."""
        answer = why_not(
            AppointmentState(appointment=self.appointment, reply=self.reply), self.chain, self.now
        )
        if answer is not None:
            return answer.code
        said = self.link.purpose == "confirm" and self.appointment.status == "confirmed"
        return "confirmed" if said else ""

    @property
    def is_ahead(self) -> bool:
        """Whether someone is expected at the appointment's time."""
        return self.appointment.stands and self.now < self.appointment.starts_at


def find_visit(engine: Engine, link: Link) -> AppointmentLinkSession | None:
    """Load whom and what a link speaks of; None if it is not kept any more."""
    found = OFFER.fullmatch(link.offer)
    appointment = engine.load(Get(Appointment, (link.person,))) if found and link.person else None
    if found is None or appointment is None or appointment.is_erased:
        return None
    reply = engine.load(Get(Reply, (appointment.id, f"{link.purpose}-{link.offer}")))
    theirs = _is_theirs(engine, appointment, chain=int(found[1]), hours=int(found[2]))
    return AppointmentLinkSession(rules_of(engine), appointment, link, engine.now(), reply, theirs)


def _is_theirs(engine: Engine, appointment: Appointment, chain: int, hours: int) -> bool:
    """Say whether a link went to where its person is reached now; one that only a page has given went nowhere else."""
    reminder, about_it = (
        f"reminder:{SCOPE}:{appointment.id}:{chain}-{hours}",
        f"{SCOPE}:{appointment.id}:{chain}",
    )
    words = (f"booked:{about_it}", f"rescheduled:{about_it}", f"restored:{about_it}")
    names = (reminder, f"{reminder}-mail", f"{reminder}-text") if hours else words
    sent = [
        one for one in (engine.load(Get(Message, (name,))) for name in names) if one is not None
    ]
    if not sent or any(one.to in appointment.addresses for one in sent):
        return True
    return not hours and any(
        _was_told(engine, appointment, chain, one) for one in appointment.addresses
    )


def _was_told(engine: Engine, appointment: Appointment, chain: int, address: str) -> bool:
    """Say whether a change of this time was told there: of someone else's chair there may be several."""
    told = engine.load(MessagePage(SCOPE, address, "rescheduled"))
    return any(
        one.person == appointment.id and one.facts["appointment"]["chain"] == chain for one in told
    )


def refreshed(visit: AppointmentLinkSession, answer: AppointmentResult) -> AppointmentLinkSession:
    """Look at the appointment again as the answer left it."""
    return msgspec.structs.replace(visit, appointment=answer.appointment or visit.appointment)


def path_of(engine: Engine, visit: AppointmentLinkSession, purpose: str) -> str:
    """Sign another link about the appointment as it is now; the same all day, so that a page read again is the same.

    About another time than the first link's it is the one that the message about that time carries.
    """
    today = visit.now.replace(hour=0, minute=0, second=0, microsecond=0)
    chain = visit.appointment.chain
    offer = visit.link.offer if visit.chain == chain else f"{chain}-0"
    return f"/l/{engine.composer.keyring.sign(Link(purpose, SCOPE, visit.appointment.id, offer, today + LINKS_HOLD))}"


def about(appointment: Appointment, rulebook: Rulebook, now: datetime) -> dict[str, Any]:
    """Gather what every page says about an appointment."""
    times = when(appointment.starts_at, appointment.ends_at, rulebook, now)
    return {"appointment": appointment, **times, "business": rulebook.business}
