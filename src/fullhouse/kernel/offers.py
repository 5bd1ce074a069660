"""Offers of seats and slots: the next action for an opening, and how long an offer holds.

Each product decides who waits and who fits, and passes them in as candidates.
"""

from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.times import QuietHours

# An opening is shared out among at most this many people, one after the other.
MOST_ROUNDS = 4
SECOND = timedelta(seconds=1)


class Candidate(msgspec.Struct, frozen=True):
    """Someone in the queue; `why_not` is empty if they can get an offer."""

    id: str
    why_not: str = ""


class OfferRules(msgspec.Struct, frozen=True):
    """The rules by which an event or business makes offers; 0 `tries` means no limit.

    In the last hours before an opening ends, windows shrink, but not below `shortest`.
    """

    zone: str
    window: timedelta
    quiet_hours: QuietHours
    time_critical: bool = False
    tries: int = 0
    shortest: timedelta = timedelta(minutes=5)


class Opening(msgspec.Struct, frozen=True):
    """A freed seat or slot looking for its next person; no offer holds beyond `ends_at`.

    `at_once` is how many offers of it can run at the same time.
    """

    ends_at: datetime
    at_once: int = 1


class NobodyFits(msgspec.Struct, frozen=True):
    """Nobody in the queue can get an offer."""


class ClaimWindow(msgspec.Struct, frozen=True):
    """Time that an offer holds.

    `is_short` if it has less than the usual time, `rolls_on` if someone else can get the opening
    afterwards.
    """

    ends_at: datetime
    is_short: bool
    rolls_on: bool


class MakeOffer(msgspec.Struct, frozen=True):
    """Make the first offer, to this person."""

    who: str
    ends_at: datetime
    is_short: bool = False
    rolls_on: bool = False


class RollOn(msgspec.Struct, frozen=True):
    """Offer it to this person next: the one before did not take it."""

    who: str
    ends_at: datetime
    is_short: bool = False
    rolls_on: bool = False


class HandBack(msgspec.Struct, frozen=True):
    """Make no more offers, for this reason."""

    reason: str


Move = NobodyFits | MakeOffer | RollOn | HandBack


def next_move(
    opening: Opening,
    line: tuple[Candidate, ...],
    offers_so_far: tuple[str, ...],
    rules: OfferRules,
    now: datetime,
) -> Move:
    """Return the next move for an opening without a live offer.

    The same inputs always give the same move.
    """
    if send_at(opening, rules, now) >= opening.ends_at:
        return HandBack("too_late")
    if rules.tries and len(offers_so_far) >= rules.tries:
        return HandBack("tries_spent")
    left = _still_to_ask(line, offers_so_far)
    if not left and offers_so_far:
        return HandBack("line_spent")
    if not left:
        return NobodyFits()
    window = claim_window(opening, rules, now, _rounds(opening, rules, len(left), offers_so_far))
    kind = RollOn if offers_so_far else MakeOffer
    return kind(left[0], window.ends_at, window.is_short, window.rolls_on)


def _still_to_ask(line: tuple[Candidate, ...], offers_so_far: tuple[str, ...]) -> list[str]:
    free = [candidate.id for candidate in line if not candidate.why_not]
    return [who for who in free if who not in offers_so_far]


def _rounds(
    opening: Opening, rules: OfferRules, people: int, offers_so_far: tuple[str, ...]
) -> int:
    """Return how often the opening can change hands before everyone was asked."""
    rounds = min(MOST_ROUNDS, -(-people // opening.at_once))
    if rules.tries:
        rounds = min(rounds, rules.tries - len(offers_so_far))
    return rounds


def send_at(opening: Opening, rules: OfferRules, now: datetime) -> datetime:
    """Return when to send an offer: now, or after quiet hours unless it is time-critical."""
    morning = rules.quiet_hours.next_open(now, rules.zone)
    if rules.time_critical and morning > now and opening.ends_at - morning < rules.window:
        return now
    return morning


def claim_window(opening: Opening, rules: OfferRules, now: datetime, rounds: int) -> ClaimWindow:
    """Return how long an offer made now holds: never beyond the opening's end.

    The time left is shared out among the rounds. Quiet hours do not count, and no offer ends in
    them; but one that is made in them is urgent, so it holds by the clock.
    """
    by_night = rules.quiet_hours.cover(now, rules.zone)
    length = _length(opening, rules, now, rounds, by_night=by_night)
    ends_at = now + length
    if not by_night:
        ends_at = rules.quiet_hours.next_open(ends_at, rules.zone)
    rolls_on = rounds > 1 and send_at(opening, rules, ends_at) < opening.ends_at
    return ClaimWindow(min(ends_at, opening.ends_at), length < rules.window, rolls_on)


def _length(
    opening: Opening, rules: OfferRules, now: datetime, rounds: int, *, by_night: bool
) -> timedelta:
    left = opening.ends_at - now
    if not by_night:
        enough = rules.window * rounds
        left = rules.quiet_hours.open_time(now, opening.ends_at, rules.zone, enough)
    share = left
    if rounds > 1:
        # In whole seconds, because stores keep no more than milliseconds.
        share = left / rounds // SECOND * SECOND
    return min(max(share, rules.shortest), rules.window)
