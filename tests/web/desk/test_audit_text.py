import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import fullhouse.products.frontdesk.appointments
import fullhouse.products.frontdesk.refill.slot_sync
import fullhouse.products.frontdesk.shared.documents
import fullhouse.products.frontdesk.waitlist
import fullhouse.products.rsvp
from fullhouse.engine.access import AddMember
from fullhouse.products.rsvp.commands import CloseSignUp
from fullhouse.web.desk import audit_text, formatting
from fullhouse.web.desk.audit_text import ACTIONS, WHY_NOT
from fullhouse.web.desk.events.event_form import in_one_unit, zones
from tests.web.desk.support import Desk

RULES = Path(next(iter(fullhouse.products.rsvp.__path__)))
SLOT_RULES = Path(next(iter(fullhouse.products.frontdesk.waitlist.__path__)))
BOOKING_RULES = Path(next(iter(fullhouse.products.frontdesk.appointments.__path__)))
# Where the waitlist's rules choose between actions, or pass one on.
CHOSEN = {
    "offered",
    "rolled_on",
    "declined",
    "timed_out",
    "put_back",
    "unreachable",
    "offer_withdrawn",
    "nobody_fits",
    "handed_back",
    "left",
    "removed",
    "expired",
    "opted_out",
    "bounced",
    "reach_fine",
}
# Where the rules of appointments do.
MOVES = {
    "first_reminder",
    "second_reminder",
    "moved",
    "edited",
    "opted_out",
    "bounced",
    "unreachable",
    "reach_fine",
}


def source(rules: Path = RULES) -> str:
    return "".join(path.read_text() for path in rules.glob("*.py"))


def test_every_step_that_the_rules_write_has_words() -> None:
    written = set(re.findall(r'Step\([\w.]+, "(\w+)"', source()))
    assert len(written) > 10
    assert written - set(ACTIONS) == set()


def test_every_step_that_the_waitlist_writes_has_words() -> None:
    written = set(re.findall(r'Step\(\w+, "(\w+)"', source(SLOT_RULES)))
    assert len(written) > 5
    assert (written | CHOSEN) - set(audit_text.SLOT_ACTIONS) == set()


def test_every_step_that_appointments_write_has_words() -> None:
    following = Path(fullhouse.products.frontdesk.refill.slot_sync.__file__).read_text()
    written = set(re.findall(r'Step\(\w+, "(\w+)"', source(BOOKING_RULES) + following))
    assert {"booked", "rescheduled", "gap_alert", "held", "let_go"} <= written
    assert (written | MOVES) - set(audit_text.APPOINTMENT_ACTIONS) == set()


def test_every_step_of_the_documents_has_words() -> None:
    source = Path(fullhouse.products.frontdesk.shared.documents.__file__).read_text()
    written = set(re.findall(r'"(document_\w+)"', source))
    assert len(written) == 2
    assert written - set(audit_text.SLOT_ACTIONS) == set()


def test_every_reason_why_someone_is_not_asked_has_words() -> None:
    body = source().split("def why_not")[1].split("\n\n\n")[0]
    assert set(re.findall(r'return "(\w+)"', body)) - set(WHY_NOT) == set()


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (0, "less than a minute"),
        (5, "5 min"),
        (60, "1 h"),
        (320, "5 h 20 min"),
        (1440, "1 day"),
        (1560, "1 day 2 h"),
        (4320, "3 days"),
    ],
)
def test_spans_are_said_roughly(minutes: int, said: str) -> None:
    now = datetime(2026, 6, 1, tzinfo=UTC)
    assert formatting.until(now + timedelta(minutes=minutes, seconds=1), now) == f"in {said}"
    assert formatting.until(now, now + timedelta(minutes=minutes, seconds=1)) == f"{said} ago"


def test_a_moment_is_written_for_eyes_and_machines() -> None:
    said = formatting.when(datetime(2026, 6, 20, 16, 0, tzinfo=UTC), "Europe/Berlin")
    assert said == '<time datetime="2026-06-20T16:00:00Z">Sat 20 Jun 2026, 18:00</time>'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("6h", (6, "h")),
        ("72h", (72, "h")),
        ("1h30m", (90, "m")),
        ("7d", (7, "d")),
        ("1d", (24, "h")),
    ],
)
def test_windows_are_shown_in_one_unit(text: str, shown: tuple[int, str]) -> None:
    assert in_one_unit(text) == shown


def test_the_list_of_zones_has_the_worlds_places() -> None:
    assert {"Europe/Berlin", "America/Argentina/Ushuaia", "Pacific/Chatham", "UTC"} <= set(zones())


def test_who_has_no_address_yet_is_named_in_words(desk: Desk) -> None:
    desk.evening.give(AddMember(member_id="owner", email="", role="owner"), "setup")
    desk.evening.opens()
    desk.evening.give(CloseSignUp(event_id="party"), "member:owner")
    assert re.search(r"by\s+someone at the desk", desk.read("/desk/e/party"))
