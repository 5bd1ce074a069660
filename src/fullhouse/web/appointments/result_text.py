"""What a customer is told after an answer: one heading, what it means for them, and what happens next. Pure."""

import msgspec

from fullhouse.web.appointments.link_session import AppointmentLinkSession

GONE = 410
CALL = "Please call us if that is not right."


class ResultText(msgspec.Struct, frozen=True):
    """What a page tells: a heading and sentences below it. `shows_time` where someone is expected."""

    status: int
    heading: str
    lines: tuple[str, ...] = ()
    shows_time: bool = False
    may_wait: bool = False


FOR_THE_LINE = "Someone in line will be glad of the time."
SAID = {
    "confirmed": ResultText(200, "See you then.", ("Thank you for telling us. We expect you.",)),
    "answered_confirm": ResultText(
        200, "See you then.", ("You told us before that you are coming. We expect you.",)
    ),
    "rescheduled": ResultText(200, "It is moved.", ("We expect you at your new time.",)),
    "answered_reschedule": ResultText(
        200, "You have moved it already.", ("This is when we expect you.",)
    ),
    "cancelled": ResultText(
        200, "Thank you for telling us.", ("Your appointment is cancelled.", FOR_THE_LINE)
    ),
    "answered_cancel": ResultText(
        200, "You told us that you can't come.", ("Your appointment is cancelled.", FOR_THE_LINE)
    ),
    "booked_again": ResultText(
        200,
        "It is booked again.",
        (
            "You told us before that you can't come. It was booked for you again since, and we expect you.",
            CALL,
        ),
    ),
    "unconfirmed": ResultText(
        200,
        "Are you coming?",
        (
            "You told us before that you are. We have noted since that this is open again. Our next reminder asks you.",
            CALL,
        ),
    ),
    "other_time": ResultText(
        GONE,
        "Your appointment has another time now.",
        ("The link is from before. Nothing was done with it. This is when we expect you:",),
    ),
    "appointment_cancelled": ResultText(
        GONE, "This appointment is cancelled.", (f"Nobody expects you. {CALL}",)
    ),
    "past": ResultText(
        GONE,
        "This time has passed.",
        ("There is nothing left to do here. Please call us for another time.",),
    ),
}
# To say no to what is cancelled comes out the same: nothing went wrong for this person.
CALM = ResultText(
    200,
    "This appointment is cancelled.",
    ("So there is nothing left to do. Thank you for telling us.",),
)


def result_text(visit: AppointmentLinkSession, code: str) -> ResultText:
    """Put an answer into words, with how the appointment stands now."""
    known, off = as_it_stands(visit, code), visit.appointment.status == "cancelled"
    calm = known == "appointment_cancelled" and visit.link.purpose == "cancel"
    said = CALM if calm else SAID.get(known, SAID["past"])
    lines = tuple(one for one in said.lines if one != FOR_THE_LINE or visit.rulebook.refill)
    return msgspec.structs.replace(said, lines=lines, shows_time=visit.is_ahead, may_wait=off)


def as_it_stands(visit: AppointmentLinkSession, code: str) -> str:
    """Say what is true now where something was answered before: more may have happened since."""
    if not code.startswith("answered_"):
        return code
    if not visit.is_ahead:
        said = code if code == "answered_cancel" else "appointment_cancelled"
        return said if visit.appointment.status == "cancelled" else "past"
    if code == "answered_cancel":
        return "booked_again"
    if code != "answered_confirm":
        return code
    taken_back = "unconfirmed" if visit.appointment.status == "booked" else code
    return taken_back if visit.appointment.chain == visit.chain else "other_time"
