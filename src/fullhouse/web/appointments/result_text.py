"""Result texts of appointment links: a heading, and what happens next."""

import msgspec

from fullhouse.locale import to_translate
from fullhouse.locale.current import translate
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
FOR_THE_LINE = to_translate("Someone in line will be glad of the time.")
SAID = {
    "confirmed": ResultText(
        200, SEE_YOU, (to_translate("Thank you for telling us. We expect you."),)
    ),
    "answered_confirm": ResultText(
        200,
        SEE_YOU,
        (to_translate("You told us before that you are coming. We expect you."),),
    ),
    "rescheduled": ResultText(
        200, to_translate("It is moved."), (to_translate("We expect you at your new time."),)
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
                "You told us before that you are. We have noted since that this is open again. "
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
                "The link is from before. Nothing was done with it. This is when we expect you:"
            ),
        ),
    ),
    "appointment_cancelled": ResultText(
        GONE,
        to_translate("This appointment is cancelled."),
        (to_translate("Nobody expects you. Please call us if that is not right."),),
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
    (to_translate("So there is nothing left to do. Thank you for telling us."),),
)


def result_text(visit: AppointmentLinkSession, code: str) -> ResultText:
    """Return the text of a result for the appointment as it is now."""
    current = as_it_stands(visit, code)
    text = SAID.get(current, SAID["past"])
    if current == "appointment_cancelled" and visit.link.purpose == "cancel":
        text = CALM
    lines = text.lines
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
