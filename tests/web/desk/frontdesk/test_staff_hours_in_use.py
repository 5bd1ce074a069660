"""Hours of staff that leave out what is booked or open: staff are asked, as for opening hours."""

from typing import Any

import pytest

from fullhouse.inbound.sync.connections import Connections
from fullhouse.inbound.sync.document_sync import DocumentSync, FileDocument
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from tests.support.attaching import change_desk
from tests.web.desk.frontdesk.appointments.book import RULES, Front, at
from tests.web.desk.frontdesk.salon import tidy
from tests.web.desk.frontdesk.test_rules_in_use import PATH, fields, rules
from tests.web.desk.support import Desk, text_of

OF_JESS = f"{RULES}Staff hours: Jess Mon-Fri 09:00-12:00 and 13:00-18:00\n"


@pytest.fixture
def front(desk: Desk) -> Front:
    front = Front(desk.evening)
    front.writes(RULES)
    front.books("Ada", "2026-06-03T11:30", staff="Jess")
    front.books("Ben", "2026-06-03T11:30", staff="Sam")
    front.books("Cleo", "2026-06-03T13:00", staff="Jess")
    return front


def test_appointments_outside_new_hours_of_staff_are_asked_about(desk: Desk, front: Front) -> None:
    page = desk.send(PATH, {"text": OF_JESS})
    assert page.status_code == 409
    assert "Outside the hours of Jess 1 person: Ada" in tidy(text_of(page))
    assert rules(desk).text == RULES
    desk.send(PATH, {"text": OF_JESS, **fields(page.text)})
    assert rules(desk).text == OF_JESS
    assert front.appointment("Ada").stands
    assert "In use" not in desk.read(PATH)


def test_what_was_outside_before_and_what_closes_anyway_is_not_theirs(
    desk: Desk, front: Front
) -> None:
    front.writes(OF_JESS)
    shorter = OF_JESS.replace("13:00-18:00", "13:00-17:00")
    assert desk.send(PATH, {"text": shorter}).status_code == 303
    closed = shorter.replace("Mon-Fri 09:00-18:00", "Mon-Fri 09:00-12:30")
    said = tidy(text_of(desk.send(PATH, {"text": closed})))
    assert "Outside the opening hours 1 person: Cleo" in said
    assert "Outside the hours of" not in said


def test_open_slots_outside_new_hours_of_staff_are_taken_back(desk: Desk, front: Front) -> None:
    front.joins("Gus", "Cut")
    starts = at("2026-06-04T11:30")
    desk.evening.give(FreeSlot(slot_id="gap", service="Cut", starts_at=starts, staff="Jess"))
    assert front.holder("gap").name == "Gus"
    page = desk.send(PATH, {"text": OF_JESS})
    assert "2 people: Ada, Gus ; 1 open slot: Thu 4 Jun 2026, 11:30" in tidy(text_of(page))
    desk.send(PATH, {"text": OF_JESS, **fields(page.text)})
    assert [one.facts["entry"]["name"] for one in desk.evening.mails("offer_withdrawn")] == ["Gus"]


def test_hours_of_staff_who_are_renamed_at_the_same_time_are_asked_about(
    desk: Desk, front: Front
) -> None:
    renamed = OF_JESS.replace("Jess", "Jessica")
    starts = at("2026-06-04T11:30")
    desk.evening.give(FreeSlot(slot_id="gap", service="Cut", starts_at=starts, staff="Jess"))
    page = desk.send(PATH, {"text": renamed})
    assert "Outside the hours of" not in tidy(text_of(page))
    answer = {name: given or "Jessica" for name, given in fields(page.text).items()}
    page = desk.send(PATH, {"text": renamed, **answer})
    assert page.status_code == 409
    assert "Outside the hours of Jessica 1 person: Ada ; 1 open slot" in tidy(text_of(page))
    assert "<option selected>Jessica</option>" in page.text
    assert rules(desk).text == RULES
    answer |= {"confirmed": fields(page.text)["confirmed"]}
    assert desk.send(PATH, {"text": renamed, **answer}).status_code == 303
    assert (front.appointment("Ada").staff, front.appointment("Ada").stands) == ("Jessica", True)
    assert front.slot("gap").status == "handed_back"


@pytest.mark.usefixtures("front")
def test_such_rules_of_a_file_wait(desk: Desk, tmp_path: Any) -> None:
    file = tmp_path / "rules.md"
    file.write_text(OF_JESS)
    paper = DocumentSync(desk.evening.engine, "rules", FileDocument(file, 0), "rules.md")
    change_desk(desk.web.app, connections=Connections(papers=(paper,)))
    desk.evening.call(paper.run)
    assert rules(desk).text == RULES
    said = tidy(desk.read("/desk/waitlist"))
    assert "outside the new hours of Jess: 1, open slots: 0" in said
    assert len(desk.evening.mails("removal")) == 1
