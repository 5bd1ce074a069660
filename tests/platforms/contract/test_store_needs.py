"""Every need is answered the same by every store: who, in which order, how many, from where on."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fullhouse.engine.access import (
    ApiToken,
    Member,
    MemberByEmail,
    SigningKey,
    SigningKeys,
    TokenByDigest,
)
from fullhouse.engine.ports import (
    AllRecords,
    AuditPage,
    DueAlarms,
    DueMessages,
    LatestAudit,
    MessageByMark,
    MessagePage,
    NextAlarm,
    NextMessage,
    Store,
    Written,
)
from fullhouse.engine.team import Members, Tokens
from fullhouse.kernel.decisions import Decision, create, update
from fullhouse.kernel.messages import Channel, Message
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import (
    Event,
    EventPage,
    GracePage,
    Guest,
    GuestByEmail,
    GuestCount,
    GuestPage,
    Offer,
    OfferableGuests,
    OfferPage,
    PeopleAhead,
    WaitingGuests,
    WaitingPlaces,
)
from tests.platforms.contract.stores import (
    NOW,
    alarm,
    commit,
    event,
    guest,
    message,
    put,
)

HOUR = timedelta(hours=1)
OFFER = Offer("g-1", "seat", 1, (), NOW, NOW + 6 * HOUR)


def waiting(name: str, place: int, **fields: Any) -> Guest:
    return guest(name, state="waitlisted", place=place, **fields)


def ids(records: Any) -> list[str]:
    return [record.id for record in records]


@pytest.fixture
def line(store: Store) -> Store:
    """Give a store with a line in which not everyone may be asked."""
    put(
        store,
        event(),
        event("e2"),
        waiting("z", 1),
        waiting("y", 2, offer=OFFER),
        waiting("x", 3, reach="opted_out"),
        waiting("w", 4, party=3),
        waiting("v", 5, passed_at=NOW),
        waiting("u", 6),
        guest("t", state="confirmed"),
        guest("s", state="cancelled"),
        guest("r", state="pending", offer=OFFER),
        waiting("q", 1, event_id="e2"),
    )
    return store


def test_a_guest_is_found_by_address_on_that_list_only(line: Store) -> None:
    found = line.load(GuestByEmail("e1", "u@example.org"))
    assert found is not None
    assert found.id == "u"
    assert line.load(GuestByEmail("e1", "q@example.org")) is None
    assert line.load(GuestByEmail("e1", "U@example.org")) is None


def test_who_may_be_asked_comes_in_join_order(line: Store) -> None:
    assert ids(line.load(OfferableGuests("e1", 1, None))) == ["z", "u"]
    assert ids(line.load(OfferableGuests("e1", 3, None))) == ["z", "w", "u"]
    assert ids(line.load(OfferableGuests("e1", 3, None, 2))) == ["z", "w"]
    assert ids(line.load(OfferableGuests("e1", 0, None))) == []
    assert ids(line.load(OfferableGuests("e3", 9, None))) == []


def test_who_passed_is_asked_again_only_for_what_was_freed_later(line: Store) -> None:
    assert "v" not in ids(line.load(OfferableGuests("e1", 1, NOW, 9)))
    assert "v" not in ids(line.load(OfferableGuests("e1", 1, NOW - HOUR, 9)))
    assert ids(line.load(OfferableGuests("e1", 1, NOW + timedelta(milliseconds=1), 9))) == [
        "z",
        "v",
        "u",
    ]


def test_people_ahead_are_those_who_wait_without_an_offer(line: Store) -> None:
    assert [line.load(PeopleAhead("e1", place)) for place in (1, 2, 3, 6, 99)] == [0, 1, 1, 4, 5]
    assert line.load(PeopleAhead("e3", 99)) == 0


def test_places_of_those_who_wait_come_in_order_up_to_a_place(line: Store) -> None:
    assert len(line.load(WaitingPlaces("e1", 99))) == line.load(PeopleAhead("e1", 100))
    assert (
        line.load(WaitingPlaces("e1", 2))
        == line.load(WaitingPlaces("e1", 99))[: line.load(PeopleAhead("e1", 3))]
    )


def test_everyone_on_the_list_is_counted_but_those_who_cancelled(line: Store) -> None:
    listed = [guest for guest in line.load(GuestPage("e1")) if guest.state != "cancelled"]
    assert line.load(GuestCount("e1")) == len(listed) > 0


def test_guests_come_by_id_after_a_cursor_in_one_state_or_any(line: Store) -> None:
    assert ids(line.load(GuestPage("e1"))) == list("rstuvwxyz")
    assert ids(line.load(GuestPage("e1", "waitlisted"))) == list("uvwxyz")
    assert ids(line.load(GuestPage("e1", "", "t", 2))) == ["u", "v"]
    assert ids(line.load(GuestPage("e1", "confirmed", "t"))) == []


def test_guests_who_hold_an_offer_come_by_id(line: Store) -> None:
    assert ids(line.load(OfferPage("e1"))) == ["r", "y"]
    assert ids(line.load(OfferPage("e1", "r"))) == ["y"]
    assert ids(line.load(OfferPage("e1", "", 1))) == ["r"]


def test_guests_in_their_grace_come_by_id(line: Store) -> None:
    assert ids(line.load(GracePage("e1"))) == []
    for one in line.load(GuestPage("e1", "waitlisted", "t", 3)):
        commit(line, update(one, cancels_at=NOW + HOUR))
    assert ids(line.load(GracePage("e1"))) == ["u", "v", "w"]
    assert ids(line.load(GracePage("e1", "u", 1))) == ["v"]
    assert ids(line.load(GracePage("e3"))) == []
    kept = line.load(GracePage("e1"))[0]
    assert kept.cancels_at == NOW + HOUR
    commit(line, update(kept, cancels_at=None))
    assert ids(line.load(GracePage("e1"))) == ["v", "w"]


def test_the_line_comes_in_join_order_behind_a_place(line: Store) -> None:
    assert ids(line.load(WaitingGuests("e1"))) == list("zyxwvu")
    assert ids(line.load(WaitingGuests("e1", 3))) == list("wvu")
    assert ids(line.load(WaitingGuests("e1", 3, 1))) == ["w"]


def test_events_come_by_id_after_a_cursor(store: Store) -> None:
    put(store, *(event(name) for name in ("b", "a", "c")))
    assert ids(store.load(EventPage())) == ["a", "b", "c"]
    assert ids(store.load(EventPage("a", 1))) == ["b"]


def test_members_tokens_and_keys_are_found(store: Store) -> None:
    member = Member(id="m1", email="ada@example.org", role="host", created_at=NOW)
    token = ApiToken(id="t1", name="script", digest="d1", created_at=NOW)
    keys = [
        SigningKey(id=f"k{at}", secret="00", created_at=NOW + timedelta(seconds=at % 2))
        for at in range(4)
    ]
    put(store, member, token, *keys)
    assert store.load(MemberByEmail("ada@example.org")) == member
    assert store.load(MemberByEmail("eve@example.org")) is None
    assert store.load(TokenByDigest("d1")) == token
    assert store.load(TokenByDigest("d2")) is None
    assert ids(store.load(SigningKeys())) == ["k3", "k1", "k2", "k0"]


def test_everyone_at_the_desk_and_every_token_is_listed_also_those_that_were_taken_back(
    store: Store,
) -> None:
    members = [
        Member(id=f"m{at}", email="", role="host", created_at=NOW + timedelta(seconds=at % 2))
        for at in range(4)
    ]
    tokens = [
        ApiToken(id=f"t{at}", name="", digest=f"d{at}", created_at=NOW, revoked_at=NOW)
        for at in range(3)
    ]
    gone = Member(id="m9", email="", role="helper", created_at=NOW, removed_at=NOW)
    put(store, *members, gone, *tokens)
    assert ids(store.load(Members())) == ["m0", "m2", "m9", "m1", "m3"]
    assert ids(store.load(Tokens())) == ["t2", "t1", "t0"]
    assert store.load(Get(Member, ("m9",))) == gone
    assert store.load(TokenByDigest("d1")) == tokens[1]


def test_due_alarms_come_the_earliest_first_then_by_key(store: Store) -> None:
    assert store.load(NextAlarm()) is None
    commit(store, set_alarms=[alarm("c", 1), alarm("b", 2), alarm("a", 1), alarm("d", 3)])
    assert [one.key for one in store.load(DueAlarms(NOW + timedelta(minutes=2)))] == ["a", "c", "b"]
    assert [one.key for one in store.load(DueAlarms(NOW + HOUR, 2))] == ["a", "c"]
    assert store.load(DueAlarms(NOW)) == ()
    assert store.load(NextAlarm()) == NOW + timedelta(minutes=1)


def test_due_messages_are_queued_ones_whose_time_has_come_and_leases_that_ran_out(
    store: Store,
) -> None:
    assert store.load(NextMessage()) is None
    put(
        store,
        message("later", not_before=NOW + HOUR),
        message("second", not_before=NOW),
        message("first", not_before=NOW - HOUR),
        message("third", not_before=NOW),
        message("leased", status="sending", not_before=NOW - 3 * HOUR, lease_ends_at=NOW + HOUR),
        message("lost", status="sending", not_before=NOW - 2 * HOUR, lease_ends_at=NOW),
        *(message(status, status=status) for status in ("sent", "kept", "failed")),
    )
    assert ids(store.load(DueMessages(NOW))) == ["lost", "first", "second", "third"]
    assert ids(store.load(DueMessages(NOW, 2))) == ["lost", "first"]
    assert store.load(NextMessage()) == NOW - HOUR


def test_when_only_leases_are_out_the_next_message_is_due_at_the_first_that_ends(
    store: Store,
) -> None:
    put(
        store,
        *(message(f"m{at}", status="sending", lease_ends_at=NOW + at * HOUR) for at in (3, 1, 2)),
    )
    assert store.load(NextMessage()) == NOW + HOUR


def test_more_leases_have_run_out_than_fit_and_the_earliest_come_first(store: Store) -> None:
    put(
        store,
        *(
            message(
                f"m{at}",
                status="sending",
                not_before=NOW - at * HOUR,
                lease_ends_at=NOW - (9 - at) * HOUR,
            )
            for at in range(6)
        ),
    )
    assert ids(store.load(DueMessages(NOW, 2))) == ["m5", "m4"]


def test_messages_come_the_newest_first_filtered_before_a_number(store: Store) -> None:
    put(
        store,
        message("m1"),
        message("m2", scope="e2"),
        message("m3", to="ben@example.org"),
        message("m4", kind="offer"),
    )
    assert ids(store.load(MessagePage())) == ["m4", "m3", "m2", "m1"]
    assert ids(store.load(MessagePage("e1"))) == ["m4", "m3", "m1"]
    assert ids(store.load(MessagePage(to="anna@example.org", kind="reminder"))) == ["m2", "m1"]
    newest = store.load(MessagePage(limit=2))
    assert ids(store.load(MessagePage(before=newest[-1].number))) == ["m2", "m1"]


def test_audit_lines_come_in_order_or_the_newest_first(store: Store) -> None:
    put(store, event())
    put(store, event("e2"), scope="e2")
    for name in ("b", "c", "d"):
        commit(store, update(event(), name=name))
    numbers = [one.number for one in store.load(AuditPage())]
    first, elsewhere, second, third, last = numbers
    assert numbers == sorted({*numbers})
    assert [one.number for one in store.load(AuditPage("e1", first, 2))] == [second, third]
    assert [one.number for one in store.load(AuditPage("e2"))] == [elsewhere]
    assert [one.number for one in store.load(LatestAudit())] == numbers[::-1]
    assert [one.number for one in store.load(LatestAudit("e1", third))] == [second, first]
    assert [one.number for one in store.load(LatestAudit("e1", 0, 1))] == [last]


def test_every_audited_record_is_there_to_be_held_against_the_audit(line: Store) -> None:
    kinds = {type(record) for record in line.load(AllRecords())}
    assert kinds == {Event, Guest}
    assert len(list(line.load(AllRecords()))) == 12


def test_instants_are_kept_to_the_millisecond_and_in_utc(store: Store) -> None:
    moment = datetime(2026, 6, 1, 9, 0, 0, 123000, tzinfo=UTC)
    put(store, guest(joined_at=moment))
    found = store.load(Get(Guest, ("e1", "g1")))
    assert found is not None
    assert (found.joined_at, found.joined_at.utcoffset()) == (moment, timedelta(0))


def test_a_key_that_signs_is_kept_without_an_audit_line(store: Store) -> None:
    key = SigningKey(id="k1", secret="00", created_at=NOW)
    store.commit(Written(Decision(None, moves=(create(key),))))
    assert store.load(SigningKeys()) == (key,)
    assert store.load(AuditPage()) == ()


SES = "0102019ab3c4d5e6-1a2b3c4d-0000-1111-2222-333344445555-000000"


def test_a_message_is_found_by_its_mark_and_by_the_id_of_its_carrier(store: Store) -> None:
    marked, other = message("m1"), message("m2")
    put(store, marked, other)
    assert store.load(MessageByMark("abc")) is None
    assert store.load(MessageByMark("")) is None
    leased = update(marked, status="sending", mark="abc")
    commit(store, leased)
    assert store.load(MessageByMark("abc")) == store.load(Get(Message, ("m1",)))
    commit(store, update(leased.after, status="sent", at_carrier=SES))
    for mark in ("abc", SES):
        found = store.load(MessageByMark(mark))
        assert found is not None
        assert found.id == "m1"
    assert store.load(MessageByMark("abcd")) is None


def test_a_text_is_found_by_its_token_also_after_its_facts_were_renewed(store: Store) -> None:
    slot = {"starts_at": NOW, "minutes": 45}
    text = message("m1", channel="text", facts={"slot": slot})
    put(store, text)
    leased = update(text, status="sending", mark="Ab3dEf6hIj9k")
    commit(store, leased)
    again = update(leased.after, facts={"slot": {**slot, "minutes": 90}})
    commit(store, again)
    commit(store, update(again.after, status="sent", facts={}))
    found = store.load(MessageByMark("Ab3dEf6hIj9k"))
    assert found is not None
    assert found.id == "m1"
    assert store.load(MessageByMark("ab3def6hij9k")) is None


@pytest.mark.parametrize(
    ("channel", "at_carrier"),
    [
        ("mail", "250"),
        ("mail", "250 2.0.0 Ok: queued as 4bX1k2m3n4o5p6"),
        ("text", "SM0123456789abcdef0123456789abcdef"),
    ],
)
def test_what_else_a_carrier_answers_finds_no_message(
    store: Store, channel: Channel, at_carrier: str
) -> None:
    sent = message("m1", channel=channel)
    put(store, sent)
    commit(store, update(sent, status="sent", at_carrier=at_carrier))
    assert store.load(MessageByMark(at_carrier)) is None
