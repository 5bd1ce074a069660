"""Every need, drawn at random on random records, is answered the same by every store."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from fullhouse.engine.access import (
    MemberByEmail,
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
    MessageByMark,
    MessagePage,
    NextAlarm,
    NextMessage,
    Store,
    Written,
)
from fullhouse.engine.team import Members, Tokens
from fullhouse.kernel.decisions import Decision, create
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
    GracePage,
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
    event,
    guest,
    message,
    put_apart,
)
from tests.platforms.contract.waitlist import WAITLIST_ASKED

HOUR = timedelta(hours=1)


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
    host_name=words,
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
    cancels_at=st.none() | milliseconds,
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
    which: dict[str, Any] = {
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
    GracePage: st.builds(GracePage, names, st.just("") | names, st.integers(1, 5)),
    OfferPage: st.builds(OfferPage, names, st.just("") | names, st.integers(1, 5)),
    InboundPage: st.builds(
        InboundPage, st.just("") | names, st.just("") | names, st.integers(1, 5)
    ),
    RepliesTo: st.builds(RepliesTo, names, milliseconds, names, st.booleans()),
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
    MessageByMark: st.builds(MessageByMark, words),
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
