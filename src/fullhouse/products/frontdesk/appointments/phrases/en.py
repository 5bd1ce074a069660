"""Phrases of appointment messages in English. A pair is singular and plural."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "a_customer": "A customer",
    "more": ("one more", "{count} more"),
    "who": "Who",
    "before": "Before",
    "phone": "Phone",
    "email": "Mail",
    "week": "Week of",
    "appointments": "Appointments",
    "confirmed": "Confirmed",
    "cancelled": "Cancelled",
    "no_shows": "Did not come",
    "prevented": "Given up in time",
    "freed": "Offered to the waitlist",
    "refilled": "Filled from the waitlist",
    "quiet": "Went quiet",
    "confirm.customer": "Yes, I'll be there",
    "reschedule.customer": "I need another time",
    "cancel.customer": "I can't come",
    "waitlist.customer": "To the waitlist",
    "earlier.customer": "I'd like an earlier time",
    "footer.customer": (
        "You get this mail because an appointment{at_business} was booked with this address."
    ),
    "reminder.subject": "Are you coming? {service}, {soon}",
    "reminder.heading": "Are you coming{comma_name}?",
    "reminder.body": (
        "We look forward to seeing you. Please tell us whether you're coming: one tap is "
        "enough.\n\n"
        "It doesn't suit you any more? Pick another time or cancel, and someone else will be glad "
        "of this one."
    ),
    "reminder.text": (
        "{from_business}{service}{with_staff}, {soon}. Are you coming? Please tell us: {confirm}"
    ),
    "reminder_again.subject": "Still coming? {service}, {soon}",
    "reminder_again.heading": "Are you still coming{comma_name}?",
    "reminder_again.body": (
        "We haven't heard from you yet. We look forward to seeing you: please tell us with one tap "
        "that you're coming.\n\n"
        "If you can't, that is one tap, too. It helps us a lot to know."
    ),
    "reminder_again.text": (
        "{from_business}{service}{with_staff}, {soon}. We haven't heard from you yet: are you "
        "coming? {confirm}"
    ),
    "booked.subject": "Booked: {service}, {when}",
    "booked.heading": "You're booked{comma_name}.",
    "booked.body": (
        "The date is attached for your calendar. We look forward to seeing you.\n\n"
        "Plans changed? Pick another time or cancel here, and someone else will be glad of this "
        "one."
    ),
    "booked.text": (
        "{from_business}Booked: {service}{with_staff}, {when}. To change it: {reschedule}"
    ),
    "rescheduled.subject": "Your new time: {service}, {when}",
    "rescheduled.heading": "You have a new time{comma_name}.",
    "rescheduled.body": (
        "The entry in your calendar moves with this mail. We look forward to seeing you.\n\n"
        "It doesn't suit you after all? Pick another time or cancel here."
    ),
    "rescheduled.text": (
        "{from_business}Your new time: {service}{with_staff}, {when}. To change it: {reschedule}"
    ),
    "cancelled.subject": "Cancelled: {service}, {when}",
    "cancelled.heading": "Your appointment is cancelled{comma_name}.",
    "cancelled.body": (
        "The time is no longer booked for you, and the date goes from your calendar with this "
        "mail.\n\n"
        "Would you like another one? Join the waitlist, and we write to you when one comes free."
    ),
    "cancelled.text": (
        "{from_business}Cancelled: {service}{with_staff}, {when}. You're welcome back at any time."
    ),
    "restored.subject": "Not cancelled after all: {service}, {when}",
    "restored.heading": "Your appointment stands again{comma_name}.",
    "restored.body": (
        "It is not cancelled after all, and the date comes back into your calendar with this mail. "
        "We look forward to seeing you.\n\n"
        "It doesn't suit you any more? Pick another time or cancel here."
    ),
    "restored.text": (
        "{from_business}Not cancelled after all: {service}{with_staff}, {when}. To change it: "
        "{reschedule}"
    ),
    "gap_no_answer.subject": "No answer: {who}, {service}, {soon}",
    "gap_no_answer.heading": "{who} has not answered.",
    "gap_no_answer.body": (
        "The last reminder has gone out, and there is no answer. A call now may save the time, or "
        "free it for someone else. If they are coming, say so on the desk."
    ),
    "gap_too_late.subject": "Not reminded: {who}, {service}, {soon}",
    "gap_too_late.heading": "{who} could not be reminded in time.",
    "gap_too_late.body": (
        "The reminder was due in quiet hours or while you were closed, and would have come too "
        "late. If you want to be sure that they are coming, a call helps."
    ),
    "gap_unreachable.subject": "Not reached: {who}, {service}, {soon}",
    "gap_unreachable.heading": "{who} cannot be reached.",
    "gap_unreachable.body": (
        "There is no number and no address that takes our messages, or texts have cost all that "
        "they may this month. So no reminder went out: if you want to be sure that they are "
        "coming, please ask them yourselves."
    ),
    "gap_cancelled.subject": "Cancelled: {who}, {service}, {soon}",
    "gap_cancelled.heading": "{who} has cancelled.",
    "gap_cancelled.body": "They answered by the link in their message.",
    "gap_cancelled.offered": (
        "The time is being offered to the waitlist, and you needn't do anything."
    ),
    "gap_cancelled.free": "The time is free again.",
    "gap_rescheduled.subject": "Moved: {who}, {service}, {soon}",
    "gap_rescheduled.heading": "{who} has picked another time.",
    "gap_rescheduled.body": (
        "They answered by the link in their message, and the new time is theirs."
    ),
    "gap_rescheduled.offered": (
        "The old one is being offered to the waitlist, and you needn't do anything."
    ),
    "gap_rescheduled.free": "The old one is free again.",
    "gap_not_offered.subject": "Not offered: {who}, {service}, {soon}",
    "gap_not_offered.heading": "The time that {who} gave up is not being offered.",
    "gap_not_offered.body": (
        "It was to go to the waitlist, but by then somebody else was in the book, the time was "
        "over, or your rules had changed. Please have a look: if it is free, it is yours to give."
    ),
    "gap_other.subject": "Please look: {who}, {service}, {soon}",
    "gap_other.heading": "{who} may not come.",
    "gap_other.body": "Please look at this appointment on the desk.",
    "summary.subject": "Your appointments, week of {week}",
    "summary.heading": (
        "One appointment, {confirmed} confirmed.",
        "{appointments} appointments, {confirmed} confirmed.",
    ),
    "summary.heading.none": "No appointments.",
    "summary.none": "In the week of {week}, nothing stood in the book.",
    "summary.all": (
        "In the week of {week}, one appointment stood in the book. Confirmed: {confirmed}.",
        (
            "In the week of {week}, {appointments} appointments stood in the book. Confirmed: "
            "{confirmed}."
        ),
    ),
    "summary.prevented": (
        "One customer gave up a time early enough, instead of leaving it empty.",
        "{prevented} customers gave up a time early enough, instead of leaving it empty.",
    ),
    "summary.freed": (
        "One time was offered to the waitlist.",
        "{freed} times were offered to the waitlist.",
    ),
    "summary.refilled": (
        "The waitlist filled one time that had come free.",
        "The waitlist filled {refilled} times that had come free.",
    ),
    "summary.money": "That brought back {money}.",
    "summary.quiet": (
        "One customer was reminded and did not answer.",
        "{quiet_count} customers were reminded and did not answer.",
    ),
    "proposal.subject": "A booking to look at",
    "proposal.heading": "A booking waits for your word.",
    "proposal.body": (
        "It was forwarded to you, or seen in a calendar. Look at it on the desk and take it, "
        "change it or leave it: nothing is written down before you say so."
    ),
    "text_limit.body": (
        "Texts have cost all that your rules allow for this month. Mails go on: whoever gave a "
        "mail address is reminded there, and of everyone else you are told.\n\n"
        "Would you like texts to go on? Raise the amount in the line “Texts:” of your rules. It "
        "holds at once."
    ),
}
