"""Content of an event: changed, guarded, and erased with its guests."""

import msgspec

from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import EraseGuest, SetGuestRetention
from fullhouse.products.rsvp.content_changes import edit_content
from fullhouse.products.rsvp.event_content import EditContent, EventContent
from fullhouse.products.rsvp.model import GuestListState
from tests.support.rsvp_world import EVENT, Room


def edit(room: Room, **fields: object) -> str:
    command = msgspec.convert({"type": "EditContent", "event_id": EVENT, **fields}, EditContent)
    return room.ask(command, "host").code


def content(room: Room) -> EventContent | None:
    return room.store.load(Get(EventContent, (EVENT,)))


def test_fields_that_are_left_out_stay() -> None:
    room = Room()
    assert content(room) is None
    assert edit(room, description="Bring **cake**.", price_note="12 €") == "changed"
    assert edit(room, price_note="Free", map_of_venue=True) == "changed"
    assert content(room) == EventContent(
        event_id=EVENT,
        description="Bring **cake**.",
        price_note="Free",
        map_of_venue=True,
        rev=2,
    )
    assert room.actions()[-2:] == ["content_changed", "content_changed"]


def test_the_same_texts_again_change_nothing() -> None:
    room = Room()
    assert edit(room) == "unchanged"
    assert content(room) is None
    edit(room, dress_note="Warm shoes")
    lines = len(room.actions())
    assert edit(room, dress_note="Warm shoes") == "unchanged"
    assert len(room.actions()) == lines


def test_texts_that_somebody_else_changed_are_not_overwritten_unseen() -> None:
    room = Room()
    assert edit(room, contact="a@example.org", rev=0) == "changed"
    assert edit(room, contact="b@example.org", rev=0) == "changed_since"
    assert edit(room, contact="b@example.org", rev=1) == "changed"


def test_an_unknown_event_has_no_texts() -> None:
    room = Room()
    command = EditContent(event_id="nothing", description="x")
    assert room.ask(command, "host").code == "unknown_event"


def test_the_event_itself_does_not_change_with_its_texts() -> None:
    room = Room()
    before = room.event
    edit(room, description="New")
    assert room.event == before


def test_the_event_knows_what_emails_say_of_its_texts() -> None:
    room = Room()
    edit(room, price_note="12 €")
    assert room.event.notes == {"price": "12 €"}
    edit(room, price_note="", dress_note="Warm shoes")
    assert room.event.notes == {"dress": "Warm shoes"}
    edit(room, dress_note="")
    assert room.event.notes == {}


def test_texts_from_before_are_noted_when_they_are_saved_again() -> None:
    room = Room()
    edit(room, price_note="12 €")
    event = msgspec.structs.replace(room.event, notes={})
    state = GuestListState(event=event, content=content(room))
    saved = edit_content(state, EditContent(event_id=EVENT, price_note="12 €"), room.now)
    assert saved.answer.code == "changed"
    (change,) = saved.steps[0].changes
    assert change.sets == {"notes": {"price": "12 €"}}


def notes(room: Room, kind: str, name: str = "anna") -> dict[str, str]:
    (message,) = room.messages(kind, name)
    found: dict[str, str] = message.facts["guest"].get("notes", {})
    return found


def test_emails_say_what_the_event_costs_when_they_leave() -> None:
    room = Room()
    room.sign_up("ben")
    room.until("2026-06-01T12:00")
    assert notes(room, "confirmation", "ben") == {}
    edit(room, price_note="12 €", dress_note="Black tie")
    room.sign_up("anna")
    room.until("2026-06-02T12:00")
    assert notes(room, "confirmation") == {"price": "12 €", "dress": "Black tie"}
    edit(room, price_note="15 €", dress_note="")
    room.until("2026-06-19T18:00")
    reminders = room.messages("reminder", "anna")
    assert reminders
    assert all(one.facts["guest"]["notes"] == {"price": "15 €"} for one in reminders)


def test_other_emails_say_nothing_of_it() -> None:
    room = Room()
    edit(room, price_note="12 €")
    room.sign_up("anna")
    room.cancel("anna")
    room.until("2026-06-02T12:00")
    assert notes(room, "cancelled") == {}


def test_notes_in_emails_are_erased_with_the_guest() -> None:
    room = Room()
    edit(room, price_note="12 €, call 0171 555")
    room.sign_up("anna")
    room.until("2026-06-02T12:00")
    assert notes(room, "confirmation")
    room.ask(EraseGuest(event_id=EVENT, guest_id="anna"), "host")
    (message,) = room.messages("confirmation")
    assert message.facts["guest"]["notes"] == {}


def test_the_texts_are_erased_with_the_guests_also_from_the_audit() -> None:
    room = Room()
    edit(room, description="Ring at Ada's", contact="ada@private.example", price_note="Ask Ada")
    edit(room, description="Ring at Bob's")
    room.sign_up("anna")
    room.give(SetGuestRetention(days=30), "setup")
    room.until("2026-07-20T12:00")
    assert room.actions()[-1] == "people_erased"
    assert content(room) == EventContent(event_id=EVENT, rev=3)
    written = msgspec.json.encode(room.store.load(AuditPage(limit=10_000))).decode()
    assert "ada@private.example" not in written
    assert "Ring at" not in written
    assert room.event.notes == {}
    assert "Ask Ada" not in written
    assert "Ask Ada" not in msgspec.json.encode(room.messages()).decode()
