"""An address that somebody had earlier, or asked for and never confirmed, can be erased."""

from datetime import timedelta
from typing import Any

import msgspec

from fullhouse.engine.address_erasure import EraseAddress
from fullhouse.engine.ports import AuditPage, MessagePage
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.appointments.commands import BookAppointment, EditAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.products.rsvp.commands import ChangeContact, ConfirmAddress
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.model import Guest
from fullhouse.web.api.control import verify
from fullhouse.web.privacy import person_data
from tests.support.event_app import START, Evening

OLD, NEW = "ada@example.org", "ada.new@example.org"


def erase(evening: Evening, address: str) -> person_data.ErasureReport:
    async def erased() -> person_data.ErasureReport:
        return await person_data.erase(evening.engine, address, "host", MemoryFiles())

    return evening.call(erased)


def export(evening: Evening, address: str) -> dict[str, Any]:
    async def exported() -> dict[str, Any]:
        return await person_data.export(evening.engine, address)

    return evening.call(exported)


def find(evening: Evening, address: str) -> person_data.PersonData:
    async def found() -> person_data.PersonData:
        return await person_data.find(evening.engine, address)

    return evening.call(found)


def stored(evening: Evening) -> str:
    messages = evening.load(MessagePage(limit=500))
    lines = evening.load(AuditPage(limit=500))
    return msgspec.json.encode([messages, lines]).decode()


def problems(evening: Evening) -> list[object]:
    async def look() -> list[object]:
        return list(verify(evening.engine).problems)

    return evening.call(look)


def ask_for_new(evening: Evening) -> None:
    evening.opens()
    evening.signs_up("Ada")
    evening.signs_up("Ben")
    change = ChangeContact(event_id="party", guest_id="ada", name="", email=NEW)
    assert evening.give(change, "guest").code == "address_asked"


def confirm(evening: Evening) -> str:
    command = ConfirmAddress(event_id="party", guest_id="ada", mark=address_mark(NEW))
    code: str = evening.give(command, "guest").code
    return code


def ada(evening: Evening) -> Guest:
    guest = evening.load(Get(Guest, ("party", "ada")))
    assert guest is not None
    return guest


def test_an_earlier_address_is_found_exported_and_erased(evening: Evening) -> None:
    ask_for_new(evening)
    assert confirm(evening) == "address_changed"
    found = find(evening, OLD)
    assert (found.is_known, found.also_at) == (True, [NEW])
    [told] = export(evening, OLD)["earlier_address_of"]
    assert (told["scope"], told["id"], told["asked_for"]) == ("party", "ada", False)
    assert [line["action"] for line in told["audit"]] == ["signed_up", "address_changed"]
    assert NEW not in str(told)
    done = erase(evening, OLD)
    assert (done.former, done.events, done.also_at) == (1, [], [NEW])
    assert OLD not in stored(evening)
    assert "ben@example.org" in stored(evening)
    assert (ada(evening).email, ada(evening).state) == (NEW, "confirmed")
    assert problems(evening) == []
    assert find(evening, OLD).is_known is False
    erase(evening, NEW)
    assert NEW not in stored(evening)
    assert problems(evening) == []


def test_an_address_that_was_asked_for_is_taken_out_and_its_link_is_spent(evening: Evening) -> None:
    ask_for_new(evening)
    assert export(evening, NEW)["earlier_address_of"][0]["asked_for"] is True
    assert erase(evening, NEW).former == 1
    assert (ada(evening).email, ada(evening).new_email) == (OLD, "")
    assert confirm(evening) == "address_spent"
    assert NEW not in stored(evening)
    assert OLD in stored(evening)
    assert problems(evening) == []


def test_an_address_asked_for_is_taken_out_after_the_event_too(evening: Evening) -> None:
    ask_for_new(evening)
    evening.passes(days=30)
    assert erase(evening, NEW).former == 1
    assert confirm(evening) == "address_spent"


def test_a_current_address_is_never_erased_alone(evening: Evening) -> None:
    ask_for_new(evening)
    for person, address in (("ada", OLD), ("nobody", NEW)):
        command = EraseAddress(scope="party", kind="guest", key=("party", person), address=address)
        assert evening.give(command) is False
    assert OLD in stored(evening)


RULES = "Time zone: Europe/Berlin\nServices\n- Cut: 30 minutes\n"


def test_an_earlier_address_of_a_waiting_customer_is_erased(evening: Evening) -> None:
    evening.give(SaveDocument(name="rules", text=RULES))
    evening.give(JoinWaitlist(entry_id="e1", name="Ada", email=OLD, service="Cut"), "customer")
    assert evening.mails(to=OLD)
    evening.give(EditEntry(entry_id="e1", email=NEW))
    assert find(evening, OLD).also_at == [NEW]
    assert (erase(evening, OLD).former, erase(evening, OLD).former) == (1, 0)
    assert OLD not in stored(evening)
    entry = evening.load(Get(Entry, ("e1",)))
    assert entry is not None
    assert (entry.email, entry.state) == (NEW, "waiting")
    assert problems(evening) == []


def test_an_earlier_address_of_an_appointment_is_erased(evening: Evening) -> None:
    evening.give(SaveDocument(name="rules", text=RULES))
    book = BookAppointment(
        appointment_id="a1",
        name="Ada",
        email=OLD,
        service="Cut",
        starts_at=START + timedelta(days=3),
        tell=True,
    )
    evening.give(book)
    assert evening.mails(to=OLD)
    evening.give(EditAppointment(appointment_id="a1", email=NEW))
    assert erase(evening, OLD).former == 1
    assert OLD not in stored(evening)
    appointment = evening.load(Get(Appointment, ("a1",)))
    assert appointment is not None
    assert (appointment.email, appointment.status) == (NEW, "booked")
    assert problems(evening) == []
