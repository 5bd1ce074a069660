"""Codes of results, each with one plain sentence. A problem means that nothing was changed."""

DONE = {
    "confirmed": "You have a seat.",
    "waitlisted": (
        "The event is full. You are in line, and we will write to you when a seat is free for you."
    ),
    "pending": "Almost there: we have sent you a mail. Confirm in it, and the seat is yours.",
    "requested": "Almost there: an email is on its way to you. Open it to finish signing up.",
    "already": "You are already on the list.",
    "cancelled": "Your seat is free for someone else now.",
    "cancel_pending": "Your seat will be cancelled soon, unless you keep it.",
    "kept": "Great, see you then. Nothing is cancelled.",
    "left": "You have left the line.",
    "declined": "Thank you for telling us. You keep your place in line.",
    "party_changed": "Your party is changed.",
    "unchanged": "Nothing has changed.",
    "link_sent": "Your link is on its way to your inbox.",
    "sent_again": "The message is on its way again.",
    "contact_changed": "Saved.",
    "address_asked": (
        "Saved. We have written to the new address: it counts once you press the button in that "
        "mail."
    ),
    "address_changed": "From now on we write to this address.",
    "erased": "The guest is erased: name and address are gone from everything that is kept.",
    "stopped": "You will get no more reminders or offers from this event.",
    "bounced": "Mail to this address comes back; no reminder or offer goes there.",
    "resumed": "You will get reminders and offers again.",
    "created": "The event is open.",
    "changed": "The event is changed.",
    "done": "Done.",
}

PROBLEMS = {
    "unknown_event": "There is no such event.",
    "unknown_guest": "There is no such guest.",
    "unknown_message": "There is no such message.",
    "message_left": "This message has left, or is about to.",
    "may_have_left": (
        "This message may have arrived: the carrier's answer was lost. It is not sent twice."
    ),
    "not_again": "This message would not be true or of use any more.",
    "sign_up_closed": "Sign-up is closed.",
    "event_cancelled": "The event has been cancelled.",
    "event_over": "The event has already begun or is over.",
    "event_not_over": "The event is not over yet.",
    "bad_party": "A party is at least one person.",
    "party_too_big": "The party is larger than the host allows.",
    "no_room": "There are not enough free seats. What you have stays as it is.",
    "not_in_line": "Only someone in line can take a free seat.",
    "offer_live": "There is an offer waiting for your answer. Please answer it first.",
    "offer_lapsed": "The time to claim this seat has passed.",
    "offer_spent": "This offer has moved on.",
    "grace_over": "The time to keep this seat has passed.",
    "no_seat": "You have no seat to keep.",
    "already_cancelled": "This seat was given back before. To come after all, sign up again.",
    "address_taken": "This address is already on the list of this event. Please give another one.",
    "address_spent": "This link has been replaced: the address was changed again since.",
    "request_over": "This link has expired. Please sign up again on the event's page.",
    "in_the_past": "The date lies in the past.",
    "ends_before_start": "The end lies before the start.",
    "unknown_zone": "There is no such time zone.",
    "cap_out_of_bounds": "The cap must be from 1 to 1,000,000.",
    "bad_settings": "A setting cannot be understood.",
    "bad_template": "A template does not render, or all of them together are too long.",
}
