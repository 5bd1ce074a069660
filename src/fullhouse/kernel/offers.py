"""Offers of seats and slots: the next action for an opening, and how long an offer holds.

Each product decides who waits and who fits, and passes them in as candidates.
"""

from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.times import QuietHours


class Candidate(msgspec.Struct, frozen=True):
    """Someone in the queue; `why_not` is empty if they can get an offer."""

    id: str
    why_not: str = ""


class OfferRules(msgspec.Struct, frozen=True):
    """The rules by which an event or business makes offers; 0 `tries` means no limit."""

    zone: str
    window: timedelta
    quiet_hours: QuietHours
    time_critical: bool = False
    tries: int = 0


class Opening(msgspec.Struct, frozen=True):
    """A freed seat or slot looking for its next person; no offer holds beyond `ends_at`."""

    ends_at: datetime


class NobodyFits(msgspec.Struct, frozen=True):
    """Nobody in the queue can get an offer."""


class MakeOffer(msgspec.Struct, frozen=True):
    """Make the first offer, to this person."""

    who: str
    ends_at: datetime


class RollOn(msgspec.Struct, frozen=True):
    """Offer it to this person next: the one before did not take it."""

    who: str
    ends_at: datetime


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
    who = _first_candidate(line, offers_so_far)
    if who is None and offers_so_far:
        return HandBack("line_spent")
    if who is None:
        return NobodyFits()
    ends_at = claim_deadline(opening, rules, now)
    if offers_so_far:
        return RollOn(who, ends_at)
    return MakeOffer(who, ends_at)


def _first_candidate(line: tuple[Candidate, ...], offers_so_far: tuple[str, ...]) -> str | None:
    for candidate in line:
        if not candidate.why_not and candidate.id not in offers_so_far:
            return candidate.id
    return None


def send_at(opening: Opening, rules: OfferRules, now: datetime) -> datetime:
    """Return when to send an offer: now, or after quiet hours unless it is time-critical."""
    morning = rules.quiet_hours.next_open(now, rules.zone)
    if rules.time_critical and morning > now and opening.ends_at - morning < rules.window:
        return now
    return morning


def claim_deadline(opening: Opening, rules: OfferRules, now: datetime) -> datetime:
    """Return when an offer made now ends: never in quiet hours or after the opening's end."""
    return min(rules.quiet_hours.next_open(now + rules.window, rules.zone), opening.ends_at)
