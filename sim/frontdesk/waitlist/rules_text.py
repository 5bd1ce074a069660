"""Rules as staff mean them, and their text; the checkers read the meaning, never the text."""

from datetime import timedelta

import msgspec

from fullhouse.products.frontdesk.shared.documents import Document

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
A_MINUTE = timedelta(minutes=1)
NOTICE = timedelta(minutes=30)
ONLINE = f"Online booking: yes\nBooking notice: {NOTICE // A_MINUTE} minutes before"
MEANT: dict[str, "HouseRules"] = {}


class HouseRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a business as its staff mean them.

    `limit` is the monthly limit for texts, in cents; `reminders` are the hours before, by service;
    `opening` is from when to when on each weekday (Monday is 0); `closed` are days of the year as
    month and day; `public` names the place whose public holidays they keep; `online` lets anyone
    book; `shifts` are the hours of some of the staff, as in `opening`.
    """

    zone: str = "Europe/Berlin"
    services: tuple[tuple[str, int], ...] = ()
    staff: tuple[str, ...] = ()
    by_priority: bool = True
    window: int = 10
    quiet: tuple[str, str] = ("21:00", "08:00")
    tries: int = 5
    cut_off: int = 10
    down_fitting: bool = True
    limit: int = 2000
    each: int = 8
    reminders: tuple[tuple[str, tuple[int, ...]], ...] = ()
    opening: tuple[tuple[int, str, str], ...] = ()
    closed: tuple[tuple[int, int], ...] = ()
    public: str = ""
    gap: int = 45
    refill: bool = True
    online: bool = False
    shifts: tuple[tuple[str, tuple[tuple[int, str, str], ...]], ...] = ()

    @property
    def window_length(self) -> timedelta:
        """The time for which an offer is held."""
        return timedelta(minutes=self.window)


NOTHING_WRITTEN = HouseRules()


def written(rules: HouseRules) -> str:
    """Write the rules down as staff do, and remember what was meant."""
    lines = [
        f"Time zone: {rules.zone}",
        *(
            "Services",
            *(
                f"- {name}: {minutes} minutes, 50 EUR{_reminders(rules, name)}"
                for name, minutes in rules.services
            ),
        ),
        *((f"Staff: {', '.join(rules.staff)}",) if rules.staff else ()),
        f"Order: {'priority first, then join time' if rules.by_priority else 'join time'}",
        f"Claim window: {rules.window} minutes",
        f"Quiet hours: {_quiet(rules)}",
        f"Tries per slot: {rules.tries or 'no limit'}",
        f"Cut-off: {rules.cut_off} minutes before",
        f"Smaller parties may take a larger slot: {'yes' if rules.down_fitting else 'no'}",
        f"Texts: at most {_money(rules.limit)} a month, {_money(rules.each)} each",
        *_shifts(rules),
        *((f"Opening hours: {_weekly(rules.opening)}",) if rules.opening else ()),
        *((f"Closed: {_closed(rules)}",) if rules.closed or rules.public else ()),
        f"Gap alert: {rules.gap} minutes before",
        f"Refill from the waitlist: {'yes' if rules.refill else 'no'}",
        *(
            ("Online booking: yes", f"Booking notice: {NOTICE // A_MINUTE} minutes before")
            if rules.online
            else ()
        ),
    ]
    text = "\n".join(lines) + "\n"
    MEANT[text] = rules
    return text


def _reminders(rules: HouseRules, service: str) -> str:
    hours = dict(rules.reminders).get(service, ())
    return f"; remind at {' and '.join(map(str, hours))} hours" if hours else ""


def _weekly(hours: tuple[tuple[int, str, str], ...]) -> str:
    return ", ".join(f"{WEEKDAYS[day]} {opens}-{closes}" for day, opens, closes in hours)


def _shifts(rules: HouseRules) -> list[str]:
    """Write the hours of those who work here now."""
    own = [f"- {staff}: {_weekly(hours)}" for staff, hours in rules.shifts if staff in rules.staff]
    return ["Staff hours", *own] if own else []


def _closed(rules: HouseRules) -> str:
    public = (f"public holidays of {rules.public}",) if rules.public else ()
    return ", ".join((*public, *(f"{day} {MONTHS[month - 1]}" for month, day in rules.closed)))


def _quiet(rules: HouseRules) -> str:
    begins, ends = rules.quiet
    return "none" if begins == ends else f"{begins} to {ends}"


def _money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d} EUR"


def meant(document: Document | None) -> HouseRules:
    """Return the meaning of the rules in force."""
    return NOTHING_WRITTEN if document is None else MEANT.get(document.text, NOTHING_WRITTEN)
