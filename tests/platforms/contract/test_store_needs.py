"""Every need is answered the same by every store: who, in which order, how many, from where on."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fullhouse.engine.access import (
    ApiToken,
    Member,
    MemberByEmail,
    SigningKey,
    SigningKeys,
    TokenByDigest,
)
from fullhouse.engine.catalogue import PRODUCTS
from fullhouse.engine.inbound_mail import InboundMail, InboundPage, RepliesTo
from fullhouse.engine.ports import (
    AllRecords,
    AuditOfSubject,
    AuditPage,
    DueAlarms,
    DueMessages,
    LatestAudit,
    MessagePage,
    NextAlarm,
    NextMessage,
    Store,
    Written,
)
from fullhouse.engine.team import Members, Tokens
from fullhouse.kernel.decisions import Decision, create, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Need
from fullhouse.kernel.times import QuietHours
from fullhouse.products.rsvp.capacity import FreedSeats
from fullhouse.products.rsvp.guest_search import (
    SORTS,
    GuestSearch,
    GuestTally,
    after_cursor,
    case_variants,
)
from fullhouse.products.rsvp.model import (
    Event,
    EventPage,
    Guest,
    GuestByEmail,
    GuestCount,
    GuestPage,
    Offer,
    OfferableGuests,
    OfferPage,
    PeopleAhead,
    ReminderPlan,
    Settings,
    Unreachable,
    WaitingGuests,
    WaitingPlaces,
)
from fullhouse.products.rsvp.questions import GuestCountQuery, GuestQuery
from fullhouse.products.rsvp.seat_history import SeatLines
from tests.aws.emulator import Emulator
from tests.platforms.contract.appointments import APPOINTMENTS_ASKED
from tests.platforms.contract.stores import (
    ADAPTERS,
    NOW,
    alarm,
    commit,
    event,
    guest,
    message,
    put,
    put_apart,
)
from tests.platforms.contract.waitlist import WAITLIST_ASKED

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


# The same for all, whatever is stored.

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = st.sampled_from([f"{letter}{digit}" for letter in "abcdef" for digit in range(3)])
milliseconds = st.integers(0, 10_000_000).map(lambda number: NOW + timedelta(milliseconds=number))
walls = st.datetimes(datetime(1970, 1, 1), datetime(2199, 12, 31))
shares = st.lists(
    st.builds(FreedSeats, words, st.integers(1, 9), st.lists(names, max_size=2).map(tuple)),
    max_size=3,
).map(tuple)
offers = st.builds(
    Offer,
    names,
    st.sampled_from(["seat", "invite"]),
    st.integers(1, 9),
    shares,
    milliseconds,
    milliseconds,
)
plans = st.lists(
    st.builds(
        ReminderPlan,
        st.integers(0, 9),
        st.just(("1d", "morning")),
        st.just("09:00"),
        st.none() | milliseconds,
    ),
    max_size=3,
).map(tuple)
all_settings = st.builds(
    Settings,
    reminders=st.lists(st.sampled_from(["1d", "24h", "morning"]), max_size=3).map(tuple),
    quiet_hours=st.builds(QuietHours, st.sampled_from(["21:00", "00:00"]), st.just("08:00")),
    max_party=st.integers(1, 50),
    confirm_by_mail=st.booleans(),
    language=words,
)
events = st.builds(
    event,
    names,
    name=words,
    starts_at=walls,
    ends_at=walls,
    venue=words,
    settings=all_settings,
    plans=plans,
    state=st.sampled_from(["open", "closed", "cancelled"]),
    cap=st.integers(1, 1_000_000),
    taken=st.integers(0, 1_000_000),
    owed_from=shares,
    freed_at=st.none() | milliseconds,
    voice=st.dictionaries(words, words, max_size=2),
)
guests = st.builds(
    guest,
    names,
    event_id=st.sampled_from(["a0", "a1"]),
    name=words,
    state=st.sampled_from(["pending", "confirmed", "waitlisted", "cancelled"]),
    party=st.integers(1, 5),
    place=st.integers(0, 1_000_000),
    offer=st.none() | offers,
    passed_at=st.none() | milliseconds,
    confirmed_at=st.none() | milliseconds,
    reach=st.sampled_from(["fine", "fine", "fine", "opted_out", "bounced"]),
    seats_from=shares,
)
facts = st.dictionaries(
    words,
    st.none() | st.booleans() | st.integers(-9, 9) | words | st.lists(words, max_size=2),
    max_size=3,
)
messages = st.builds(
    message,
    names,
    kind=st.sampled_from(["offer", "reminder"]),
    to=names,
    scope=st.sampled_from(["a0", "a1"]),
    facts=facts,
    not_before=milliseconds,
    use_by=st.none() | milliseconds,
    gentle=st.booleans(),
    error=words,
)
mails = st.builds(
    InboundMail,
    id=names,
    place=names,
    scope=names,
    sender=names,
    subject=words,
    at=milliseconds,
    made=st.sampled_from(["done", "ignored", "refused"]),
    answered=st.booleans(),
)


def one_each(records: list[Any], key: str = "key") -> list[Any]:
    return list({getattr(record, key): record for record in records}.values())


which_guests = (
    st.sampled_from(["", "", "confirmed", "waitlisted"]),
    st.sampled_from(["", "", "form", "import"]),
    st.booleans(),
    st.booleans(),
    st.just("") | words,
    st.sampled_from([(), ("changed",), ("changed", "other"), ("other",)]),
    st.sampled_from([NOW - HOUR, NOW, NOW + HOUR]),
    st.sampled_from([NOW, NOW + HOUR]),
)


@st.composite
def searches(draw: st.DrawFn) -> GuestSearch:
    """Draw a search, from the start of its order or from behind someone."""
    text, sort = draw(st.just("") | words), draw(st.sampled_from([*SORTS]))
    which = {
        "source": draw(st.sampled_from(["", "form"])),
        "reach": draw(st.sampled_from(["", "", "bounced"])),
    }
    state, limit = draw(st.sampled_from(["", "confirmed", "waitlisted"])), draw(st.integers(1, 5))
    event_id = draw(st.sampled_from(["a0", "a1"]))
    search = GuestSearch(
        event_id=event_id, **case_variants(text), **which, state=state, sort=sort, limit=limit
    )
    start = msgspec.structs.replace(search, key=SORTS[sort])
    return draw(st.just(start) | guests.map(lambda last: after_cursor(start, last)))


ASKED: dict[type[Need[Any]], st.SearchStrategy[Any]] = {
    GuestSearch: searches(),
    GuestTally: st.builds(
        lambda event_id, text, reach: GuestTally(
            event_id=event_id, **case_variants(text), reach=reach
        ),
        st.sampled_from(["a0", "a1"]),
        st.just("") | words,
        st.sampled_from(["", "fine"]),
    ),
    SeatLines: st.builds(SeatLines, names, st.integers(0, 5), st.integers(1, 5)),
    Get: st.builds(Get, st.just(Event), names.map(lambda name: (name,))),
    GuestByEmail: st.builds(GuestByEmail, names, names.map(lambda name: f"{name}@example.org")),
    OfferableGuests: st.builds(
        OfferableGuests, names, st.integers(0, 6), st.none() | milliseconds, st.integers(1, 5)
    ),
    PeopleAhead: st.builds(PeopleAhead, names, st.integers(0, 1_000_000)),
    GuestCount: st.builds(GuestCount, names),
    WaitingPlaces: st.builds(WaitingPlaces, names, st.integers(0, 1_000_000)),
    GuestPage: st.builds(
        GuestPage, names, st.sampled_from(["", "confirmed", "waitlisted"]), names, st.integers(1, 5)
    ),
    OfferPage: st.builds(OfferPage, names, st.just("") | names, st.integers(1, 5)),
    InboundPage: st.builds(
        InboundPage, st.just("") | names, st.just("") | names, st.integers(1, 5)
    ),
    RepliesTo: st.builds(RepliesTo, names, milliseconds),
    Unreachable: st.builds(Unreachable, names, st.just("") | names, st.integers(1, 5)),
    WaitingGuests: st.builds(WaitingGuests, names, st.integers(0, 1_000_000), st.integers(1, 5)),
    GuestQuery: st.builds(GuestQuery, names, *which_guests, st.integers(1, 5)),
    GuestCountQuery: st.builds(GuestCountQuery, names, *which_guests),
    EventPage: st.builds(EventPage, st.just("") | names, st.integers(1, 5)),
    MemberByEmail: st.builds(MemberByEmail, words),
    TokenByDigest: st.builds(TokenByDigest, words),
    Members: st.builds(Members),
    Tokens: st.builds(Tokens),
    SigningKeys: st.builds(SigningKeys),
    DueAlarms: st.builds(DueAlarms, milliseconds, st.integers(1, 5)),
    NextAlarm: st.builds(NextAlarm),
    DueMessages: st.builds(DueMessages, milliseconds, st.integers(1, 5)),
    NextMessage: st.builds(NextMessage),
    MessagePage: st.builds(
        MessagePage,
        st.just("") | names,
        st.just("") | names,
        st.sampled_from(["", "offer"]),
        st.integers(0, 9),
    ),
    AuditPage: st.builds(AuditPage, st.just("") | names, st.integers(0, 5), st.integers(1, 5)),
    LatestAudit: st.builds(LatestAudit, st.just("") | names, st.integers(0, 5), st.integers(1, 5)),
    AuditOfSubject: st.builds(
        AuditOfSubject,
        names,
        st.sampled_from(["someone", "nobody"]),
        st.integers(0, 5),
        st.integers(1, 5),
    ),
    AllRecords: st.builds(AllRecords),
}


def all_needs(kind: type[Any] = Need) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from all_needs(each)


def test_the_suite_asks_every_need_there_is() -> None:
    assert PRODUCTS
    assert set(all_needs()) == {*ASKED, *WAITLIST_ASKED, *APPOINTMENTS_ASKED}


@settings(max_examples=settings().max_examples // 3)
@given(
    st.lists(events, max_size=6).map(one_each),
    st.lists(guests, max_size=25).map(one_each).map(lambda found: one_each(found, "place")),
    st.lists(messages, max_size=8).map(one_each),
    st.lists(mails, max_size=8).map(one_each).map(lambda found: one_each(found, "place")),
    st.lists(st.builds(alarm, names, st.integers(0, 99), names), max_size=6),
    st.data(),
)
def test_every_need_is_answered_the_same_by_all(  # noqa: PLR0917 - what Hypothesis draws comes last
    emulator: Emulator,
    some_events: list[Event],
    some_guests: list[Guest],
    some_messages: list[Message],
    some_mails: list[InboundMail],
    alarms: list[Any],
    data: st.DataObject,
) -> None:
    with ExitStack() as stack:
        stores = [stack.enter_context(make(lambda: emulator)) for make in ADAPTERS.values()]
        for store in stores:
            put_apart(store, (*some_events, *some_guests))
            moves = tuple(create(mail) for mail in some_mails)
            store.commit(
                Written(
                    Decision(
                        None, moves=moves, messages=tuple(some_messages), set_alarms=tuple(alarms)
                    )
                )
            )
        for _ in range(8):
            need = data.draw(data.draw(st.sampled_from([*ASKED.values()])))
            answers = [answer(store, need) for store in stores]
            assert all(one == answers[0] for one in answers), need
        for record in (*some_events, *some_guests):
            found = [store.load(Get(type(record), record.key)) for store in stores]
            assert found == [record] * len(stores)


NUMBERED = {
    AuditPage: "after",
    AuditOfSubject: "after",
    SeatLines: "after",
    LatestAudit: "before",
    MessagePage: "before",
    DueMessages: "",
}


def answer(store: Store, need: Need[Any]) -> Any:
    """Ask a store, counting its lines and messages from one: numbers rise differently in each."""
    if type(need) not in NUMBERED:
        return plain(store.load(need))
    of_messages = isinstance(need, MessagePage | DueMessages)
    counted = (
        store.load(MessagePage(limit=1000))[::-1]
        if of_messages
        else store.load(AuditPage(limit=1000))
    )
    numbers = [0, *(one.number for one in counted)]
    if cursor := NUMBERED[type(need)]:
        at = min(getattr(need, cursor), len(numbers) - 1)
        need = msgspec.structs.replace(need, **{cursor: numbers[at]})
    return [{**one, "number": numbers.index(one["number"])} for one in plain(store.load(need))]


def plain(answer: Any) -> Any:
    """Return an answer as after a trip through JSON, with unordered records sorted."""
    if not isinstance(answer, tuple | None | int | datetime | msgspec.Struct):
        answer = sorted(answer, key=lambda record: (record.kind_name, record.key))
    return msgspec.json.decode(msgspec.json.encode(answer))


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
