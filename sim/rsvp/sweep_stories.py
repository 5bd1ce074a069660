"""Short stories of a guest list, one event after the other, disturbed by the sweep call by call."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from fullhouse.kernel.commands import Command
from fullhouse.products.rsvp.commands import (
    AnswerByMail,
    CancelEvent,
    CancelGuest,
    ChangeParty,
    ClaimOffer,
    CloseSignUp,
    CreateEvent,
    DeclineOffer,
    EditEvent,
    KeepSeat,
    ReopenSignUp,
    ResumeMail,
    SignUp,
    StopMail,
    TakeSeat,
)
from fullhouse.products.rsvp.model import Settings
from sim.checks.state_model import StateModel
from sim.clocks import hours
from sim.rsvp.lists import GuestLists
from sim.sweep import Moment, one_after_the_other

STARTS = datetime(2026, 6, 11, 18, 0, tzinfo=None)


def house(cap: int, **settings: Any) -> CreateEvent:
    """Open a list for an evening in two days."""
    chosen = Settings(max_party=3, **settings)
    return CreateEvent(
        event_id="e",
        name="E",
        starts_at=STARTS,
        timezone="Europe/Berlin",
        cap=cap,
        host_email="h@example.org",
        settings=chosen,
    )


def up(who: str, party: int = 1, **more: Any) -> SignUp:
    """Sign up."""
    return SignUp(
        event_id="e",
        guest_id=who,
        name=who,
        email=f"{who}@example.org",
        party=party,
        **more,
    )


def of(who: str) -> dict[str, Any]:
    """Name a guest of the event."""
    return {"event_id": "e", "guest_id": who}


def cancel(who: str) -> CancelGuest:
    """Give back whatever one has."""
    return CancelGuest(event_id="e", guest_id=who)


def give_up(who: str) -> AnswerByMail:
    """Write in free text that one can't come."""
    return AnswerByMail(
        event_id="e",
        guest_id=who,
        name=who,
        email=f"{who}@example.org",
        wants="cancel",
        proven=True,
        marked=who,
        occasion=who,
        exact=False,
    )


def claim(who: str, number: int = 1) -> ClaimOffer:
    """Claim an offer by its number."""
    return ClaimOffer(**of(who), offer_id=f"{who}-{number}")


def decline(who: str, number: int = 1) -> DeclineOffer:
    """Decline an offer by its number."""
    return DeclineOffer(**of(who), offer_id=f"{who}-{number}")


def full_house(*moments: Moment | Command, cap: int = 1, **settings: object) -> list[Moment]:
    """Begin with Anna in the only seat, and Ben and Cleo in line."""
    return one_after_the_other(house(cap, **settings), up("anna"), up("ben"), up("cleo"), *moments)


STORIES: Mapping[str, Callable[[], list[Moment]]] = {
    "a seat and its reminders": lambda: one_after_the_other(house(2), up("anna"), up("anna")),
    "a freed seat is claimed": lambda: full_house(cancel("anna"), claim("ben")),
    "a declined offer rolls on": lambda: full_house(cancel("anna"), decline("ben"), claim("cleo")),
    "a lapsed offer rolls on": lambda: full_house(
        cancel("anna"), (hours(7), claim("cleo")), claim_window="6h"
    ),
    "two lapses leave the line": lambda: full_house(
        cancel("anna"), (hours(5), up("dora")), lapse_limit=1, claim_window="1h"
    ),
    "more chairs for the line": lambda: full_house(
        EditEvent(event_id="e", cap=3), claim("ben"), claim("cleo")
    ),
    "fewer chairs, then a cancel": lambda: one_after_the_other(
        house(2),
        up("anna"),
        up("ben"),
        up("cleo"),
        EditEvent(event_id="e", cap=1),
        cancel("anna"),
        cancel("ben"),
    ),
    "a pair waits for two seats": lambda: one_after_the_other(
        house(2),
        up("anna"),
        up("ben"),
        up("pair", 2),
        cancel("anna"),
        cancel("ben"),
        claim("pair"),
    ),
    "invited, one comes": lambda: one_after_the_other(
        house(2, invite_window="3h"),
        up("anna", source="import", place_as="pending"),
        up("ben", source="import", place_as="pending"),
        up("cleo"),
        claim("anna"),
    ),
    "a party shrinks to an open seat": lambda: one_after_the_other(
        house(3),
        up("anna"),
        up("ben", 2),
        up("three", 3),
        cancel("anna"),
        ChangeParty(**of("three"), party=1),
        claim("three"),
    ),
    "freed in the last hours": lambda: full_house(
        EditEvent(event_id="e", starts_at=STARTS - hours(46)),
        cancel("anna"),
        (hours(3), up("dora")),
    ),
    "news at night": lambda: full_house(
        (hours(13), EditEvent(event_id="e", starts_at=STARTS - hours(36))), (hours(10), up("dora"))
    ),
    "the evening moves": lambda: full_house(
        cancel("anna"), EditEvent(event_id="e", starts_at=STARTS + hours(24)), claim("ben")
    ),
    "called off with an offer out": lambda: full_house(cancel("anna"), CancelEvent(event_id="e")),
    "a cancel at night": lambda: full_house((hours(13), cancel("anna")), (hours(10), claim("ben"))),
    "given up in free text, and kept": lambda: full_house(
        give_up("anna"), KeepSeat(**of("anna")), give_up("anna"), (hours(1), claim("ben"))
    ),
    "given up in free text, then moved": lambda: full_house(
        give_up("anna"), EditEvent(event_id="e", starts_at=STARTS - hours(24)), up("dora")
    ),
    "silent in line, then not": lambda: full_house(
        StopMail(**of("ben")),
        cancel("anna"),
        ResumeMail(**of("ben")),
        decline("cleo"),
        claim("ben"),
    ),
    "a public seat after a no": lambda: full_house(
        CloseSignUp(event_id="e"),
        cancel("anna"),
        decline("ben"),
        decline("cleo"),
        ReopenSignUp(event_id="e"),
        TakeSeat(**of("cleo")),
        ChangeParty(**of("cleo"), party=2),
    ),
}


def outcome(book: StateModel) -> dict[str, object]:
    """Return how a story ended: the guests' states and the seats taken."""
    lists = book.view(GuestLists)
    events = {
        one.id: (one.state, one.cap, one.confirmed, one.held, one.waiting)
        for one in lists.events.values()
    }
    return {**events, **{one.id: (one.state, one.party, one.reach) for one in lists.all_guests()}}
