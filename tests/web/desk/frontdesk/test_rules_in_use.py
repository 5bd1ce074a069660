"""Rules that lack what is in use: staff are asked, with names, and say what it is called now."""

import re
from typing import Any

import pytest

from fullhouse.inbound.rules_in_use import InUse
from fullhouse.inbound.sync.connections import Connections
from fullhouse.inbound.sync.document_sync import DocumentSync, FileDocument
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import DaySchedule
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, FreeSlot, LeaveWaitlist
from tests.support.attaching import change_desk
from tests.web.desk.frontdesk.appointments.book import RULES, Front, at
from tests.web.desk.frontdesk.salon import tidy
from tests.web.desk.support import Desk, text_of

PATH = "/desk/waitlist/rules"
RENAMED = RULES.replace("- Cut:", "- Haircut:")
WITHOUT_SAM = RULES.replace("Staff: Jess, Sam", "Staff: Jess, Kim")
LINES = RULES.splitlines(keepends=True)
WITHOUT_STAFF = "".join(line for line in LINES if not line.startswith("Staff"))
WITHOUT_HOURS = "".join(line for line in LINES if not line.startswith("Opening"))
NAMES = ("waitlist", "appointments")
SHORTER = RULES.replace("Mon-Fri 09:00-18:00", "Mon-Fri 09:00-13:00")


@pytest.fixture
def front(desk: Desk) -> Front:
    front = Front(desk.evening)
    front.writes(RULES)
    front.books("Ada", "2026-06-03T14:00")
    front.books("Ben", "2026-06-03T10:00", staff="Sam", service="Colour")
    front.joins("Cleo", "Cut")
    front.joins("Dora", "Colour", staff="Sam")
    return front


def rules(desk: Desk) -> Document:
    found = desk.evening.load(Get(Document, ("rules",)))
    assert found is not None
    return found


def fields(page: str) -> dict[str, str]:
    """The hidden mark of the question, and the choice of each name that is missing."""
    found = dict(re.findall(r'name="(confirmed)" value="([^"]*)"', page))
    return {**found, **dict.fromkeys(re.findall(r'select name="(renamed-\w+)"', page), "")}


def test_a_service_in_use_is_not_removed_before_staff_say_so(desk: Desk, front: Front) -> None:
    answer = desk.send(PATH, {"text": RENAMED})
    assert answer.status_code == 409
    said = tidy(text_of(answer))
    assert "In use, and not in these rules" in said
    assert "Cut 2 people: Ada, Cleo" in said
    assert rules(desk).text == RULES
    kept = desk.send(PATH, {"text": RENAMED, **fields(answer.text)})
    assert kept.headers["location"].endswith("done=in_force")
    assert rules(desk).text == RENAMED
    assert (front.appointment("Ada").service, front.entry("cleo").service) == ("Cut", "Cut")
    assert front.appointment("Ada").stands
    later = tidy(desk.read(PATH))
    assert "In use, and not in the rules any more" in later


def test_renamed_services_take_everyone_along(desk: Desk, front: Front) -> None:
    asked = fields(desk.send(PATH, {"text": RENAMED}).text)
    (name,) = (key for key in asked if key.startswith("renamed-"))
    answer = desk.send(PATH, {"text": RENAMED, **asked, name: "Haircut"})
    assert answer.headers["location"].endswith("done=in_force")
    ada, cleo = front.appointment("Ada"), front.entry("cleo")
    assert (ada.service, ada.minutes, ada.chain, cleo.service) == ("Haircut", 45, 1, "Haircut")
    assert "In use" not in desk.read(PATH)
    assert [(one.old, one.new) for one in rules(desk).former] == [("Cut", "Haircut")]


def test_names_that_were_left_can_be_renamed_later(desk: Desk, front: Front) -> None:
    desk.send(PATH, {"text": RENAMED, **fields(desk.send(PATH, {"text": RENAMED}).text)})
    left = fields(desk.web.get(PATH).text)
    assert "confirmed" not in left
    desk.send(PATH, {"text": RENAMED, **dict.fromkeys(left, "Haircut")})
    assert front.entry("cleo").service == "Haircut"


def test_a_staff_member_in_use_is_asked_about_and_renamed(desk: Desk, front: Front) -> None:
    page = desk.send(PATH, {"text": WITHOUT_SAM})
    assert (page.status_code, "Sam 2 people: Ben, Dora" in tidy(text_of(page))) == (409, True)
    asked = fields(page.text)
    (name,) = (key for key in asked if key.startswith("renamed-"))
    desk.send(PATH, {"text": WITHOUT_SAM, **asked, name: "Kim"})
    assert (front.appointment("Ben").staff, front.entry("dora").staff) == ("Kim", "Kim")


def test_a_name_that_is_not_in_the_new_rules_renames_nobody(desk: Desk, front: Front) -> None:
    asked = fields(desk.send(PATH, {"text": RENAMED}).text)
    (name,) = (key for key in asked if key.startswith("renamed-"))
    desk.send(PATH, {"text": RENAMED, **asked, name: "Nonsense"})
    assert front.appointment("Ada").service == "Cut"


def test_hours_in_use_are_asked_about(desk: Desk, front: Front) -> None:
    page = desk.send(PATH, {"text": SHORTER})
    assert page.status_code == 409
    assert "Outside the opening hours 1 person: Ada" in tidy(text_of(page))
    desk.send(PATH, {"text": SHORTER, **fields(page.text)})
    assert rules(desk).text == SHORTER
    assert front.appointment("Ada").stands
    assert "In use" not in desk.read(PATH)


def test_the_whole_line_of_staff_in_use_is_asked_about(desk: Desk, front: Front) -> None:
    page = desk.send(PATH, {"text": WITHOUT_STAFF})
    said = tidy(text_of(page))
    assert page.status_code == 409
    assert "Jess 1 person: Ada" in said
    assert "Sam 2 people: Ben, Dora" in said
    assert "Renamed to" not in said
    assert rules(desk).text == RULES
    desk.send(PATH, {"text": WITHOUT_STAFF, **fields(page.text)})
    assert rules(desk).text == WITHOUT_STAFF
    assert front.appointment("Ben").staff == "Sam"
    assert "In use" not in desk.read(PATH)


def test_the_whole_line_of_opening_hours_in_use_is_asked_about(desk: Desk, front: Front) -> None:
    page = desk.send(PATH, {"text": WITHOUT_HOURS})
    assert page.status_code == 409
    assert "There are no opening hours 2 people: Ben, Ada" in tidy(text_of(page))
    assert rules(desk).text == RULES
    desk.send(PATH, {"text": WITHOUT_HOURS, **fields(page.text)})
    assert rules(desk).text == WITHOUT_HOURS
    assert front.appointment("Ada").stands
    assert "In use" not in desk.read(PATH)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "Staff",
            "Sam is in use, and not in these rules. Appointments ahead: 1, on the waitlist: 1",
        ),
        ("Opening hours", "The opening hours are in use, and not in these rules. Appointments "),
    ],
)
@pytest.mark.usefixtures("front")
def test_rules_of_a_file_without_a_line_in_use_wait(
    desk: Desk, tmp_path: Any, text: str, reason: str
) -> None:
    file = tmp_path / "rules.md"
    file.write_text("".join(line for line in LINES if not line.startswith(text)))
    paper = DocumentSync(desk.evening.engine, "rules", FileDocument(file, 0), "rules.md")
    change_desk(desk.web.app, connections=Connections(papers=(paper,)))
    desk.evening.call(paper.run)
    assert rules(desk).text == RULES
    assert reason in tidy(desk.read("/desk/waitlist"))
    assert len(desk.evening.mails("removal")) == 1


def test_a_question_that_changed_meanwhile_is_asked_again(desk: Desk, front: Front) -> None:
    asked = fields(desk.send(PATH, {"text": RENAMED}).text)
    front.books("Eva", "2026-06-04T10:00")
    page = desk.send(PATH, {"text": RENAMED, **asked})
    assert page.status_code == 409
    assert "Eva" in text_of(page)
    assert rules(desk).text == RULES


def test_a_preview_shows_what_is_in_use_and_changes_nothing(desk: Desk, front: Front) -> None:
    said = tidy(text_of(desk.send(PATH, {"text": RENAMED, "preview": "yes"})))
    assert "Cut 2 people: Ada, Cleo" in said
    assert (rules(desk).text, front.appointment("Ada").service) == (RULES, "Cut")


def test_rules_that_nobody_misses_are_put_in_force_at_once(desk: Desk, front: Front) -> None:
    text = RULES.replace("- Fringe: 15 minutes\n", "- Beard: 15 minutes\n")
    assert desk.send(PATH, {"text": text}).status_code == 303
    assert front.appointment("Ada").stands


@pytest.mark.usefixtures("front")
def test_rules_from_a_file_wait_for_staff_who_get_a_note(desk: Desk, tmp_path: Any) -> None:
    file = tmp_path / "rules.md"
    file.write_text(RENAMED)
    paper = DocumentSync(desk.evening.engine, "rules", FileDocument(file, 0), "rules.md")
    change_desk(desk.web.app, connections=Connections(papers=(paper,)))
    desk.evening.call(paper.run)
    assert rules(desk).text == RULES
    for page in ("/desk/waitlist", "/desk/appointments"):
        said = tidy(desk.read(page))
        assert "New rules wait for you" in said
        assert (
            "Cut is in use, and not in these rules. Appointments ahead: 1, on the waitlist: 1, "
            "open slots: 0. Say at the desk" in said
        )
    (note,) = desk.evening.mails("removal")
    assert [person["name"] for person in note.facts["removal"]["people"]] == ["Ada", "Cleo"]
    desk.evening.call(paper.run)
    assert len(desk.evening.mails("removal")) == 1
    page = desk.web.get(PATH).text
    assert "could not be understood" not in page
    assert "- Haircut:" in page
    desk.send(PATH, {"text": RENAMED, **fields(page)})
    assert rules(desk).text == RENAMED
    assert "New rules wait for you" not in desk.read("/desk/waitlist")


def renames(desk: Desk, text: str, name: str) -> None:
    """Save rules in which what is missing has another name."""
    asked = fields(desk.send(PATH, {"text": text}).text)
    answers = {key: name if key.startswith("renamed-") else mark for key, mark in asked.items()}
    assert desk.send(PATH, {"text": text, **answers}).headers["location"].endswith("done=in_force")


def test_a_renamed_service_takes_open_slots_and_offers_along(desk: Desk, front: Front) -> None:
    front.joins("Eva", "Cut")
    front.frees("two", "Cut", at("2026-06-02T14:00"))
    assert front.holder("two").name == "Cleo"
    renames(desk, RENAMED, "Haircut")
    slot = front.slot("two")
    assert (slot.status, slot.service, slot.line) == ("open", "Haircut", "haircut")
    assert front.holder("two").name == "Cleo"
    assert desk.evening.mails("handed_back") == desk.evening.mails("nobody_fits") == []
    front.declines("two")
    assert front.holder("two").name == "Eva"
    front.claims("two")
    assert front.appointment("two").service == "Haircut"


def test_a_renamed_staff_member_takes_open_slots_and_offers_along(desk: Desk, front: Front) -> None:
    front.frees("two", "Colour", at("2026-06-02T14:00"), staff="Sam")
    assert front.holder("two").name == "Dora"
    renames(desk, WITHOUT_SAM, "Kim")
    assert (front.slot("two").status, front.slot("two").staff) == ("open", "Kim")
    assert front.holder("two").name == "Dora"
    day = desk.evening.load(Get(DaySchedule, ("2026-06-02",)))
    assert day is not None
    assert [(busy.id, busy.staff) for busy in day.taken] == [("two", "Kim")]
    front.claims("two")
    assert front.appointment("two").staff == "Kim"


def test_a_service_and_its_staff_renamed_at_once_keep_the_offer(desk: Desk, front: Front) -> None:
    front.frees("two", "Colour", at("2026-06-02T14:00"), staff="Sam")
    assert front.holder("two").name == "Dora"
    text = WITHOUT_SAM.replace("- Colour:", "- Tint:")
    asked = desk.send(PATH, {"text": text}).text
    marks = {InUse("service", "Colour", [], []).field: "Tint"}
    marks[InUse("staff", "Sam", [], []).field] = "Kim"
    desk.send(PATH, {"text": text, **fields(asked), **marks})
    slot, dora, ben = front.slot("two"), front.entry("dora"), front.appointment("Ben")
    assert (slot.status, slot.service, slot.staff) == ("open", "Tint", "Kim")
    assert (dora.service, dora.staff) == ("Tint", "Kim")
    assert (ben.service, ben.staff, ben.minutes) == ("Tint", "Kim", 90)
    assert front.holder("two").name == "Dora"
    assert desk.evening.mails("handed_back") == desk.evening.mails("nobody_fits") == []


def test_a_slot_without_an_offer_is_offered_under_the_new_name(desk: Desk, front: Front) -> None:
    front.frees("one", "Cut", at("2026-06-02T12:00"))
    front.frees("two", "Cut", at("2026-06-02T14:00"))
    assert front.slot("two").live_offer_seq == 0
    renames(desk, RENAMED, "Haircut")
    front.joins("Eva", "Haircut")
    assert front.holder("two").name == "Eva"
    assert desk.evening.mails("nobody_fits") == []


def test_a_report_under_the_new_name_is_about_the_claimed_slot(desk: Desk, front: Front) -> None:
    front.frees("two", "Cut", at("2026-06-02T14:00"), staff="")
    front.claims("two")
    renames(desk, RENAMED, "Haircut")
    again = FreeSlot(slot_id="new", service="Haircut", starts_at=at("2026-06-02T14:00"))
    answer = desk.evening.give(again, "webhook")
    assert (answer.code, answer.slot.id) == ("asked", "two")
    assert front.appointment("two").stands


@pytest.mark.parametrize(
    ("text", "old", "new"), [(RENAMED, "Cut", "Haircut"), (WITHOUT_SAM, "Sam", "Kim")]
)
def test_what_is_over_or_off_has_the_new_name_on_every_page(
    desk: Desk, front: Front, text: str, old: str, new: str
) -> None:
    front.books("Early", "2026-06-01T09:30", staff="Sam")
    front.books("Off", "2026-06-02T16:30", staff="Sam")
    front.cancels("Off")
    front.joins("Hal", "Cut", staff="Sam")
    front.frees("back", "Cut", at("2026-06-02T10:00"), staff="Sam")
    front.stops("back")
    renames(desk, text, new)
    days = [f"/desk/{list_}?day=2026-06-0{day}" for list_ in NAMES for day in (1, 2)]
    one = ["waitlist/slots/back", "appointments/a/early", "appointments/a/off"]
    for page in (*days, *(f"/desk/{path}" for path in one)):
        standing = tidy(desk.read(page)).partition("Who was asked")[0].partition("What happened")[0]
        assert re.search(rf"\b{old}\b", standing) is None, page
    assert new in desk.read("/desk/appointments/a/early")
    front.restores("Off")
    assert getattr(front.appointment("Off"), "service" if old == "Cut" else "staff") == new


def test_a_renamed_service_keeps_its_own_reminder(desk: Desk, front: Front) -> None:
    front.writes("# Reminder text: Cut\n\n{service}, dry hair please: {confirm}\n", "voice")
    renames(desk, RENAMED, "Haircut")
    assert "Haircut, dry hair please: http" in desk.read("/desk/waitlist/voice")
    desk.evening.passes(hours=28)
    reminders = [one for one in desk.evening.mails("reminder") if "ada" in one.id]
    assert [one.facts["template"]["text"] for one in reminders] == [
        "{{ service }}, dry hair please: {{ confirm }}"
    ]


@pytest.mark.usefixtures("front")
def test_a_file_of_rules_that_was_emptied_is_said_on_today(desk: Desk, tmp_path: Any) -> None:
    file = tmp_path / "rules.md"
    file.write_text("")
    paper = DocumentSync(desk.evening.engine, "rules", FileDocument(file, 0), "rules.md")
    change_desk(desk.web.app, connections=Connections(papers=(paper,)))
    desk.evening.call(paper.run)
    assert rules(desk).text == RULES
    for page in ("/desk/waitlist", "/desk/appointments"):
        said = tidy(desk.read(page))
        assert "The rules cannot be read" in said
        assert "It is empty. The last good version stays in force." in said
    file.write_text(RULES)
    desk.evening.call(paper.run)
    assert "The rules cannot be read" not in desk.read("/desk/waitlist")


LEA = RULES.replace("Staff: Jess, Sam", "Staff: Jess, Sam, Lea")
LENA = LEA.replace("Lea", "Lena")


@pytest.fixture
def offered(desk: Desk, front: Front) -> Front:
    """Only an open slot uses Lea, and Gus holds its offer."""
    front.writes(LEA)
    desk.evening.give(LeaveWaitlist(entry_id="cleo"), "customer")
    front.joins("Gus", "Cut")
    front.frees("two", "Cut", at("2026-06-04T10:00"), staff="Lea")
    assert front.holder("two").name == "Gus"
    return front


def test_an_open_slot_counts_as_use_of_its_staff(desk: Desk, offered: Front) -> None:
    page = desk.send(PATH, {"text": LENA})
    said = tidy(text_of(page))
    assert page.status_code == 409
    assert "Lea 1 person: Gus ; 1 open slot: Thu 4 Jun 2026, 10:00 Renamed to" in said
    assert "Open slots are taken back, and whoever holds an offer is told." in said
    assert rules(desk).text == LEA
    assert offered.holder("two").name == "Gus"


def test_a_renamed_staff_member_whom_only_a_slot_uses_has_one_chair(
    desk: Desk, offered: Front
) -> None:
    renames(desk, LENA, "Lena")
    assert (offered.slot("two").status, offered.slot("two").staff) == ("open", "Lena")
    assert offered.holder("two").name == "Gus"
    offered.claims("two")
    assert offered.appointment("two").staff == "Lena"
    day = desk.evening.load(Get(DaySchedule, ("2026-06-04",)))
    assert day is not None
    assert [(busy.id, busy.staff) for busy in day.taken] == [("two", "Lena")]


def test_slots_of_a_staff_member_who_is_gone_are_taken_back(desk: Desk, offered: Front) -> None:
    asked = desk.send(PATH, {"text": RULES})
    assert asked.status_code == 409
    slot, gus = offered.slot("two"), offered.holder("two")
    desk.send(PATH, {"text": RULES, **fields(asked.text)})
    assert rules(desk).text == RULES
    assert (offered.slot("two").status, offered.slot("two").why) == ("handed_back", "withdrawn")
    claim = ClaimSlot(slot_id="two", seq=slot.live_offer_seq, entry_id=gus.id)
    assert desk.evening.give(claim, "customer").code == "offer_withdrawn"
    (told,) = desk.evening.mails("offer_withdrawn")
    assert told.facts["entry"]["name"] == "Gus"
    assert offered.entry("gus").is_waiting


def test_an_open_slot_counts_as_use_of_its_service(desk: Desk, front: Front) -> None:
    front.frees("two", "Fringe", at("2026-06-04T10:00"))
    text = RULES.replace("- Fringe:", "- Bangs:")
    page = desk.send(PATH, {"text": text})
    assert "Fringe 1 open slot: Thu 4 Jun 2026, 10:00 Renamed to" in tidy(text_of(page))
    renames(desk, text, "Bangs")
    front.joins("Rina", "Bangs")
    assert front.holder("two").name == "Rina"


def test_a_slot_that_is_over_is_not_in_use(desk: Desk, offered: Front) -> None:
    offered.stops("two")
    assert desk.send(PATH, {"text": LENA}).status_code == 303


def test_a_slot_that_was_freed_meanwhile_is_asked_about_again(desk: Desk, offered: Front) -> None:
    asked = fields(desk.send(PATH, {"text": LENA}).text)
    offered.frees("one", "Colour", at("2026-06-04T13:00"), staff="Lea")
    page = desk.send(PATH, {"text": LENA, **asked})
    assert page.status_code == 409
    assert "2 open slots: " in tidy(text_of(page))


def test_rules_of_a_file_that_lack_the_service_of_a_slot_wait(
    desk: Desk, front: Front, tmp_path: Any
) -> None:
    front.frees("two", "Fringe", at("2026-06-04T10:00"))
    file = tmp_path / "rules.md"
    file.write_text(RULES.replace("- Fringe: 15 minutes; no reminders\n", ""))
    paper = DocumentSync(desk.evening.engine, "rules", FileDocument(file, 0), "rules.md")
    change_desk(desk.web.app, connections=Connections(papers=(paper,)))
    desk.evening.call(paper.run)
    assert rules(desk).text == RULES
    assert front.slot("two").status == "open"
    said = tidy(desk.read("/desk/waitlist"))
    assert "Appointments ahead: 0, on the waitlist: 0, open slots: 1. Say at the desk" in said
    (note,) = desk.evening.mails("removal")
    assert note.facts["removal"]["gone"] == 0


NO_HOURS = "".join(line for line in LEA.splitlines(keepends=True) if "Opening" not in line)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LEA, f"{LEA}Closed: 4 Jun\n"),
        (LEA, LEA.replace("Mon-Fri 09:00-18:00", "Mon-Wed 09:00-18:00")),
        (LEA, LEA.replace("Mon-Fri 09:00-18:00", "Mon-Wed 09:00-18:00, Thu 11:00-18:00")),
        (NO_HOURS, f"{NO_HOURS}Closed: 4 Jun\n"),
    ],
)
def test_slots_of_times_that_new_rules_close_are_asked_about_and_taken_back(
    desk: Desk, offered: Front, before: str, after: str
) -> None:
    offered.writes(before)
    page = desk.send(PATH, {"text": after})
    said = tidy(text_of(page))
    assert page.status_code == 409
    assert "Outside the opening hours 1 person: Gus ; 1 open slot: Thu 4 Jun 2026, 10:00" in said
    slot, gus = offered.slot("two"), offered.holder("two")
    desk.send(PATH, {"text": after, **fields(page.text)})
    assert rules(desk).text == after
    claim = ClaimSlot(slot_id="two", seq=slot.live_offer_seq, entry_id=gus.id)
    assert desk.evening.give(claim, "customer").code == "offer_withdrawn"
    assert [told.facts["entry"]["name"] for told in desk.evening.mails("offer_withdrawn")] == [
        "Gus"
    ]


def test_slots_stay_on_offer_without_any_opening_hours(desk: Desk, offered: Front) -> None:
    page = desk.send(PATH, {"text": NO_HOURS})
    assert "open slot" not in tidy(text_of(page))
    desk.send(PATH, {"text": NO_HOURS, **fields(page.text)})
    assert rules(desk).text == NO_HOURS
    assert offered.holder("two").name == "Gus"


def test_an_appointment_on_a_day_that_is_closed_now_is_asked_about_without_hours(
    desk: Desk, front: Front
) -> None:
    front.writes(WITHOUT_HOURS)
    page = desk.send(PATH, {"text": f"{WITHOUT_HOURS}Closed: 3 Jun\n"})
    said = tidy(text_of(page))
    assert "Outside the opening hours 2 people: Ben, Ada" in said
    # Nothing can be renamed here.
    assert ("Was it renamed?" in said, "If not, everyone" in said) == (False, False)
    assert "Everyone keeps their appointment" in said
