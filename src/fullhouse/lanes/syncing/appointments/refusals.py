"""Why a row could not take effect, in a sentence, with the column that it is about."""

from fullhouse.products.appointments.model import AppointmentResult

REFUSED = {
    "unknown_service": ("service", "There is no such service."),
    "unknown_staff": ("staff", "Nobody of this name works here."),
    "too_far": ("date", "This is more than two years away."),
    "too_long": ("service", "This takes longer than a day."),
    "wrong_reminders": ("remind", "These reminders are too many, or too early."),
    "taken": ("date", "This time was given up, and is not free any more: it is offered to others, or taken."),
    "too_early": ("status", "Nobody can say this before the time has come."),
    "appointment_cancelled": ("date", "This appointment was cancelled meanwhile."),
    "appointment_no_show": ("date", "This appointment is over: nobody came."),
}


def refused(answer: AppointmentResult) -> tuple[str, str] | None:
    """Return the column and the reason; None where nothing is wrong, or the next look finds out by itself."""
    return REFUSED.get(answer.code)
