"""Rule table of the guest list: each command with its needs and its rule."""

from typing import Any

from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Delivery, Found, Product, Rule
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.rsvp import (
    broadcast,
    bulk_messages,
    check_in,
    commands,
    contact_changes,
    content_changes,
    cover,
    delivery,
    door_passes,
    erasure,
    event_management,
    grace,
    guest_questions,
    mail_replies,
    offers,
    offers_at_once,
    question_changes,
    registrations,
    resending,
    sign_up_requests,
    wording,
)
from fullhouse.products.rsvp.event_content import EditContent, EventContent, SetCover
from fullhouse.products.rsvp.form_questions import ChangeAnswers, EditQuestions
from fullhouse.products.rsvp.link_binding import unless_replaced
from fullhouse.products.rsvp.messages import MESSAGE_ID, PRODUCT
from fullhouse.products.rsvp.model import (
    Event,
    EventPage,
    GracePage,
    Guest,
    GuestByEmail,
    GuestListState,
    GuestPage,
    OfferableGuests,
    OfferPage,
    PeopleAhead,
)


def the_event(command: Any, found: Found) -> Needs:  # noqa: ANN401 - any command on an event
    """Load the event."""
    if found:
        return {}
    return {"event": Get(Event, (command.event_id,))}


def the_guest(command: Any, found: Found) -> Needs:  # noqa: ANN401 - any command on a guest
    """Load the event and one of its guests."""
    if found:
        return {}
    return {
        "event": Get(Event, (command.event_id,)),
        "guest": Get(Guest, (command.event_id, command.guest_id)),
    }


def the_place(command: Any, found: Found) -> Needs:  # noqa: ANN401 - any command on a guest
    """Load the event, a guest, and how many wait ahead of them."""
    return the_guest(command, found) or _ahead(found)


def the_party(command: commands.ChangeParty, found: Found) -> Needs:
    """Load the event, a guest, how many wait ahead, and what the event asks of more people."""
    event: Event | None = found.get("event")
    guest: Guest | None = found.get("guest")
    needs = the_place(command, found)
    if event is None or guest is None or "content" in found:
        return needs
    if event.asks and command.party > guest.party:
        return {**needs, "content": Get(EventContent, (event.id,))}
    return needs


def the_offer(command: commands.LapseOffer, found: Found) -> Needs:
    """Load the event, a guest, how many wait ahead of them, and the message of their offer."""
    guest: Guest | None = found.get("guest")
    if guest is None or guest.offer is None or "offer_message" in found:
        return the_place(command, found)
    message = MESSAGE_ID.format("offer", guest.event_id, guest.id, guest.offer.id)
    return {**the_place(command, found), "offer_message": Get(Message, (message,))}


def the_address(command: commands.SignUp, found: Found) -> Needs:
    """Load the event, the guest under an address, and how many wait ahead of them."""
    if not found:
        return {
            "event": Get(Event, (command.event_id,)),
            "guest": GuestByEmail(command.event_id, command.email),
        }
    return _ahead(found)


def the_sign_up(command: commands.SignUp, found: Found) -> Needs:
    """Load the event, the guest under an address, their position, and what the event asks."""
    if not found:
        return {
            "event": Get(Event, (command.event_id,)),
            "guest": GuestByEmail(command.event_id, command.email),
        }
    event: Event | None = found["event"]
    if event is not None and event.asks and "content" not in found:
        return {**_ahead(found), "content": Get(EventContent, (event.id,))}
    return _ahead(found)


def the_new_address(command: commands.ChangeContact | commands.WalkIn, found: Found) -> Needs:
    """Load the event, a guest, and another guest who has the new address already."""
    if found or not command.email:
        return the_guest(command, found)
    return {**the_guest(command, found), "other": GuestByEmail(command.event_id, command.email)}


def the_walk_in(command: commands.WalkIn, found: Found) -> Needs:
    """Load the event, a guest, another guest who has the address, and what the event asks."""
    event: Event | None = found.get("event")
    if command.answers and event is not None and event.asks and "content" not in found:
        return {"content": Get(EventContent, (event.id,))}
    return the_new_address(command, found)


def the_asked_address(command: commands.ConfirmAddress, found: Found) -> Needs:
    """Load the event, a guest, and another guest who has the address to be confirmed."""
    guest: Guest | None = found.get("guest")
    if guest is None or not guest.new_email or "other" in found:
        return the_guest(command, found)
    return {"other": GuestByEmail(guest.event_id, guest.new_email)}


def a_page_at_the_door(command: commands.ReleaseNoShows, found: Found) -> Needs:
    """Load the event and the next page of guests who have a seat."""
    if found:
        return {}
    page = GuestPage(command.event_id, "confirmed", command.after, check_in.PAGE)
    return {"event": Get(Event, (command.event_id,)), "page": page}


def nothing(_command: Command, _found: Found) -> Needs:
    """Load nothing."""
    return {}


def a_page_of_events(command: commands.EraseOldEvents, found: Found) -> Needs:
    """Load the next page of events."""
    if found:
        return {}
    return {"events": EventPage(command.after, erasure.EVENTS_AT_ONCE)}


def the_content(command: EditContent | commands.RequestSignUp, found: Found) -> Needs:
    """Load the event and what guests can read about it."""
    if found:
        return {}
    key = (command.event_id,)
    return {"event": Get(Event, key), "content": Get(EventContent, key)}


def everyone(command: commands.EraseEvent, found: Found) -> Needs:
    """Load the event, the next page of all its guests, and what they could read about it."""
    if found:
        return {}
    page = GuestPage(command.event_id, "", command.after, erasure.PAGE)
    return {**cover.cover_needs(command.event_id), "page": page}


def _ahead(found: Found) -> Needs:
    guest: Guest | None = found["guest"]
    if "ahead" in found or guest is None or guest.state != "waitlisted":
        return {}
    return {"ahead": PeopleAhead(guest.event_id, guest.place)}


def the_line(command: commands.OfferFreeSeats, found: Found) -> Needs:
    """Load the event and the first waiting guests who can get an offer."""
    event: Event | None = found.get("event")
    if event is None or "line" in found or not event.owed:
        return the_event(command, found)
    seats, limit = offers.seats_on_offer(event), offers.guests_to_count(event)
    return {"line": OfferableGuests(event.id, seats, event.freed_at, limit)}


def a_page(state: str) -> Any:  # noqa: ANN401 - a function of a paged command
    """Return a `needs` function for the event and the next page of its guests in this state."""

    def needs(command: commands.Remind | commands.SendBulkMessage, found: Found) -> Needs:
        if found:
            return {}
        page = GuestPage(command.event_id, state, command.after, bulk_messages.PAGE)
        return {"event": Get(Event, (command.event_id,)), "page": page}

    return needs


def a_page_of_offers(command: commands.RecapOffers, found: Found) -> Needs:
    """Load the event and the next page of guests who hold an offer."""
    if found:
        return {}
    page = OfferPage(command.event_id, command.after, offers.PAGE)
    return {"event": Get(Event, (command.event_id,)), "page": page}


def a_page_of_graces(command: commands.MoveGraces, found: Found) -> Needs:
    """Load the event and the next page of guests who can still keep their seat."""
    if found:
        return {}
    page = GracePage(command.event_id, command.after, grace.PAGE)
    return {"event": Get(Event, (command.event_id,)), "page": page}


RULES: dict[type[Command], Rule] = {
    commands.CreateEvent: Rule(the_event, event_management.create_event, GuestListState),
    commands.EditEvent: Rule(the_event, event_management.edit_event, GuestListState),
    EditContent: Rule(the_content, content_changes.edit_content, GuestListState),
    EditQuestions: Rule(
        question_changes.the_questions, question_changes.edit_questions, GuestListState
    ),
    SetCover: Rule(cover.the_cover, cover.set_cover, GuestListState),
    commands.CloseSignUp: Rule(the_event, event_management.close_sign_up, GuestListState),
    commands.ReopenSignUp: Rule(the_event, event_management.reopen_sign_up, GuestListState),
    commands.CancelEvent: Rule(the_event, event_management.cancel_event, GuestListState),
    commands.SendThanks: Rule(the_event, event_management.send_thanks, GuestListState),
    commands.SendBroadcast: Rule(the_event, broadcast.send_broadcast, GuestListState),
    commands.SendBroadcastPage: Rule(broadcast.next_page, broadcast.send_page, GuestListState),
    commands.SignUp: Rule(the_sign_up, unless_replaced(registrations.sign_up), GuestListState),
    commands.RequestSignUp: Rule(the_content, sign_up_requests.request_sign_up, GuestListState),
    commands.ConfirmSignUp: Rule(
        sign_up_requests.to_confirm, sign_up_requests.confirm_sign_up, sign_up_requests.RequestState
    ),
    commands.EndSignUpRequest: Rule(
        sign_up_requests.to_end, sign_up_requests.end_request, sign_up_requests.RequestState
    ),
    commands.AnswerByMail: Rule(the_address, mail_replies.answer_by_mail, GuestListState),
    commands.ReplyToGuest: Rule(the_guest, guest_questions.reply_to_guest, GuestListState),
    commands.NoteBounce: Rule(the_guest, mail_replies.note_bounce, GuestListState),
    commands.CancelGuest: Rule(
        the_guest, unless_replaced(registrations.cancel_guest), GuestListState
    ),
    commands.KeepSeat: Rule(the_guest, unless_replaced(grace.keep_seat), GuestListState),
    commands.TakeSeat: Rule(the_place, unless_replaced(registrations.take_seat), GuestListState),
    commands.ChangeParty: Rule(
        the_party, unless_replaced(offers_at_once.change_party), GuestListState
    ),
    commands.ChangeContact: Rule(
        the_new_address, unless_replaced(contact_changes.change_contact), GuestListState
    ),
    ChangeAnswers: Rule(
        question_changes.the_answers,
        unless_replaced(question_changes.change_answers),
        GuestListState,
    ),
    commands.ConfirmAddress: Rule(
        the_asked_address, offers_at_once.confirm_address, GuestListState
    ),
    commands.CheckIn: Rule(the_guest, check_in.check_in, GuestListState),
    commands.CheckOut: Rule(the_guest, check_in.check_out, GuestListState),
    commands.WalkIn: Rule(the_walk_in, check_in.walk_in, GuestListState),
    commands.ReleaseNoShows: Rule(a_page_at_the_door, check_in.release_no_shows, GuestListState),
    commands.MakeDoorPass: Rule(the_event, door_passes.make_pass, GuestListState),
    commands.RevokeDoorPass: Rule(the_event, door_passes.revoke_pass, GuestListState),
    commands.EraseGuest: Rule(the_guest, erasure.erase_guest, GuestListState),
    commands.SetGuestRetention: Rule(nothing, erasure.keep_people, GuestListState),
    commands.EraseOldEvents: Rule(a_page_of_events, erasure.retire_events, GuestListState),
    commands.EraseEvent: Rule(everyone, erasure.erase_event, GuestListState),
    commands.ResendLink: Rule(
        the_place, unless_replaced(registrations.resend_link), GuestListState
    ),
    commands.SendAgain: Rule(resending.needs, resending.send_again, resending.ResendState),
    commands.StopMail: Rule(the_guest, unless_replaced(registrations.unsubscribe), GuestListState),
    commands.ResumeMail: Rule(
        the_guest, unless_replaced(offers_at_once.resume_mail), GuestListState
    ),
    commands.ClaimOffer: Rule(the_place, unless_replaced(offers.claim_offer), GuestListState),
    commands.DeclineOffer: Rule(the_place, unless_replaced(offers.decline_offer), GuestListState),
    commands.OfferFreeSeats: Rule(the_line, offers.fill, GuestListState),
    commands.LapseOffer: Rule(the_offer, offers.lapse_offer, GuestListState),
    commands.RecapOffers: Rule(a_page_of_offers, offers.recap_offers, GuestListState),
    commands.EndGrace: Rule(the_guest, grace.end_grace, GuestListState),
    commands.MoveGraces: Rule(a_page_of_graces, grace.move_graces, GuestListState),
    commands.Remind: Rule(a_page("confirmed"), bulk_messages.remind, GuestListState),
    commands.SendBulkMessage: Rule(a_page(""), bulk_messages.send_page, GuestListState),
    commands.SendHeadcount: Rule(the_event, bulk_messages.send_headcount, GuestListState),
    commands.DraftThanks: Rule(the_event, bulk_messages.draft_thanks, GuestListState),
}


RSVP = Product(
    PRODUCT,
    RULES,
    (Event, Guest, EventContent),
    Delivery(
        delivery.needs,
        delivery.check_delivery,
        delivery.on_refused,
        wording.compose,
        delivery.link,
        delivery.loaded,
        page=delivery.page,
        mailbox=delivery.mailbox,
        budget=delivery.BUDGET,
        calendar_mailbox=delivery.mailbox,
        passes_over=delivery.pass_over,
    ),
)
