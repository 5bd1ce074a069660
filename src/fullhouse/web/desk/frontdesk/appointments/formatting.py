"""Sentences for staff, by the codes of appointments."""

from fullhouse.inbound.forms.guest_form import FieldProblem
from fullhouse.locale.current import current_language, gettext, ngettext, translate
from fullhouse.locale.numbers import format_minutes
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.result_codes import PROBLEMS

# Sentence shown after a form was handled; the redirect carries only the key.
DONE = {
    "booked": "It is in the book.",
    "booked_over": (
        "It is in the book. Someone else is booked for the same chair at that time: "
        "both are marked below."
    ),
    "booked_untold": (
        "It is in the book. No confirmation could be sent: texts are stopped or spent, and no "
        "email reaches them."
    ),
    "booked_over_untold": (
        "It is in the book. Someone else is booked for the same chair at that time: "
        "both are marked below. No confirmation could be sent."
    ),
    "already": "This appointment is in the book already. Nothing was changed.",
    "edited": "Saved.",
    "edited_over": "Saved. Someone else is booked for the same chair at that time.",
    "unchanged": "Nothing was different, so nothing was changed.",
    "confirmed": "Noted: they are coming, and get no more reminders.",
    "unconfirmed": "Taken back: they have not confirmed, and their reminders go on.",
    "cancelled": "The appointment is cancelled.",
    "cancelled_offered": "The appointment is cancelled, and we look for someone on the waitlist.",
    "no_show": "Noted that they did not come.",
    "no_show_offered": (
        "Noted that they did not come. For the time that is left, we look for someone on the "
        "waitlist."
    ),
    "restored": "The appointment stands again.",
    "erased": "Forgotten: name, number and address are gone from everything that is kept here.",
    "synced": "The sheet and the book are in step.",
    "put_back": "That version is in the sheet again, and the book follows it.",
    "noted": "Saved. They are written to again from now on.",
    "removal_confirmed": "Thank you. They are being cancelled now.",
    "changes_confirmed": "Thank you. They are being changed now.",
    "changes_left": (
        "Thank you. Those below were not changed: please look at them again. "
        "Nobody is moved to a time that someone else has."
    ),
    "removal_kept": "Kept. Nothing was changed for anyone.",
}
# Problems in words for staff; those of forms and rules are for customers.
SENTENCES = {
    "name_missing": "Please enter a name.",
    "bad_party": "A party is a number from 1 to 50.",
    "bad_time": "Say the day and the time at which it starts.",
    "bad_duration": (
        "Say how many minutes it takes, up to a whole day; or leave it empty for the service's own."
    ),
    "unknown_service": "Choose a service. Which there are is written in the rules.",
    "unknown_staff": (
        "Choose someone who works here, or nobody. Who that is is written in the rules."
    ),
    "taken": "This time is not free any more.",
    "past": "It has begun already, or is over.",
    "appointment_cancelled": "It is cancelled. Take that back first.",
    "appointment_no_show": "They did not come. Take that back first.",
}
STATES = {
    "booked": "not answered yet",
    "confirmed": "confirmed",
    "cancelled": "cancelled",
    "no_show": "did not come",
}
CHIPS = {"booked": "", "confirmed": " calm", "cancelled": " strong", "no_show": " strong"}
SOURCES = {
    "desk": "the desk",
    "api": "a script",
    "sheet": "the sheet",
    "calendar": "the calendar",
    "mail": "an email",
    "waitlist": "the waitlist",
    "form": "online booking",
}
CHANNELS = {
    "text": "by text",
    "mail": "by email",
    "": "not at all",
    "none": "to nobody",
    "staff": "to staff",
}
REPLIES = {
    "confirm": "Said that they are coming",
    "cancel": "Said that they are not coming",
    "reschedule": "Picked another time",
}
# Reason of a gap alert: beside the customer's name, and at the end of the reminder chain.
DOUBTS = {
    "no_answer": "Does not answer",
    "too_late": "Could not be reminded in time",
    "unreachable": "Could not be reached",
    "": "May not come",
}
WHY_TOLD = {
    "no_answer": "nobody answered, and you were told",
    "too_late": "a reminder would have come too late, and you were told",
    "unreachable": "a reminder could not reach them, and you were told",
    "": "you were told",
}
HOURS_A_DAY = 24


def sentence(problem: FieldProblem) -> str:
    """Return a problem in words for staff."""
    code = problem.code
    if (code, problem.field) == ("empty", "service"):
        code = "unknown_service"
    return translate(SENTENCES.get(code, "")) or problem.message


def refusal(code: str) -> str:
    """Return why a rule refused, in words for staff."""
    found = SENTENCES.get(code) or PROBLEMS.get(code)
    return translate(found) if found else gettext("Nothing was changed.")


def time_before(hours: int) -> str:
    """Format the time before an appointment: 1 day before, 2 hours before."""
    if hours % HOURS_A_DAY == 0:
        return ngettext("%(count)s day before", "%(count)s days before", hours // HOURS_A_DAY)
    return ngettext("%(count)s hour before", "%(count)s hours before", hours)


def people(appointment: Appointment) -> str:
    """Return how many people it is for, to follow other words; nothing for one."""
    if appointment.party == 1:
        return ""
    count = ngettext("%(count)s people", "%(count)s people", appointment.party)
    return f", {count}"


def length(minutes: int) -> str:
    """Format the length of an appointment."""
    return format_minutes(minutes, current_language())
