"""The codes of answers that are problems, each with one plain sentence: nothing was changed."""

PROBLEMS = {
    "unknown_appointment": "There is no such appointment.",
    "unknown_service": "There is no such service.",
    "unknown_staff": "Nobody of this name works here.",
    "too_far": "An appointment can be at most two years away.",
    "too_long": "An appointment takes a day at most.",
    "wrong_reminders": "There are at most five reminders, each from an hour to a week before.",
    "too_early": "Before it begins nobody can say that they did not come.",
    "taken": "This time is not free any more.",
    "same_time": "This is the time that the appointment has already.",
    "other_time": "The appointment has another time by now.",
    "past": "This appointment has begun already, or is over.",
    "appointment_cancelled": "The appointment was cancelled before.",
    "appointment_no_show": "It was noted before that they did not come.",
    "unknown_proposal": "There is no such proposal.",
    "proposal_approved": "This proposal was approved before.",
    "proposal_discarded": "This proposal was discarded before.",
}
