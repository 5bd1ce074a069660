"""Actions of guest links: the texts, the condition and the command of each.

The pages around them are in `link_pages`.
"""

from collections.abc import Callable, Mapping

import msgspec

from fullhouse.inbound.forms.answer_form import read_answers
from fullhouse.inbound.forms.guest_form import (
    FieldProblem,
    Invalid,
    clean_address,
    clean_name,
    clean_party,
    from_fields,
)
from fullhouse.kernel.commands import Command
from fullhouse.locale import LANGUAGES, known_language
from fullhouse.locale.current import chosen_language, gettext, ngettext
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.form_questions import ChangeAnswers
from fullhouse.products.rsvp.messages import INVITED_BY, hourly
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.web.rsvp.guest_status import kept_sentence, outlook, until_cancelled
from fullhouse.web.rsvp.link_session import GuestLinkSession

Fields = Mapping[str, str]


class ActionTexts(msgspec.Struct, frozen=True):
    """The texts of an action, in the language of the page."""

    heading: str
    text: str
    button: str


class LinkAction(msgspec.Struct, frozen=True):
    """An action: its texts, whether it is possible now, and its command."""

    texts: Callable[[GuestLinkSession], ActionTexts]
    possible: Callable[[GuestLinkSession], bool]
    command: Callable[[GuestLinkSession, Fields], Command]


def _is_link_offer_live(session: GuestLinkSession) -> bool:
    offer = session.live_offer
    return offer is not None and session.link.offer in (offer.id, "")


def _offer_id(session: GuestLinkSession, fields: Fields) -> str:
    """Return the offer of the link; the link to all actions has none, so its form names it."""
    return session.link.offer or fields.get("offer", "")


def _claim(session: GuestLinkSession, fields: Fields) -> Command:
    return commands.ClaimOffer(
        event_id=session.event.id, guest_id=session.guest.id, offer_id=_offer_id(session, fields)
    )


def _decline(session: GuestLinkSession, fields: Fields) -> Command:
    return commands.DeclineOffer(
        event_id=session.event.id, guest_id=session.guest.id, offer_id=_offer_id(session, fields)
    )


def _cancel(session: GuestLinkSession, _fields: Fields) -> Command:
    return commands.CancelGuest(event_id=session.event.id, guest_id=session.guest.id)


def _leave(session: GuestLinkSession, _fields: Fields) -> Command:
    return commands.CancelGuest(
        event_id=session.event.id, guest_id=session.guest.id, only_waiting=True
    )


def _back(session: GuestLinkSession, _fields: Fields) -> Command:
    event, guest = session.event, session.guest
    party = min(guest.party, event.largest_party)
    again = commands.SignUp(
        event_id=event.id,
        guest_id=guest.id,
        name=guest.name,
        email=guest.email,
        party=party,
        source="link",
        language=chosen_language(),
    )
    if session.is_visitor:
        return msgspec.structs.replace(again, source="form", sent=guest.sent, language="")
    return again


def _take(session: GuestLinkSession, _fields: Fields) -> Command:
    return commands.TakeSeat(event_id=session.event.id, guest_id=session.guest.id)


def _party(session: GuestLinkSession, fields: Fields) -> Command:
    typed = from_fields(fields).party
    if typed is None:
        sentence = gettext("Nothing was changed. Please say how many people you are.")
        raise Invalid(FieldProblem("how_many", sentence, "party"))
    event, guest = session.event, session.guest
    party = clean_party(typed, session.largest_party)
    return commands.ChangeParty(
        event_id=event.id,
        guest_id=guest.id,
        party=party,
        answers=read_answers(fields, session.of_each, party, since=guest.party),
    )


def _contact(session: GuestLinkSession, fields: Fields) -> Command:
    """Change the name, the address or the language; an empty field keeps the old value."""
    typed = from_fields(fields)
    language = fields.get("language", "")
    if language not in LANGUAGES or language == known_language(_language(session)):
        language = ""
    name = clean_name(typed.name) if typed.name.strip() else ""
    email = clean_address(typed.email) if typed.email.strip() else ""
    return commands.ChangeContact(
        event_id=session.event.id,
        guest_id=session.guest.id,
        name=name,
        email=email,
        language=language,
    )


def _answers(session: GuestLinkSession, fields: Fields) -> Command:
    return ChangeAnswers(
        event_id=session.event.id,
        guest_id=session.guest.id,
        answers=read_answers(fields, session.questions, session.guest.party),
    )


def _language(session: GuestLinkSession) -> str:
    return session.guest.language or session.event.settings.language


def _confirm_address(session: GuestLinkSession, _fields: Fields) -> Command:
    return commands.ConfirmAddress(
        event_id=session.event.id, guest_id=session.guest.id, mark=session.link.offer
    )


def _is_address_pending(session: GuestLinkSession) -> bool:
    asked = session.guest.new_email
    return bool(asked) and session.link.offer == address_mark(asked)


def _may_change_party(session: GuestLinkSession) -> bool:
    has_place = session.guest.offer is None and session.is_on_list
    return has_place and session.largest_party > 1


def _is_seat_free(session: GuestLinkSession) -> bool:
    event, guest = session.event, session.guest
    return (
        guest.is_waiting and event.is_live(session.now) and event.taken + guest.party <= event.cap
    )


def _claim_texts(session: GuestLinkSession) -> ActionTexts:
    party = session.guest.party
    button = ngettext("Yes, I'll take it", "Yes, I'll take them", party)
    if session.guest.state == "pending":
        button = gettext("Yes, I'm coming")
    return ActionTexts(
        ngettext("Take the seat?", "Take the %(count)s seats?", party),
        ngettext(
            "Held for you until %(until)s. Until then nobody else can take it.",
            "Held for you until %(until)s. Until then nobody else can take them.",
            party,
            until=session.until,
        ),
        button,
    )


def _confirm_texts(session: GuestLinkSession) -> ActionTexts:
    return msgspec.structs.replace(
        _claim_texts(session),
        heading=gettext("Are you coming?"),
        button=gettext("Yes, I'm coming"),
    )


def _decline_texts(session: GuestLinkSession) -> ActionTexts:
    if session.guest.state == "pending":
        return _decline_invitation_texts(session)
    return ActionTexts(
        ngettext("Let the seat go?", "Let the %(count)s seats go?", session.guest.party),
        _after_decline(session),
        gettext("No thanks, not this time"),
    )


def _decline_invitation_texts(session: GuestLinkSession) -> ActionTexts:
    heading = gettext("Cancel your sign-up?")
    if session.guest.source in INVITED_BY:
        heading = gettext("Decline the invitation?")
    return ActionTexts(
        heading,
        ngettext(
            "We'll release the seat held for you.",
            "We'll release the %(count)s seats held for you.",
            session.guest.party,
        ),
        gettext("No, I can't come"),
    )


def _after_decline(session: GuestLinkSession) -> str:
    if session.event.frees_for_line(session.guest.party):
        return gettext(
            "If someone else on the waitlist fits, we ask them next. "
            "You keep your place on the waitlist."
        )
    return gettext("You keep your place on the waitlist.")


def _cancel_texts(session: GuestLinkSession) -> ActionTexts:
    if session.guest.state == "pending":
        return _decline_invitation_texts(session)
    party = session.guest.party
    return ActionTexts(
        ngettext("Cancel your seat?", "Cancel your %(count)s seats?", party),
        _after_cancel(session.event, party),
        ngettext("Yes, cancel my seat", "Yes, cancel my seats", party),
    )


def _after_cancel(event: Event, party: int) -> str:
    """Return who gets the seats of a guest who cancels."""
    if event.frees_for_line(party):
        return ngettext(
            "Your seat is offered to the waitlist first.",
            "Your %(count)s seats are offered to the waitlist first.",
            party,
        )
    if event.taken - party >= event.cap:
        return gettext("There are more guests than seats at the moment, so this helps the host.")
    return ngettext(
        "Then your seat is open to everyone.",
        "Then your %(count)s seats are open to everyone.",
        party,
    )


def _keep_texts(session: GuestLinkSession) -> ActionTexts:
    party = session.guest.party
    return ActionTexts(
        ngettext("Keep your seat?", "Keep your %(count)s seats?", party),
        until_cancelled(session.event, session.guest),
        ngettext("Keep my seat", "Keep my %(count)s seats", party),
    )


def _leave_texts(session: GuestLinkSession) -> ActionTexts:
    text = gettext("You give up your place on the waitlist.")
    if session.live_offer is not None:
        text = ngettext(
            "A seat is held for you until %(until)s. If you leave the waitlist, you give it up.",
            "%(count)s seats are held for you until %(until)s. "
            "If you leave the waitlist, you give them up.",
            session.guest.party,
            until=session.until,
        )
    return ActionTexts(
        gettext("Leave the waitlist?"),
        text,
        gettext("Yes, leave the waitlist"),
    )


def _back_texts(session: GuestLinkSession) -> ActionTexts:
    event, party = session.event, session.guest.party
    text = f"{outlook(event, session.now)}."
    button = gettext("Yes, put me back on the list")
    if party > event.free:
        button = ngettext(
            "Join the waitlist for a seat", "Join the waitlist for %(count)s seats", party
        )
    if party > event.free > 0:
        text = gettext("We don't have %(party)s seats together right now.", party=party)
    return ActionTexts(gettext("Come after all?"), text, button)


def _stop_texts(session: GuestLinkSession) -> ActionTexts:
    guest = session.guest
    text = gettext(
        "We won't send reminders, offers or messages from the host to %(email)s any more.",
        email=guest.email,
    )
    if guest.state == "confirmed" and session.event.state != "cancelled":
        text = f"{text} {kept_sentence(guest)}"
    if guest.state == "waitlisted":
        text = gettext(
            "We won't send offers to %(email)s any more. You stay on the waitlist, "
            "but we skip you when a seat comes free.",
            email=guest.email,
        )
    return ActionTexts(
        gettext("Stop reminders and offers?"),
        text,
        gettext("Yes, stop them"),
    )


def _resume_texts(session: GuestLinkSession) -> ActionTexts:
    text = gettext(
        "Reminders and offers don't reach %(email)s at the moment.", email=session.guest.email
    )
    if session.guest.reach == "opted_out":
        text = gettext("You turned off reminders and offers.")
    return ActionTexts(
        gettext("Emails are stopped."),
        text,
        gettext("Send me reminders and offers again"),
    )


def _take_texts(session: GuestLinkSession) -> ActionTexts:
    return ActionTexts(
        ngettext("A seat is free.", "%(count)s seats are free.", session.guest.party),
        gettext("First come, first served."),
        ngettext("Take the seat now", "Take the %(count)s seats now", session.guest.party),
    )


def _party_texts(_session: GuestLinkSession) -> ActionTexts:
    return ActionTexts(
        gettext("How many people, including you?"), "", gettext("Change number of people")
    )


def _contact_texts(_session: GuestLinkSession) -> ActionTexts:
    return ActionTexts(
        gettext("Change my name, email or language"),
        gettext(
            "To use a new address, press the button in the email that we send there. "
            "We also tell the old one."
        ),
        gettext("Save"),
    )


def _answers_texts(session: GuestLinkSession) -> ActionTexts:
    text = ""
    if session.misses_answers:
        text = gettext("Please answer the host's questions.")
    return ActionTexts(gettext("Your answers"), text, gettext("Save"))


def _address_texts(session: GuestLinkSession) -> ActionTexts:
    return ActionTexts(
        gettext("Shall we write to you here?"),
        gettext(
            "From then on, all emails about this event go to %(email)s. "
            "We also tell the old address.",
            email=session.guest.new_email,
        ),
        gettext("Yes, write to me here"),
    )


def _link(session: GuestLinkSession, _fields: Fields) -> Command:
    return commands.ResendLink(
        event_id=session.event.id, guest_id=session.guest.id, occasion=hourly(session.now)
    )


def _link_texts(_session: GuestLinkSession) -> ActionTexts:
    return ActionTexts(
        gettext("Change my name, email or language"),
        gettext("We need to know that it's you, so please use the link in our email to you."),
        gettext("Email me my link"),
    )


CLAIM = LinkAction(_claim_texts, _is_link_offer_live, _claim)
CONFIRM = LinkAction(_confirm_texts, _is_link_offer_live, _claim)
DECLINE = LinkAction(_decline_texts, _is_link_offer_live, _decline)
CANCEL = LinkAction(
    _cancel_texts, lambda session: session.is_on_list and not session.guest.arrived, _cancel
)
KEEP = LinkAction(
    _keep_texts,
    lambda session: session.is_in_grace,
    lambda session, _fields: commands.KeepSeat(
        event_id=session.event.id, guest_id=session.guest.id
    ),
)
LEAVE = LinkAction(
    _leave_texts,
    lambda session: session.is_on_list and session.guest.state == "waitlisted",
    _leave,
)
BACK = LinkAction(
    _back_texts,
    lambda session: (
        session.guest.state == "cancelled" and bool(outlook(session.event, session.now))
    ),
    _back,
)
STOP = LinkAction(
    _stop_texts,
    lambda session: session.guest.reach != "opted_out",
    lambda session, _fields: commands.StopMail(
        event_id=session.event.id, guest_id=session.guest.id
    ),
)
RESUME = LinkAction(
    _resume_texts,
    lambda session: session.guest.reach != "fine",
    lambda session, _fields: commands.ResumeMail(
        event_id=session.event.id, guest_id=session.guest.id
    ),
)
TAKE = LinkAction(_take_texts, _is_seat_free, _take)
PARTY = LinkAction(_party_texts, _may_change_party, _party)
CONTACT = LinkAction(
    _contact_texts,
    lambda session: session.guest.state != "cancelled" and session.event.state != "cancelled",
    _contact,
)
ANSWERS = LinkAction(
    _answers_texts, lambda session: bool(session.questions) and session.is_on_list, _answers
)
LINK = LinkAction(_link_texts, lambda session: session.is_on_list, _link)
ADDRESS = LinkAction(_address_texts, _is_address_pending, _confirm_address)

# Actions of the link to all actions, in the order in which a guest would look for them.
ALL = {
    "keep": KEEP,
    "claim": CLAIM,
    "decline": DECLINE,
    "take": TAKE,
    "party": PARTY,
    "answers": ANSWERS,
    "contact": CONTACT,
    "back": BACK,
    "cancel": CANCEL,
    "stop": STOP,
    "resume": RESUME,
}
DEEDS = {
    "keep": KEEP,
    "claim": CLAIM,
    "confirm": CONFIRM,
    "decline": DECLINE,
    "cancel": CANCEL,
    "leave": LEAVE,
    "back": BACK,
    "stop": STOP,
    "address": ADDRESS,
}


# What a sign-up's page offers: nothing that is about the address or its owner's wishes. An
# invitation was sent to the address, so only its email can accept it.
OF_VISITORS = {"take": TAKE, "party": PARTY, "link": LINK, "back": BACK, "cancel": CANCEL}
OF_VISITORS_ANSWERING = {"claim": CLAIM, "decline": DECLINE, **OF_VISITORS}


def offered_actions(session: GuestLinkSession) -> Mapping[str, LinkAction]:
    """Return the actions that a guest's page offers to whoever opened it."""
    if not session.is_visitor:
        return ALL
    return OF_VISITORS if session.guest.state == "pending" else OF_VISITORS_ANSWERING


def other_answer(session: GuestLinkSession) -> tuple[str, LinkAction] | None:
    """Return the other answer to the offer that a link is about: no to a yes, yes to a no."""
    if not _is_link_offer_live(session):
        return None
    if session.link.purpose in ("claim", "confirm"):
        return "decline", DECLINE
    if session.link.purpose != "decline":
        return None
    if session.guest.state == "pending":
        return "confirm", CONFIRM
    return "claim", CLAIM


def action_for(purpose: str, guest: Guest) -> LinkAction:
    """Return the action of a link; leaving the waitlist has its own texts."""
    if purpose == "cancel" and guest.state == "waitlisted":
        return LEAVE
    return DEEDS[purpose]
