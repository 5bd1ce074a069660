"""Result texts of appointment links: a heading, and what happens next."""

from datetime import datetime

import msgspec

from fullhouse.kernel.localized_dates import format_relative
from fullhouse.kernel.times import wall_time
from fullhouse.locale import to_translate
from fullhouse.locale.current import current_language, gettext, translate
from fullhouse.web.appointments.link_session import AppointmentLinkSession

GONE = 410
CALL = to_translate("Please call us if that is not right.")


class ResultText(msgspec.Struct, frozen=True):
    """The text of a result page; `shows_time` if the appointment is still ahead."""

    status: int
    heading: str
    lines: tuple[str, ...] = ()
    shows_time: bool = False
    may_wait: bool = False


SEE_YOU = to_translate("See you then.")
IS_CANCELLED = to_translate("Your appointment is cancelled.")
FOR_THE_LINE = to_translate("So someone else can have the time.")
SAID = {
    "confirmed": ResultText(
        200, SEE_YOU, (to_translate("Thank you for telling us. See you then."),)
    ),
    "answered_confirm": ResultText(
        200,
        SEE_YOU,
        (to_translate("You told us before that you are coming. We expect you."),),
    ),
    "rescheduled": ResultText(
        200,
        to_translate("Your appointment has been moved."),
        (to_translate("See you at your new time."),),
    ),
    "answered_reschedule": ResultText(
        200,
        to_translate("You have moved it already."),
        (to_translate("This is when we expect you."),),
    ),
    "cancelled": ResultText(
        200, to_translate("Thank you for telling us."), (IS_CANCELLED, FOR_THE_LINE)
    ),
    "answered_cancel": ResultText(
        200, to_translate("You told us that you can't come."), (IS_CANCELLED, FOR_THE_LINE)
    ),
    "booked_again": ResultText(
        200,
        to_translate("It is booked again."),
        (
            to_translate(
                "You told us before that you can't come. "
                "It was booked for you again since, and we expect you."
            ),
            CALL,
        ),
    ),
    "unconfirmed": ResultText(
        200,
        to_translate("Are you coming?"),
        (
            to_translate(
                "You told us that you're coming. Since then it has become open again. "
                "Our next reminder asks you."
            ),
            CALL,
        ),
    ),
    "other_time": ResultText(
        GONE,
        to_translate("Your appointment has another time now."),
        (
            to_translate(
                "This link was for your old time, so nothing was changed. Your time now is:"
            ),
        ),
    ),
    "appointment_cancelled": ResultText(
        GONE,
        to_translate("This appointment is cancelled."),
        (to_translate("There's nothing you need to do. Please call us if that isn't right."),),
    ),
    "begun": ResultText(
        GONE,
        to_translate("This time has begun."),
        (to_translate("It's too late to change it here, so nothing was done. Please call us."),),
    ),
    "past": ResultText(
        GONE,
        to_translate("This time has passed."),
        (to_translate("There is nothing left to do here. Please call us for another time."),),
    ),
}
# Cancelling a cancelled appointment changes nothing, so it is no error for the customer.
CALM = ResultText(
    200,
    to_translate("This appointment is cancelled."),
    (to_translate("There's nothing you need to do."),),
)


def result_text(
    visit: AppointmentLinkSession, code: str, other: datetime | None = None
) -> ResultText:
    """Return the text of a result for the appointment as it is now.

    `other` is when the customer of a cancelled appointment comes instead.
    """
    current = as_it_stands(visit, code)
    if current == "past" and visit.now < visit.appointment.ends_at:
        current = "begun"
    text = SAID.get(current, SAID["past"])
    if current == "appointment_cancelled" and visit.link.purpose == "cancel":
        text = CALM
    lines = text.lines
    if current == "appointment_cancelled" and other is not None:
        lines = (_instead(visit, other),)
    if not visit.rulebook.refill:
        lines = tuple(line for line in lines if line != FOR_THE_LINE)
    is_cancelled = visit.appointment.status == "cancelled"
    return ResultText(
        text.status,
        translate(text.heading),
        tuple(map(translate, lines)),
        shows_time=visit.is_ahead,
        may_wait=is_cancelled,
    )


def _instead(visit: AppointmentLinkSession, other: datetime) -> str:
    zone = visit.rulebook.zone
    time = format_relative(
        wall_time(other, zone), wall_time(visit.now, zone), current_language(), date=True
    )
    return gettext("We expect you at another time: %(time)s.", time=time)


def as_it_stands(visit: AppointmentLinkSession, code: str) -> str:
    """Return the code that is true now: more may have happened since an earlier answer."""
    if not code.startswith("answered_"):
        return code
    if not visit.is_ahead:
        return _ended_code(visit, code)
    if code == "answered_cancel":
        return "booked_again"
    if code != "answered_confirm":
        return code
    if visit.appointment.chain != visit.chain:
        return "other_time"
    return "unconfirmed" if visit.appointment.status == "booked" else code


def _ended_code(visit: AppointmentLinkSession, code: str) -> str:
    if visit.appointment.status != "cancelled":
        return "past"
    if code == "answered_cancel":
        return code
    return "appointment_cancelled"
