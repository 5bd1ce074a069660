"""Results of guest links: the heading, the sentence and the HTTP status of each."""

from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.model import GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.rsvp.guest_status import (
    GuestStatus,
    cancelled_sentence,
    kept_sentence,
    result_sentence,
)
from fullhouse.web.rsvp.link_session import GuestLinkSession

OK, CONFLICT = 200, 409
STATUS = {
    "offer_lapsed": 410,
    "offer_spent": 410,
    "event_cancelled": 410,
    "event_over": 410,
    "already_cancelled": 200,
    "is_inside": 409,
    "grace_over": 410,
    "no_seat": 410,
    "party_too_big": 422,
    "address_taken": 409,
    "address_spent": 410,
}
# Results with their own heading and sentence. All others show the guest's status as heading
# and the sentence of the result.
TOLD = {
    "left": (
        to_translate("You have left the waitlist."),
        to_translate("Thank you for telling us."),
    ),
    "declined": (
        to_translate("Thank you for telling us."),
        to_translate("You keep your place on the waitlist."),
    ),
    "stopped": (
        to_translate("Done."),
        to_translate("You get no more reminders or offers."),
    ),
    "already_cancelled": (
        to_translate("This is done already."),
        to_translate("You cancelled before."),
    ),
    "is_inside": (
        to_translate("You're checked in."),
        to_translate("Your seat stays yours. If you have to leave, please tell the host."),
    ),
    "kept": (
        to_translate("Great, see you then."),
        to_translate("Nothing is cancelled."),
    ),
    "grace_over": (
        to_translate("The time to keep this seat has passed."),
        to_translate("Your seat is cancelled. Would you still like to come? Sign up again."),
    ),
    "no_seat": (
        to_translate("You have no seat to keep."),
        to_translate("This link was for a seat that you had before."),
    ),
    "address_changed": (
        to_translate("We write to this address now."),
        to_translate("The links in our older emails no longer work."),
    ),
    "address_spent": (
        to_translate("This link has been replaced."),
        to_translate("The address was changed again, or stayed as it was."),
    ),
    "address_taken": (
        to_translate("This address is on the list already."),
        to_translate("Nothing was changed. Perhaps you signed up with it before."),
    ),
    "offer_lapsed": (
        to_translate("Time's up."),
        to_translate("The seat is no longer held for you."),
    ),
    "offer_spent": (
        to_translate("This offer has ended."),
        to_translate("You answered it before, or its time was up."),
    ),
}
TOO_LATE = to_translate("Your yes came too late: the time was up, or you had answered before.")
ENDED_OFFERS = ("offer_lapsed", "offer_spent")


def result_texts(
    visit: GuestLinkSession, answer: GuestResult, status: GuestStatus
) -> tuple[str, str]:
    """Return the heading and the sentence of a result."""
    code = answer.code
    if code == "already_cancelled" and visit.link.purpose == "leave":
        code = "left"
    heading, text = status.heading, result_sentence(answer)
    if code in TOLD:
        heading, text = map(translate, TOLD[code])
    if code == "cancelled":
        heading = gettext("Thank you for telling us.")
    if code == "stopped" and visit.guest.state == "confirmed" and visit.event.state != "cancelled":
        text = f"{text} {kept_sentence(visit.guest)}"
    return heading, _late_text(visit, code) or text


def _late_text(visit: GuestLinkSession, code: str) -> str:
    """Return the sentence for someone who comes too late, if there is a better one."""
    purpose = visit.link.purpose
    if code == "offer_spent" and purpose != "decline":
        return translate(TOO_LATE)
    if code == "grace_over" and visit.event.state == "closed":
        return cancelled_sentence(visit.guest)
    if code == "event_over" and purpose == "cancel" and visit.now < visit.event.ends:
        return gettext("This event has begun, so seats can't be cancelled any more.")
    return ""


def problem_status(code: str) -> int:
    """Return the HTTP status of a result."""
    return STATUS.get(code, CONFLICT) if code in PROBLEMS else OK


def http_status(visit: GuestLinkSession, code: str) -> int:
    """Return the HTTP status of a link's result."""
    # Declining an offer that has moved on changes nothing, so it is no error for the guest.
    if visit.link.purpose == "decline" and code == "offer_spent":
        return OK
    return problem_status(code)
