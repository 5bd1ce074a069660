"""Each single use of a service is a use: staff are asked before it goes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fullhouse.inbound.sync.connections import Connections
from fullhouse.inbound.sync.document_sync import DocumentSync, FileDocument
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.appointments.proposals import (
    ApproveAppointment,
    ProposeAppointment,
)
from fullhouse.products.frontdesk.shared.documents import Document, SaveDocument
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import FormerName
from fullhouse.products.frontdesk.waitlist.proposals import Propose
from tests.support.attaching import change_desk
from tests.web.desk.frontdesk.appointments.book import RULES, Front, at
from tests.web.desk.frontdesk.salon import tidy
from tests.web.desk.frontdesk.test_rules_in_use import PATH, fields
from tests.web.desk.support import Desk, text_of

WITHOUT = RULES.replace("- Fringe: 15 minutes; no reminders\n", "")
RENAMED = RULES.replace("- Fringe:", "- Bangs:")
WEEKLY = {"date": "2026-06-04", "time": "10:00", "repeats": "2026-06-11 10:00, 2026-06-18 10:00"}


@pytest.fixture
def front(desk: Desk) -> Front:
    front = Front(desk.evening)
    front.writes(RULES)
    return front


def proposal(front: Front, product: str, **read: str) -> Proposal:
    values = {"name": "Fay", "service": "Fringe", **read}
    read_fields = tuple(ProposedField(name, value) for name, value in values.items())
    now = front.evening.engine.now()
    return Proposal(id=f"p-{product}", product=product, fields=read_fields, at=now)


def waits(front: Front) -> None:
    front.joins("Fay", "Fringe")


def is_booked(front: Front) -> None:
    front.books("Fay", "2026-06-03T14:00", service="Fringe")


def is_on_offer(front: Front) -> None:
    front.frees("two", "Fringe", at("2026-06-04T10:00"))


def asks_to_wait(front: Front) -> None:
    front.evening.give(Propose(proposal=proposal(front, "waitlist")), "mail")


def comes_every_week(front: Front) -> None:
    found = proposal(front, "appointments", **WEEKLY)
    front.evening.give(ProposeAppointment(proposal=found), "calendar")


def was_renamed_before(front: Front) -> None:
    front.writes(RENAMED)
    renamed = (FormerName("service", "Bangs", "Fringe"),)
    front.evening.give(SaveDocument(name="rules", text=RULES, renamed=renamed), "member:jo")
    front.joins("Fay", "Bangs")
    front.frees("two", "Bangs", at("2026-06-04T10:00"))


USES = (
    waits,
    is_booked,
    is_on_offer,
    asks_to_wait,
    comes_every_week,
    was_renamed_before,
)


@pytest.mark.parametrize("use", USES, ids=lambda use: use.__name__)
@pytest.mark.parametrize("text", [WITHOUT, RENAMED], ids=["removed", "renamed"])
def test_a_service_that_only_this_uses_is_asked_about(
    desk: Desk, front: Front, use: Callable[[Front], None], text: str
) -> None:
    use(front)
    answer = desk.send(PATH, {"text": text})
    assert answer.status_code == 409
    assert "Fringe" in tidy(text_of(answer))
    document = desk.evening.load(Get(Document, ("rules",)))
    assert document is not None
    assert document.text == RULES
    kept = desk.send(PATH, {"text": text, **fields(answer.text)})
    assert kept.headers["location"].endswith("done=in_force")


def test_a_weekly_entry_is_booked_under_the_new_name(desk: Desk, front: Front) -> None:
    comes_every_week(front)
    asked = fields(desk.send(PATH, {"text": RENAMED}).text)
    (name,) = (key for key in asked if key.startswith("renamed-"))
    desk.send(PATH, {"text": RENAMED, **asked, name: "Bangs"})
    approve = ApproveAppointment(
        proposal_id="p-appointments",
        book=BookAppointment(
            appointment_id="p-appointments",
            name="Fay",
            service="Fringe",
            starts_at=at("2026-06-04T10:00"),
        ),
    )
    desk.evening.give(approve, "member:jo")
    assert front.appointment("p-appointments").service == "Bangs"


def test_a_proposal_for_what_was_never_offered_is_no_use(desk: Desk, front: Front) -> None:
    front.evening.give(Propose(proposal=proposal(front, "waitlist", service="Nails")), "mail")
    assert desk.send(PATH, {"text": WITHOUT}).status_code == 303


def test_staff_whom_only_a_proposal_names_are_asked_about(desk: Desk, front: Front) -> None:
    found = proposal(front, "appointments", staff="Sam", **WEEKLY)
    front.evening.give(ProposeAppointment(proposal=found), "calendar")
    answer = desk.send(PATH, {"text": RULES.replace("Jess, Sam", "Jess, Kim")})
    assert (answer.status_code, "Sam 1 person: Fay" in tidy(text_of(answer))) == (409, True)


def test_rules_of_a_file_wait_for_what_is_only_proposed(
    desk: Desk, front: Front, tmp_path: Path
) -> None:
    comes_every_week(front)
    file = tmp_path / "rules.md"
    file.write_text(WITHOUT)
    paper = DocumentSync(desk.evening.engine, "rules", FileDocument(file, 0), "rules.md")
    change_desk(desk.web.app, connections=Connections(papers=(paper,)))
    desk.evening.call(paper.run)
    assert "open slots: 0, proposals: 1. Say at the desk" in tidy(desk.read("/desk/waitlist"))
