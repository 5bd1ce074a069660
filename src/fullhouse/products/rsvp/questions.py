"""Questions of a host about one event's guest list, and what each needs from the store.

The answers are worded at the desk.
"""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.question_grammar import Grammar, NotUnderstood, Pattern
from fullhouse.kernel.question_times import A_MOMENT, is_over, to_range
from fullhouse.kernel.records import Need
from fullhouse.locale import to_translate
from fullhouse.products.rsvp.guest_search import casefold_ascii
from fullhouse.products.rsvp.model import Guest

EVER = datetime(1970, 1, 1, tzinfo=UTC)

SEATS = ("open", "taken", "held", "cap")
STATES = ("confirmed", "pending", "waitlisted", "cancelled")
SOURCES = ("import", "form", "mail", "host", "api")
Deed = Literal[
    "", "joined", "confirmed", "pending", "waitlisted", "cancelled", "declined", "lapsed"
]
# The actions in the audit for each thing that guests do.
DEEDS: dict[str, tuple[str, ...]] = {
    "joined": ("signed_up", "joined_line", "invited"),
    "confirmed": ("signed_up", "claimed", "took_free_seat"),
    "pending": ("invited",),
    "waitlisted": ("joined_line",),
    "cancelled": ("cancelled", "left_line", "lapsed_out", "invite_declined", "invite_lapsed"),
    "declined": ("declined", "invite_declined"),
    "lapsed": ("lapsed", "lapsed_out", "invite_lapsed"),
}


class CountSeats(msgspec.Struct, frozen=True):
    """How many seats are open, taken, held, or there at all."""

    which: Literal["open", "taken", "held", "cap"]


class GuestFilter(msgspec.Struct, frozen=True, kw_only=True):
    """A selection of guests: in one state, from one source, or who did something in a period."""

    state: Literal["", "confirmed", "pending", "waitlisted", "cancelled"] = ""
    source: Literal["", "import", "form", "mail", "host", "api"] = ""
    unanswered: bool = False
    lost: bool = False
    deed: Deed = ""
    period: str = ""

    def __post_init__(self) -> None:
        """Refuse what one sentence can't answer."""
        about = (self.state, self.unanswered, self.lost, self.deed)
        if sum(map(bool, about)) > 1:
            raise ValueError("this asks for more than one thing")
        if self.period and not (self.deed and is_over(self.period, back=True)):
            raise ValueError("a period is for what guests did in it")


class CountGuests(GuestFilter, frozen=True, kw_only=True):
    """How many guests are such as these."""


class ListGuests(GuestFilter, frozen=True, kw_only=True):
    """Who they are."""


class FindGuest(msgspec.Struct, frozen=True):
    """Where one guest stands, by address or by name."""

    email: str = ""
    name: str = ""


class NextInLine(msgspec.Struct, frozen=True):
    """Who would be asked next."""


class ShowTime(msgspec.Struct, frozen=True):
    """When it starts, and how long that is from now."""


Query = CountSeats | CountGuests | ListGuests | FindGuest | NextInLine | ShowTime

# One question of each kind and then some: shown at the desk, and documented in the guide for hosts.
EXAMPLES: dict[str, type] = {
    to_translate("How many seats are still open?"): CountSeats,
    to_translate("Who has not answered?"): ListGuests,
    to_translate("Did anna@example.org confirm?"): FindGuest,
    to_translate("Is Anna Berg coming?"): FindGuest,
    to_translate("How many came from the import?"): CountGuests,
    to_translate("Who cancelled this week?"): ListGuests,
    to_translate("Who signed up in the last 3 days?"): ListGuests,
    to_translate("How many are on the waitlist?"): CountGuests,
    to_translate("Who is next on the waitlist?"): NextInLine,
    to_translate("Who cannot be reached?"): ListGuests,
    to_translate("When does it start?"): ShowTime,
}

# In English and German.
KEYWORDS: dict[str, str] = {
    # What is wanted.
    "count": (
        "how many, how much, number, count, how long, how full, wie viel*, wieviel*, anzahl, "
        "wie voll"
    ),
    "who": "who, whom, which, list, show, names, wer, wen, welche*, liste, zeig*, namen",
    "status": "status, where, stand*, wo, steht",
    "when": "when, what time, start*, begin*, how many days, days left, wann, wie viele tage",
    "next": "next, first line, naechste*",
    # Of seats.
    "seats": "seat*, chair*, space*, place*, room, platz, plaetze*, sitz*",
    "open": (
        "open, free, available, left, empty, remain*, full, frei*, offen*, uebrig*, verfuegbar*, "
        "voll"
    ),
    "taken": "taken, filled, occupied, booked, given, belegt*, vergeben*, besetzt*",
    "held": "held, hold, set aside, reserved, gehalten*, reserviert*",
    "cap": "cap, capacity, in all, altogether, total, insgesamt, gesamt, kapazitaet",
    # Of guests: where they stand.
    "confirmed": (
        "confirm*, coming, come, comes, attend*, said yes, got a seat, have a seat, has a seat, "
        "with a seat, zugesagt, zusage*, bestaetig*, kommt, kommen, dabei, hat einen platz, "
        "haben einen platz"
    ),
    "pending": (
        "pending, not confirm*, unconfirmed, to confirm, invited, nicht bestaetigt, unbestaetigt, "
        "eingeladen*, noch bestaetigen"
    ),
    "waitlisted": "line, wait*, waiting list, queue, wartet, warten, warteliste, schlange",
    "unanswered": (
        "not answer*, no answer, unanswered, not repl*, not respond*, offer, offers, hold* offer, "
        "nicht geantwortet, keine antwort, nicht reagiert, angebot*"
    ),
    "lost": (
        "unreachable, bounce*, not reach*, opted out, opted out of mail*, unsubscribed, "
        "unerreichbar*, nicht erreichbar*"
    ),
    # Of guests: what they did.
    "joined": (
        "signed up, sign up, registered, joined, join, new, angemeldet, anmeldung*, neu, neue"
    ),
    "cancelled": (
        "cancel*, not coming, not come, not attend*, dropped out, gave back, given back, who left, "
        "who left line, left line, people left, guests left, abgesagt, absage*, storniert, "
        "nicht kommt, nicht kommen, nicht dabei"
    ),
    "declined": (
        "declined, declined offer*, said no, said no offer*, turned down, turned down offer*, "
        "abgelehnt"
    ),
    "lapsed": (
        "lapse*, lapse* offer*, let pass, let pass offer*, ran out, offer* ran out, verfallen"
    ),
    # How they signed up; nobody records who came through the door.
    "came": (
        "came from, came by, came in, came through, came via, came with, kam* aus, kam* ueber, "
        "kam* durch"
    ),
    "import": "import*, spreadsheet",
    "form": "form, website, site, page, online, formular, webseite",
    "mail": "mail, email, e-mail, by reply",
    "host": "host, desk, by hand, von hand, gastgeber*",
    "api": "api, script",
}
FILLERS = """
    as event give guest guests let many more much out over party than through until up via what
    gast gaeste gaesten veranstaltung was
"""
_ONE_GUEST = f"status unanswered joined {' '.join(STATES)}"
_NOT_OF_SEVERAL = " ".join(KEYWORDS.keys() - {"count", "who"})
_SOURCE = {"source": {source: source for source in SOURCES}}


def _guest_patterns(query: type, needs: str) -> tuple[Pattern, ...]:
    """Return what can be asked of several guests: their number, or who they are."""
    may = "who came status seats"
    anyone = f"count who {' '.join(SOURCES)}"
    states = {state: state for state in STATES}
    deeds = {deed: deed for deed in DEEDS}
    at_any_time = {deed: deed for deed in DEEDS if deed not in STATES}
    flags = {"unanswered": {"unanswered": True}, "lost": {"lost": True}}
    at_a_time = f"{needs} period"

    return (
        Pattern(query, at_a_time, may=may, choices={"deed": deeds, **_SOURCE}),
        Pattern(
            query, at_a_time, one_of=anyone, may=may, choices=_SOURCE, fixed={"deed": "joined"}
        ),
        Pattern(
            query, needs, one_of=" ".join(states), may=may, choices={"state": states, **_SOURCE}
        ),
        Pattern(
            query,
            needs,
            one_of=" ".join(at_any_time),
            may=may,
            choices={"deed": at_any_time, **_SOURCE},
        ),
        Pattern(query, needs, one_of=" ".join(flags), may=may, choices={**flags, **_SOURCE}),
        Pattern(query, needs, one_of=anyone, may="came status", choices=_SOURCE),
    )


PATTERNS = (
    Pattern(FindGuest, "email", may=" ".join(KEYWORDS)),
    Pattern(FindGuest, "name", one_of=_ONE_GUEST, may=_NOT_OF_SEVERAL),
    Pattern(ShowTime, "when", may="count open"),
    Pattern(NextInLine, "next", may="who waitlisted seats"),
    Pattern(
        CountSeats,
        one_of=" ".join(SEATS),
        may="seats count who",
        choices={"which": {which: which for which in SEATS}},
    ),
    Pattern(CountSeats, "seats confirmed", may="count who", fixed={"which": "taken"}),
    Pattern(CountSeats, "seats count", fixed={"which": "cap"}),
    *_guest_patterns(CountGuests, "count"),
    *_guest_patterns(ListGuests, ""),
)
GRAMMAR = Grammar(KEYWORDS, PATTERNS, FILLERS)


def read_question(text: str) -> Query | NotUnderstood:
    """Return the query that a question about an event means."""
    query: Query | NotUnderstood = GRAMMAR.read(text)
    return query


class GuestQuery(Need[tuple[Guest, ...]], frozen=True):
    """Guests who match all that is given, in the order in which they joined.

    `actions` are looked up in the audit, between `since` and `until`.
    """

    query_name: ClassVar[str] = "GuestQuery"
    event_id: str
    state: str = ""
    source: str = ""
    unanswered: bool = False
    lost: bool = False
    named: str = ""
    actions: tuple[str, ...] = ()
    since: datetime = EVER
    until: datetime = EVER
    limit: int = 100


class GuestCountQuery(Need[int], frozen=True):
    """The number of guests in a selection."""

    query_name: ClassVar[str] = "GuestCountQuery"
    event_id: str
    state: str = ""
    source: str = ""
    unanswered: bool = False
    lost: bool = False
    named: str = ""
    actions: tuple[str, ...] = ()
    since: datetime = EVER
    until: datetime = EVER


def people_meant(event_id: str, guests: GuestFilter, now: datetime, zone: str) -> GuestCountQuery:
    """Return what a query about guests needs from the store."""
    since, until = EVER, now + A_MOMENT
    if guests.period:
        since, until = to_range(guests.period, now, zone, back=True)
    return GuestCountQuery(
        event_id,
        guests.state,
        guests.source,
        guests.unanswered,
        guests.lost,
        actions=DEEDS.get(guests.deed, ()),
        since=since,
        until=until,
    )


def listed(count: GuestCountQuery, limit: int) -> GuestQuery:
    """Return the query for who they are, instead of how many."""
    return GuestQuery(**msgspec.structs.asdict(count), limit=limit)


def is_meant(need: GuestQuery | GuestCountQuery, guest: Guest, doers: Collection[str]) -> bool:
    """Return True if a guest matches; `doers` are those who did it by the audit."""
    if need.actions and guest.id not in doers:
        return False
    if need.unanswered and guest.offer is None:
        return False
    if need.lost and (guest.reach == "fine" or guest.state == "cancelled"):
        return False
    if casefold_ascii(need.named) not in casefold_ascii(guest.name):
        return False
    return need.state in ("", guest.state) and need.source in ("", guest.source)


def answers(need: GuestQuery | GuestCountQuery, line: AuditLine) -> bool:
    """Return True if a line of the audit records what is asked for, in that time."""
    return line.action in need.actions and need.since <= line.at < need.until
