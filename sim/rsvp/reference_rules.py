"""Reference rules of the guest list, written a second time from the design, not from the code."""

from datetime import date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from fullhouse.products.rsvp.model import Event, Guest, Offer, ReminderPlan, Settings
from sim.checks import nights, windows
from sim.checks.nights import minutes, to_utc

# So many of the next guests are counted to share out the time left.
MOST_COUNTED = 40
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}


@lru_cache(maxsize=256)
def length(text: str) -> timedelta:
    """Read a duration such as 6h or 1h30m."""
    total, digits = 0, ""
    for letter in text:
        if letter.isdigit():
            digits += letter
        else:
            total += int(digits) * SECONDS[letter]
            digits = ""
    return timedelta(seconds=total)


def start(event: Event) -> datetime:
    """Return when an event begins."""
    return to_utc(event.starts_at, event.timezone)


def end(event: Event) -> datetime:
    """Return when an event is over."""
    return to_utc(event.ends_at, event.timezone)


def quiet(event: Event, moment: datetime) -> bool:
    """Return True if nobody may be disturbed at this moment."""
    hours = event.settings.quiet_hours
    return nights.quiet(moment, event.timezone, hours.from_, hours.to)


def opens(event: Event, moment: datetime) -> datetime:
    """Return the end of the quiet hours around a moment, by looking at every minute."""
    hours = event.settings.quiet_hours
    return nights.opens(moment, event.timezone, hours.from_, hours.to)


def leaves(event: Event, moment: datetime) -> datetime:
    """Return when an offer may leave."""
    morning = opens(event, moment)
    hurry = event.settings.time_critical_offers and start(event) - morning < length(
        event.settings.claim_window
    )
    return moment if hurry else morning


def live(event: Event, now: datetime) -> bool:
    """Return True if seats can still change hands."""
    return event.state != "cancelled" and now < start(event)


def can_ask(event: Event, moment: datetime) -> bool:
    """Return True if an offer can still leave before the start."""
    return live(event, moment) and leaves(event, moment) < start(event)


def free(event: Event) -> int:
    """Count the seats that are open to all."""
    return max(0, event.cap - event.confirmed - event.held)


def may_be_asked(event: Event, guest: Guest) -> bool:
    """Return True if someone on the waitlist may be offered seats now."""
    in_line = guest.state == "waitlisted" and guest.offer is None and guest.reach == "fine"
    fits = guest.party <= event.owed + free(event)
    passed = guest.passed_at is not None and not (
        event.freed_at is not None and guest.passed_at < event.freed_at
    )
    return in_line and fits and not passed


def terms(event: Event) -> windows.Terms:
    """Return by which terms seats are offered."""
    settings = event.settings
    return windows.Terms(
        start(event),
        length(settings.claim_window),
        length(settings.shortest_window),
        event.timezone,
        settings.quiet_hours.from_,
        settings.quiet_hours.to,
    )


def rounds(event: Event, line: list[Guest]) -> int:
    """Return how often seats can change hands before all who may be asked were asked."""
    people = [guest for guest in line if may_be_asked(event, guest)]
    people.sort(key=lambda guest: guest.place)
    owed, seats, at_once = event.owed, event.owed + free(event), 0
    for guest in people[:MOST_COUNTED]:
        if owed > 0 and guest.party <= seats:
            owed -= guest.party
            seats -= guest.party
            at_once += 1
    return windows.rounds(len(people[:MOST_COUNTED]), max(1, at_once))


def deadline(event: Event, offer: Offer) -> datetime:
    """Return the deadline of an offer."""
    return min(offer.ends_at, start(event))


def grace_ends(event: Event, moment: datetime) -> datetime:
    """Return when a grace that begins at a moment ends, to the second before it."""
    left = (start(event) - moment).total_seconds()
    allowed = length(event.settings.mail_grace).total_seconds()
    return moment + timedelta(seconds=int(min(allowed, left / 4)))


class Due:
    """One reminder of one plan."""

    __slots__ = ("due", "name", "plan", "use_by")

    def __init__(self, plan: ReminderPlan, name: str, due: datetime, use_by: datetime) -> None:
        """Set when it is due and until when it is of use."""
        self.plan, self.name, self.due, self.use_by = plan, name, due, use_by


def reminders(event: Event) -> list[Due]:
    """Work out every reminder of every plan of an event."""
    return [
        one
        for plan in event.plans
        for one in _of_plan(plan, event.starts_at, event.timezone, event.settings)
    ]


@lru_cache(maxsize=4096)
def _of_plan(plan: ReminderPlan, starts_at: datetime, zone: str, settings: Settings) -> list[Due]:
    hours, begins = settings.quiet_hours, to_utc(starts_at, zone)
    times: dict[str, datetime] = {}
    for name in plan.reminders:
        due = nights.opens(_target(plan, name, starts_at, zone), zone, hours.from_, hours.to)
        if due < begins:
            times[name] = due
    mornings: dict[date, datetime] = {}
    if plan.reminded_at is not None:
        times = {
            n: due for n, due in times.items() if not _comes_after(plan.reminded_at, due, zone)
        }
    for due in times.values():
        there = due.astimezone(ZoneInfo(zone))
        if there.hour < 12:
            mornings[there.date()] = max(due, mornings.get(there.date(), due))
    ordered = sorted(
        (due, name) for name, due in times.items() if not _outdone(due, zone, mornings)
    )
    later = [due for due, _ in ordered[1:]] + [begins]
    return [
        Due(plan, name, due, use_by) for (due, name), use_by in zip(ordered, later, strict=False)
    ]


def _comes_after(reminded_at: datetime, due: datetime, zone: str) -> bool:
    """Return True if a reminder would be the second on one morning."""
    there, then = due.astimezone(ZoneInfo(zone)), reminded_at.astimezone(ZoneInfo(zone))
    return due > reminded_at and there.hour < 12 and there.date() == then.date()


def _outdone(due: datetime, zone: str, mornings: dict[date, datetime]) -> bool:
    return mornings.get(due.astimezone(ZoneInfo(zone)).date(), due) > due


def _target(plan: ReminderPlan, name: str, starts_at: datetime, zone: str) -> datetime:
    if name == "morning":
        at = minutes(plan.morning_at)
        return to_utc(datetime.combine(starts_at.date(), time(at // 60, at % 60)), zone)
    if name[-1] in "dw":
        return to_utc(starts_at - length(name), zone)
    return to_utc(starts_at, zone) - length(name)


def is_for(event: Event, due: Due, guest: Guest) -> bool:
    """Return True if a reminder is for this guest: confirmed before it was due by that plan."""
    at = guest.confirmed_at
    if guest.state != "confirmed" or guest.reach != "fine" or at is None or at >= due.due:
        return False
    if guest.cancels_at is not None or not guest.email:
        return False
    changes = [
        plan.since
        for plan in event.plans
        if plan.number > due.plan.number and plan.since is not None
    ]
    return (due.plan.since is None or at >= due.plan.since) and all(at < since for since in changes)


def too_late_for_news(moment: datetime, *starts: datetime) -> bool:
    """Return True if guests could not act on news of that moment."""
    return moment > min(starts) - timedelta(hours=3)


def wall(moment: datetime, zone: str) -> datetime:
    """Return the wall time."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0, microsecond=0)
