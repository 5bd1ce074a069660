"""Result codes, each with one plain sentence. A problem means nothing was changed."""

DONE = {
    "booked": "The appointment is booked.",
    "already": "This appointment is in the book already.",
    "edited": "Saved.",
    "unchanged": "Nothing has changed.",
    "erased": (
        "The appointment is erased: name and addresses are gone from everything that is kept."
    ),
    "confirmed": "Thank you: we look forward to seeing you.",
    "unconfirmed": "They have not confirmed any more, and their reminders go on.",
    "cancelled": "The appointment is cancelled, and the time is free.",
    "rescheduled": "The new time is booked, and the old one is free.",
    "no_show": "Noted that they did not come.",
    "restored": "The appointment stands again.",
    "answered_confirm": "You have told us already that you are coming.",
    "answered_cancel": "You have told us already that you are not coming.",
    "answered_reschedule": "You have picked another time already.",
    "noted": "Noted.",
    "proposed": "The booking is before staff.",
    "discarded": "The proposal is gone, and nothing was done.",
}

PROBLEMS = {
    "unknown_appointment": "There is no such appointment.",
    "unknown_service": "There is no such service.",
    "unknown_staff": "Nobody of this name works here.",
    "too_far": "An appointment can be at most two years away.",
    "too_long": "An appointment takes a day at most.",
    "wrong_reminders": "There are at most five reminders, each from an hour to a week before.",
    "too_early": "Before it begins nobody can say that they did not come.",
    "taken": "This time is not free any more.",
    "no_such_time": "This time cannot be picked.",
    "same_time": "This is the time that the appointment has already.",
    "other_time": "The appointment has another time by now.",
    "past": "This appointment has begun already, or is over.",
    "appointment_cancelled": "The appointment was cancelled before.",
    "appointment_no_show": "It was noted before that they did not come.",
    "unknown_proposal": "There is no such proposal.",
    "proposal_approved": "This proposal was approved before.",
    "proposal_discarded": "This proposal was discarded before.",
    "proposal_changed": "It says something else by now, so nothing was done. Look at it again.",
}
