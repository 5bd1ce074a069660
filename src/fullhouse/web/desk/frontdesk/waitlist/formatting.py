"""Sentences for staff, by the codes of the waitlist."""

from fullhouse.inbound.forms.guest_form import FieldProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Money, Rulebook
from fullhouse.products.frontdesk.shared.rulebook.values import DECIMALS
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.web.desk.formatting import DAYS, MONTHS

# Sentence shown after a form was handled; the redirect carries only the key.
DONE = {
    "freed": "The slot is open, and the line is being asked.",
    "already_open": "This slot was open already. Nobody is asked twice.",
    "already_booked": "This slot is filled already.",
    "already_handed_back": "This slot was handed back already.",
    "withdrawn": "The slot is not offered any more. Whoever held an offer is back in line.",
    "joined": "They are on the list, and a message that says so is on its way.",
    "already": "They were on the list for this already. Nothing was changed.",
    "edited": "Saved.",
    "unchanged": "Nothing was different, so nothing was changed.",
    "removed": "They are off the list.",
    "erased": "Forgotten: name, number and address are gone from everything that is kept here.",
    "noted": "Saved. They are asked again from now on.",
    "in_force": "Saved. It is in force from now on, and read fresh for each slot.",
    "old_in_force": "That text is in force again.",
    "discarded": "The request is gone, and nothing was done.",
    "synced": "The sheet and the list are in step.",
    "put_back": "That version is in the sheet again, and the list follows it.",
    "believed": "The calendar was taken at its word.",
}
# Problems in words for staff; those of forms and rules are for customers.
SENTENCES = {
    "name_missing": "Say what they are called.",
    "contact_missing": (
        "Give a mobile number or an email address: without one nobody can be reached."
    ),
    "bad_party": "A party is a number from 1 to 50.",
    "bad_party_capacity": "Say for how many people there is room: a number from 1 to 50.",
    "bad_time": "Say the day and the time at which the slot starts.",
    "slot_past": "This time has passed. If they did not come, choose No-show.",
    "unknown_service": "Choose a service. Which there are is written in the rules.",
    "unknown_staff": (
        "Choose someone who works here, or nobody. Who that is is written in the rules."
    ),
    "date_past": "This date has passed.",
}
REASONS = {
    "cancelled": "A booking was cancelled",
    "no_show": "They did not come",
    "opening": "A new opening",
}
FREED_AS = {
    "cancelled": "after a cancellation",
    "no_show": "after a no-show",
    "opening": "as a new opening",
}
BECAME = {
    "live": "holds the offer",
    "claimed": "claimed it",
    "declined": "said no",
    "timed_out": "did not answer in time",
    "withdrawn": "taken back",
}
WHY_BACK = {
    "nobody_fits": "Nobody on the list fits.",
    "line_spent": "Everyone who fits was asked.",
    "tries_spent": "As many were asked as the rules allow.",
    "too_late": "There was no time left to ask anyone.",
    "withdrawn": "You stopped offering it.",
}
STATES = {
    "waiting": "waiting",
    "booked": "booked",
    "left": "left the list",
    "removed": "taken off the list",
    "expired": "dates have passed",
}
SOURCES = {
    "form": "the join page",
    "api": "a script",
    "desk": "the desk",
    "sheet": "the sheet",
    "mail": "a mail",
}
REACH = {
    "fine": "fine",
    "opted_out": "asked for no more messages (STOP)",
    "bounced": "messages come back",
    "unreachable": "messages do not arrive",
}
CHANNELS = {"text": "by text", "mail": "by mail", "": "not at all"}


def sentence(problem: FieldProblem) -> str:
    """Return a problem in words for staff."""
    code = problem.code
    if (code, problem.field) == ("empty", "service"):
        code = "unknown_service"
    return SENTENCES.get(code, problem.message)


def refusal(code: str) -> str:
    """Return why a rule refused, in words for staff."""
    return SENTENCES.get(code) or PROBLEMS.get(code, "Nothing was changed.")


def why_back(slot: Slot) -> str:
    """Return why a slot was handed back."""
    return WHY_BACK.get(slot.why, slot.why.replace("_", " ").capitalize())


def money(amount: Money) -> str:
    """Format an amount: 120 EUR, 0.08 EUR."""
    decimals = DECIMALS.get(amount.currency, 2)
    whole, part = divmod(amount.amount, 10**decimals)
    if part:
        return f"{whole:,}.{part:0{decimals}} {amount.currency}"
    return f"{whole:,} {amount.currency}"


def staff_choice(book: Rulebook, current: str = "") -> tuple[str, ...]:
    """List the staff to choose from: those of the rules, and the current one."""
    if current and current not in book.staff:
        return (*book.staff, current)
    return tuple(book.staff)


def service_choice(book: Rulebook, current: str = "") -> tuple[str, ...]:
    """List the services to choose from: those of the rules, and the current one."""
    names = tuple(service.name for service in book.services)
    if current and book.service(current) is None:
        return (*names, current)
    return names


def hours(book: Rulebook) -> str:
    """Format the opening hours."""
    spans = [f"{DAYS[span.day]} {span.opens}-{span.closes}" for span in book.opening_hours]
    return ", ".join(spans) or "no hours are named"


def closed(book: Rulebook) -> str:
    """Format the days on which the business is closed."""
    days = [f"public holidays of {book.holidays_of}"] if book.holidays_of else []
    for closed_day in book.closed:
        year = f" {closed_day.year}" if closed_day.year else ""
        days.append(f"{closed_day.day} {MONTHS[closed_day.month - 1]}{year}")
    return ", ".join(days) or "no days are named"


def dates(entry: Entry) -> str:
    """Format the dates on which a customer can come."""
    if entry.earliest and entry.earliest == entry.latest:
        return f"on {entry.latest}"
    if entry.earliest and entry.latest:
        return f"{entry.earliest} to {entry.latest}"
    if entry.earliest:
        return f"from {entry.earliest}"
    if entry.latest:
        return f"until {entry.latest}"
    return "any day"
