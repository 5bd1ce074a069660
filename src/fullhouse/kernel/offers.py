"""Offers: one engine for seats and slots. Which of the four moves an opening calls for, and until when an offer holds.

Who is in line and who fits is each product's business and comes in as candidates.
"""

from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.times import QuietHours


class Candidate(msgspec.Struct, frozen=True):
    """Someone in line, in fair order; `why_not` is empty for those who may be asked."""

    id: str
    why_not: str = ""


class OfferRules(msgspec.Struct, frozen=True):
    """How offers are made at this place."""

    zone: str
    window: timedelta
    quiet_hours: QuietHours
    time_critical: bool = False
    tries: int = 0


class Opening(msgspec.Struct, frozen=True):
    """Something freed that looks for its next person; no offer may run past `ends_at`."""

    ends_at: datetime


class NobodyFits(msgspec.Struct, frozen=True):
    """Nobody in line may be asked."""


class MakeOffer(msgspec.Struct, frozen=True):
    """Ask this person first."""

    who: str
    ends_at: datetime


class RollOn(msgspec.Struct, frozen=True):
    """The one before passed: ask this person next."""

    who: str
    ends_at: datetime


class HandBack(msgspec.Struct, frozen=True):
    """Stop asking, and say why."""

    reason: str


Move = NobodyFits | MakeOffer | RollOn | HandBack


def next_move(
    opening: Opening,
    line: tuple[Candidate, ...],
    offers_so_far: tuple[str, ...],
    rules: OfferRules,
    now: datetime,
) -> Move:
    """Decide what happens to an opening on which no offer is live. The same inputs always give the same move."""
    if send_at(opening, rules, now) >= opening.ends_at:
        return HandBack("too_late")
    if rules.tries and len(offers_so_far) >= rules.tries:
        return HandBack("tries_spent")
    who = next((one.id for one in line if not one.why_not and one.id not in offers_so_far), None)
    if who is None:
        return HandBack("line_spent") if offers_so_far else NobodyFits()
    ends_at = claim_deadline(opening, rules, now)
    return RollOn(who, ends_at) if offers_so_far else MakeOffer(who, ends_at)


def send_at(opening: Opening, rules: OfferRules, now: datetime) -> datetime:
    """Return when an offer may leave: now, or after quiet hours unless the place calls it time-critical."""
    morning = rules.quiet_hours.next_open(now, rules.zone)
    if rules.time_critical and morning > now and opening.ends_at - morning < rules.window:
        return now
    return morning


def claim_deadline(opening: Opening, rules: OfferRules, now: datetime) -> datetime:
    """Return when an offer made now ends: never in quiet hours, never past the opening's own end."""
    return min(rules.quiet_hours.next_open(now + rules.window, rules.zone), opening.ends_at)
