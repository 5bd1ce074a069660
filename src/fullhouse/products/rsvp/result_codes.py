"""Codes of results, each with one plain sentence. A problem means that nothing was changed."""

DONE = {
    "confirmed": "You have a seat.",
    "waitlisted": (
        "The event is full. You are on the waitlist, "
        "and we will write to you when a seat is free for you."
    ),
    "pending": "Almost there: we have sent you an email. Confirm in it, and the seat is yours.",
    "requested": (
        "Almost there: an email is on its way to you. Press the button in it to finish signing up."
    ),
    "already": "You are already on the list.",
    "cancelled": "Your seat is cancelled.",
    "cancel_pending": "Your seat will be cancelled soon, unless you keep it.",
    "kept": "Great, see you then. Nothing is cancelled.",
    "left": "You have left the waitlist.",
    "declined": "Thank you for telling us. You keep your place on the waitlist.",
    "party_changed": "Your party is changed.",
    "unchanged": "Nothing has changed.",
    "link_sent": "Your link is on its way to your inbox.",
    "sent_again": "The message is on its way again.",
    "answered": "An answer is on its way to your inbox.",
    "replied": "Your reply is on its way.",
    "contact_changed": "Saved.",
    "answers_changed": "Saved.",
    "address_asked": (
        "One more step: press the button in the email that we sent to your new address."
    ),
    "address_changed": "From now on we write to this address.",
    "erased": "The guest is erased: name and address are gone from everything that is kept.",
    "stopped": "You will get no more reminders or offers from this event.",
    "bounced": "Email to this address comes back; no reminder or offer goes there.",
    "resumed": "You will get reminders and offers again.",
    "created": "The event is open.",
    "broadcast_sent": "Your message is on its way.",
    "changed": "The event is changed.",
    "done": "Done.",
    "checked_in": "Checked in.",
    "already_in": "Everyone of this party is already checked in.",
    "checked_out": "The check-in is undone.",
    "admitted_extra": "Let in as an extra, beyond the seats.",
    "pass_made": "The door pass is ready.",
    "pass_revoked": "The door pass is revoked.",
    "released": "The seats of guests who did not come are free now.",
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
    "party_too_big": "The party is larger than this event allows.",
    "answer_missing": "Please answer this question.",
    "answer_too_long": "An answer may have at most 300 characters.",
    "answers_too_long": "Your answers are too long together. Please shorten them.",
    "not_a_choice": "Please choose one of the answers.",
    "too_many_answers": "There are more answers than people.",
    "unknown_question": "There is no such question.",
    "too_many_questions": "An event may ask at most 10 questions.",
    "same_question_twice": "Two questions have the same id.",
    "question_answered": (
        "Guests may have answered this question already, so its kind can't change. "
        "Remove it and ask a new one."
    ),
    "how_many": "Please say how many people you are.",
    "no_text": "Please write a few words.",
    "no_room": "There are not enough free seats. What you have stays as it is.",
    "not_in_line": "Only someone on the waitlist can take a free seat.",
    "offer_live": "There is an offer waiting for your answer. Please answer it first.",
    "offer_lapsed": "The time to claim this seat has passed.",
    "offer_spent": "This offer has ended.",
    "grace_over": "The time to keep this seat has passed.",
    "is_inside": (
        "People of this party are checked in, so their seats stay theirs. "
        "The host can undo a check-in at the door."
    ),
    "no_seat": "You have no seat to keep.",
    "already_cancelled": "This seat was cancelled before. To come after all, sign up again.",
    "address_taken": "This address is already on the list of this event. Please give another one.",
    "link_replaced": "This link has been replaced.",
    "address_spent": "This link has been replaced: the address was changed again since.",
    "request_over": "This link has expired. Please sign up again on the event's page.",
    "empty_message": "Please write a subject and a message.",
    "message_too_long": (
        "Please shorten it: a subject has at most 120 characters, a message 10,000."
    ),
    "no_seat_here": "This guest has no seat at the moment.",
    "too_many_check_ins": "This guest was checked in and out too often.",
    "too_many_passes": "There are too many door passes. Revoke one first.",
    "event_ended": "The event is over.",
    "event_not_begun": "The event has not begun yet.",
    "changed_since": "The event was changed in the meantime. Please look again.",
    "in_the_past": "The date lies in the past.",
    "skipped_hour": (
        "This time does not exist on that day, because the clocks are set forward. "
        "Please choose another one."
    ),
    "ends_before_start": "The end lies before the start.",
    "event_too_long": "An event lasts at most 31 days.",
    "unknown_zone": "There is no such time zone.",
    "cap_out_of_bounds": "The cap must be from 1 to 1,000,000.",
    "bad_settings": "A setting cannot be understood.",
    "shortest_too_long": (
        "The shortest time to claim a seat is longer than the time to claim a seat."
    ),
    "bad_template": "A template does not render, or all of them together are too long.",
}
