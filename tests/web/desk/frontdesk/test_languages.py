"""Every page of the staff's front desk in the browser's language."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from httpx2 import Response
from msgspec.structs import replace

from fullhouse.inbound.spreadsheets.port import MemorySheet
from fullhouse.inbound.sync.appointment_sheet.sync import AppointmentsSync
from fullhouse.inbound.sync.connections import Connections
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.appointments.proposals import ProposeAppointment
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.holidays import Holidays, KeepHolidays
from fullhouse.products.frontdesk.shared.proposals import ProposedField
from fullhouse.web.desk.frontdesk.appointments import formatting as bookings
from fullhouse.web.desk.frontdesk.waitlist import formatting as entries
from tests.inbound.sync.appointment_sheet import shop
from tests.inbound.sync.front_desk import ANNA, table
from tests.support.attaching import change_desk
from tests.support.proof import some_of
from tests.support.translated import assert_translated
from tests.web.desk.frontdesk.appointments.book import RULES as BOOK_RULES
from tests.web.desk.frontdesk.appointments.book import full_book
from tests.web.desk.frontdesk.appointments.test_proposals import proposal
from tests.web.desk.frontdesk.appointments.test_proposals import proposes as proposes_booking
from tests.web.desk.frontdesk.salon import RULES, Salon, busy_day
from tests.web.desk.frontdesk.waitlist.test_proposals import proposes
from tests.web.desk.support import Desk, desk_at

LANGUAGES = ("de", "fr", "es")
CATALOGUES = ("desk_frontdesk", "desk", "waitlist", "appointments", "pages")
BOOK, WAITLIST = "/desk/appointments", "/desk/waitlist"
# What pages quote: documents, mails, previews and questions.
QUOTED = re.compile(
    r"<(textarea|pre|code|q|article)\b.*?</\1>"
    r'|<p class="bubble".*?</p>|<form class="ask".*?</form>|<ul class="chips".*?</ul>'
    r'|<ul class="rows mails".*?</ul>',
    re.DOTALL,
)
BOOKING_RULES = (
    "Staff: Jess, Sam\nOnline booking: yes\nStaff hours\n- Jess: Mon 09:00-12:00\n"
    "- Sam: daily closed\nTime between appointments: 10 minutes\nDaily maximum: 12, Jess 6\n"
)
Walk = Callable[[Desk], Iterator[Response]]
EMPTY_APPOINTMENT = {
    "name": "",
    "service": "",
    "date": "",
    "time": "",
    "minutes": "-",
    "staff": "x",
}


def followed(desk: Desk, path: str, fields: Mapping[str, str] | None = None) -> Response:
    """The page that a form leads to."""
    answer = desk.send(path, fields)
    if answer.status_code != 303:
        return answer
    return desk.web.get(answer.headers["location"])


def without_rules(desk: Desk) -> Iterator[Response]:
    yield desk.web.get(BOOK)
    yield desk.web.get(WAITLIST)
    for name in ("rules", "voice"):
        yield desk.web.get(f"{WAITLIST}/{name}")
        yield desk.web.get(f"{WAITLIST}/{name}?start=example")
    yield desk.web.get(f"{WAITLIST}/connections")


def appointments(desk: Desk) -> Iterator[Response]:
    front = full_book(desk.evening)
    yield desk.web.get(BOOK)
    yield desk.web.get(f"{BOOK}?day=2026-06-07")
    for name in ("ida", "ada", "ben", "cleo", "emil", "gus", "nobody"):
        yield desk.web.get(f"{BOOK}/a/{name}")
    for query in ("", "?show=booked", "?show=confirmed", "?show=ended", "?show=over", "?q=Nobody"):
        yield desk.web.get(f"{BOOK}/list{query}")
    yield desk.send(f"{BOOK}/book", EMPTY_APPOINTMENT)
    yield desk.send(f"{BOOK}/a/ada/edit", {"date": "never", "was": "{}"})
    yield desk.send(f"{BOOK}/a/ada/reach", {"field": "phone"})
    yield desk.send(f"{BOOK}/a/ben/no-show")
    for action in ("confirm", "cancel", "restore"):
        yield followed(desk, f"{BOOK}/a/ada/{action}", {"tell": "yes"})
    for done in bookings.DONE:
        yield desk.web.get(f"{BOOK}/list?done={done}")
    yield desk.web.get(f"{BOOK}/summary")
    front.writes(f"{BOOK_RULES}Refill from the waitlist: no\n")
    desk.evening.passes(hours=2)
    yield desk.web.get(BOOK)
    yield desk.web.get(f"{BOOK}/a/ada")


def waitlist(desk: Desk) -> Iterator[Response]:
    salon = busy_day(desk.evening)
    salon.stops("four")
    salon.joins("Fay", "Table", party=3, earliest="2026-06-02", latest="2026-06-09", staff="Sam")
    desk.evening.give(NoteReach(address="fay@example.org", reach="bounced"))
    yield desk.web.get(WAITLIST)
    yield desk.web.get(f"{WAITLIST}?day=2026-06-07")
    for slot in ("early", "two", "three", "four", "none"):
        yield desk.web.get(f"{WAITLIST}/slots/{slot}")
    for slot in ("early", "two", "four"):
        for who in ("ada", "ben", "emil", "fay"):
            yield desk.web.get(f"{WAITLIST}/slots/{slot}?who={who}")
    for name in ("ada", "ben", "emil", "fay", "none"):
        yield desk.web.get(f"{WAITLIST}/entries/{name}")
    for query in ("", "?service=Cut", "?service=Table"):
        yield desk.web.get(f"{WAITLIST}/list{query}")
    yield desk.send(f"{WAITLIST}/list", {"name": "", "party": "x", "latest": "2020-01-01"})
    yield desk.send(f"{WAITLIST}/free", {"service": "", "starts_at": "", "party_capacity": "x"})
    yield desk.send(f"{WAITLIST}/free", {"service": "Cut", "starts_at": "2026-05-01T10:00"})
    yield followed(desk, f"{WAITLIST}/entries/ada/edit", {"party": "99", "was": "{}"})
    yield desk.send(f"{WAITLIST}/entries/ada/reach", {"field": "phone"})
    yield followed(desk, f"{WAITLIST}/entries/ada/remove", {"back": "entry"})
    yield desk.send(f"{WAITLIST}/entries/ada/remove")
    yield followed(desk, f"{WAITLIST}/slots/early/withdraw")
    for done in entries.DONE:
        yield desk.web.get(f"{WAITLIST}/list?done={done}")
    yield desk.web.get(f"{WAITLIST}/summary")
    salon.writes(
        f"{RULES}Refill from the waitlist: no\nTexts: at most 20 EUR a month, 0.08 EUR each\n"
    )
    yield desk.web.get(f"{WAITLIST}/summary")
    desk.evening.passes(hours=12)
    salon.frees("night", "Colour", datetime(2026, 6, 2, 12, 0, tzinfo=UTC))
    yield desk.web.get(f"{WAITLIST}?day=2026-06-02")
    yield desk.web.get(f"{WAITLIST}/slots/night?who=ben")


def proposals(desk: Desk) -> Iterator[Response]:
    front = full_book(desk.evening)
    yield desk.web.get(f"{WAITLIST}/proposals")
    proposes(front)
    proposes(front, "p2", without="name")
    proposes_booking(front)
    proposes_booking(front, "b2", phone="+493012345678")
    words = "It was at 10:00 in the calendar, and is at 11:00 now."
    moved = proposal(front, "b3", mail="", appointment="ada")
    change = ProposedField("change", "moved", "sure", words)
    moved = replace(moved, fields=(*moved.fields, change), text=words)
    desk.evening.give(ProposeAppointment(proposal=moved), "calendar")
    proposes_booking(front, "b4", mail="", change="gone", appointment="ben")
    yield desk.web.get(f"{WAITLIST}/proposals")
    for name in ("p1", "p2", "b1", "b2", "b3", "b4", "none"):
        yield desk.web.get(f"{WAITLIST}/proposals/{name}")
    yield desk.send(f"{WAITLIST}/proposals/p2/approve")
    yield desk.send(f"{WAITLIST}/proposals/p1", {"priority": "x"})
    yield desk.send(f"{WAITLIST}/proposals/p1", {"rev": "9"})
    for path in ("p1/approve", "b4/approve", "b2/discard"):
        yield followed(desk, f"{WAITLIST}/proposals/{path}")


def documents(desk: Desk) -> Iterator[Response]:
    salon = Salon(desk.evening)
    salon.writes(RULES)
    salon.writes("# Text\nHi {name}: {claim}\n# Reminder text: Cut\n{confirm}\n", "voice")
    for name, text in (
        ("rules", "Claim windw: 10 minutes\nThe moon: full\nStaff: Jess, Jess\nOpening hours: x\n"),
        ("rules", "Claim window: soon\nClaim window: 5 minutes\nQuiet hours: none\nStaff\n"),
        ("voice", "Hello\n# Mail\n# Mail\n"),
    ):
        yield desk.send(f"{WAITLIST}/{name}", {"text": text})
        yield desk.web.get(f"{WAITLIST}/{name}?from=appointments")
    yield desk.send(f"{WAITLIST}/rules", {"text": BOOKING_RULES, "preview": "yes"})
    yield desk.send(f"{WAITLIST}/rules/again", {"version": "0"})
    yield desk.web.get(f"{WAITLIST}/voice")


def connections(desk: Desk) -> Iterator[Response]:
    salon = Salon(desk.evening)
    salon.writes(f"{RULES}Closed: public holidays of DE-BE, 24 Dec, 31 Dec 2026\n")
    for sheet in (BOOK, WAITLIST):
        yield desk.web.get(f"{sheet}/sheet")
        yield desk.send(f"{sheet}/sheet/look")
    yield desk.send(f"{WAITLIST}/connections")
    yield desk.web.get(f"{WAITLIST}/connections")
    salon.joins("Ada")
    salon.frees()
    days = ("2026-12-25", "2026-12-26")
    known = Holidays(id="DE-BE", days=days, until="2028-12-31")
    desk.evening.give(KeepHolidays(holidays=known), "clock")
    yield desk.web.get(f"{WAITLIST}/connections")
    yield desk.web.get(f"{WAITLIST}/rules")


def sheets(desk: Desk) -> Iterator[Response]:
    Salon(desk.evening).writes(BOOK_RULES)
    engine, files = desk.evening.engine, MemoryFiles()
    people = MemorySheet(table(ANNA, ("Cleo", "12", "", "Cut"), ("Dan", "", "", "Shave")))
    booked = MemorySheet(shop.table(shop.ANNA, ("Cleo", "", "", "Cut", "", "someday", "10:00")))
    change_desk(
        desk.web.app,
        connections=Connections(
            sheet=SheetSync(engine, people, files, "list.csv"),
            appointments_sheet=AppointmentsSync(engine, booked, files, "book.csv"),
        ),
        files=files,
    )
    for path in (f"{WAITLIST}/sheet", f"{BOOK}/sheet"):
        yield followed(desk, f"{path}/look")
        yield desk.send(f"{path}/back", {"version": "none"})
    yield desk.web.get(f"{WAITLIST}/connections")
    people.down = "list.csv is open in Excel. What changed is written once it is closed."
    yield desk.send(f"{WAITLIST}/sheet/look")
    yield desk.web.get(f"{WAITLIST}/sheet")
    yield desk.web.get(f"{WAITLIST}/connections")


WALKS = (without_rules, appointments, waitlist, proposals, documents, connections, sheets)


def own_text(page: Response) -> Response:
    """The page without what it quotes."""
    return Response(page.status_code, text=QUOTED.sub("", page.text))


def pages_of(walk: Walk, folder: Path, language: str) -> list[Response]:
    """Walk at a new desk in a language."""
    with desk_at(folder) as desk:
        desk.web.headers["accept-language"] = language
        assert desk.sign_in().status_code == 303
        return list(map(own_text, walk(desk)))


@pytest.mark.parametrize("language", some_of(LANGUAGES, 1))
@pytest.mark.parametrize("walk", WALKS)
def test_every_page_is_in_the_browsers_language(walk: Walk, language: str, tmp_path: Path) -> None:
    english = pages_of(walk, tmp_path / "en", "en")
    pages = pages_of(walk, tmp_path / language, language)
    assert [page.status_code for page in pages] == [page.status_code for page in english]
    assert all(f'<html lang="{language}"' in page.text for page in pages)
    # All at once: the catalogue is large.
    every = Response(200, text="\n".join(page.text for page in pages))
    assert_translated(every, language, *CATALOGUES)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many appointments are there today?", "4 Termine"),
        ("Who did not come today?", "1 Person ist nicht gekommen"),
        ("Is Fay on the list?", "Fay wartet auf Cut, seit"),
        ("When does Ada come?", "Ada hat einen Termin: "),
        ("Who holds an offer?", "1 Person hat gerade ein Angebot."),
        ("Which slots are open?", "1 Termin ist offen"),
    ],
)
def test_answers_are_in_the_browsers_language(desk: Desk, question: str, answer: str) -> None:
    full_book(desk.evening)
    page = desk.web.get("/desk/ask", params={"q": question}, headers={"accept-language": "de"})
    assert f'<h2 class="answer">{answer}' in page.text
