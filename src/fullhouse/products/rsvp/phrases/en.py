"""The guest list's phrases in English. A pair is what one seat and what several seats ask for."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "what": "What",
    "when": "When",
    "where": "Where",
    "seats": "Seats",
    "held_until": "Held for you until",
    "place_in_line": "Your place in line",
    "today": "Today",
    "tomorrow": "Tomorrow",
    "in_a_week": "In one week",
    "in_days": "In {days} days",
    "manage.seat": ("See your seat", "See your seats"),
    "manage.line": "See your place in line",
    "cancel.seat": "I can't come",
    "confirm.invite": "Yes, I'm coming",
    "cancel.invite": "No, I can't come",
    "claim.offer": ("Yes, I'll take the seat", "Yes, we'll take the {party} seats"),
    "decline.offer": "No thanks, not this time",
    "leave.line": "Leave the line",
    "back.gone": "Put me back on the list",
    "desk.host": "See it on the desk",
    "footer.guest": "You get this mail because this address is on the list for {event}.",
    "footer.address": (
        "Someone gave this address as theirs. If it was not you, there is nothing to do."
    ),
    "footer.old_address": (
        "You get this mail because this address was on the list for {event} until now."
    ),
    "footer.host": "You get this mail because you are the host of {event}.",
    "stop": "No more reminders or offers",
    "reply": "Questions? Just reply to this mail: it goes to the host.",
    "confirmation.subject": "You're in: {event}",
    "confirmation.heading": "You're in{comma_name}.",
    "confirmation.body": (
        (
            "Your seat is confirmed, and the date is attached for your calendar.\n\n"
            "If you can't come after all, please give your seat back: someone in line will be glad "
            "of it."
        ),
        (
            "Your {party} seats are confirmed, and the date is attached for your calendar.\n\n"
            "If you can't come after all, please give your seats back: someone in line will be "
            "glad of them."
        ),
    ),
    "waitlisted.subject": "You're in line: {event}",
    "waitlisted.heading": "You're number {position} in line{comma_name}.",
    "waitlisted.heading.unnumbered": "You're in line{comma_name}.",
    "waitlisted.body": (
        (
            "Every seat is taken just now. When one comes free for you, we keep it for you and "
            "write to you here. Until then there is nothing you need to do."
        ),
        (
            "There are no {party} seats free just now. When they come free for you, we keep them "
            "for you and write to you here. Until then there is nothing you need to do."
        ),
    ),
    "invite.subject": "Please confirm: {event}",
    "invite.heading": (
        "A seat is held for you{comma_name}.",
        "{party} seats are held for you{comma_name}.",
    ),
    "invite.body": (
        (
            "Say yes and the seat is yours. It is held for you until {deadline}. If we hear "
            "nothing by then, it goes to someone else."
        ),
        (
            "Say yes and the seats are yours. They are held for you until {deadline}. If we hear "
            "nothing by then, they go to someone else."
        ),
    ),
    "reminder.subject": "{in_days}: {event}",
    "reminder.heading": "{in_days}: {event}",
    "reminder.body": (
        (
            "Your seat is waiting for you{comma_name}, and we look forward to seeing you.\n\n"
            "Can't come after all? Please give your seat back now, so that someone in line can "
            "still make plans."
        ),
        (
            "Your {party} seats are waiting for you{comma_name}, and we look forward to seeing "
            "you.\n\n"
            "Can't come after all? Please give your seats back now, so that someone in line can "
            "still make plans."
        ),
    ),
    "offer.subject": ("A seat is free for you: {event}", "{party} seats are free for you: {event}"),
    "offer.heading": (
        "A seat is free for you{comma_name}.",
        "{party} seats are free for you{comma_name}.",
    ),
    "offer.body": (
        (
            "The seat is really kept: until {deadline} nobody else can take it. If you don't "
            "answer by then, it goes to the next person in line.\n\n"
            "Can't come this time? Say no, and you keep your place in line."
        ),
        (
            "The seats are really kept: until {deadline} nobody else can take them. If you don't "
            "answer by then, they go to the next person in line.\n\n"
            "Can't come this time? Say no, and you keep your place in line."
        ),
    ),
    "offer_lapsed.subject": "Your offer has ended: {event}",
    "offer_lapsed.heading": "The time to answer is over{comma_name}.",
    "offer_lapsed.body.line": (
        (
            "We didn't hear from you, so the seat is offered to the next person. You're still in "
            "line, and we'll write to you when the next one comes free."
        ),
        (
            "We didn't hear from you, so the seats are offered to the next person. You're still in "
            "line, and we'll write to you when the next ones come free."
        ),
    ),
    "offer_lapsed.body.gone": (
        (
            "We didn't hear from you, so the seat goes to someone else, and you're no longer on "
            "the list.\n\n"
            "Would you still like to come? You're welcome back at any time."
        ),
        (
            "We didn't hear from you, so the seats go to someone else, and you're no longer on the "
            "list.\n\n"
            "Would you still like to come? You're welcome back at any time."
        ),
    ),
    "declined.subject": "Thanks for telling us: {event}",
    "declined.heading": "Thanks for telling us{comma_name}.",
    "declined.body": (
        (
            "The seat is offered to the next person. You keep your place in line, and we'll ask "
            "you again when another one comes free."
        ),
        (
            "The seats are offered to the next person. You keep your place in line, and we'll ask "
            "you again when others come free."
        ),
    ),
    "cancelled.subject": "You're off the list: {event}",
    "cancelled.heading": "You're off the list{comma_name}.",
    "cancelled.body": (
        "Thanks for telling us: this helps someone else to come.\n\n"
        "Plans changed again? You're welcome back at any time."
    ),
    "cancelled.body.by_host": "The host has taken you off the list for {event}.",
    "changed.subject": "Changed: {event}",
    "changed.heading": "{event} has changed.",
    "changed.heading.party": "Your seats have changed.",
    "changed.heading.address": "We write to this address now{comma_name}.",
    "changed.address": (
        "Everything about {event} comes here from now on. The links in older mails still work."
    ),
    "changed.old_address": (
        "As you asked, mails about {event} go to another address from now on, and this one gets no "
        "more. If it was not you who asked, please tell the host soon."
    ),
    "changed.time": "There is a new date or time: {when}.",
    "changed.venue": "There is a new place: {venue}.",
    "changed.name": "There is a new name: {event}.",
    "changed.other": "Please look at the details below.",
    "changed.seat": (
        "Your seat is still yours. If you can't come now, please give it back.",
        "Your {party} seats are still yours. If you can't come now, please give them back.",
    ),
    "changed.line": "You keep your place in line.",
    "changed.offer": (
        "Your seat is held for you until {deadline}.",
        "Your {party} seats are held until {deadline}.",
    ),
    "address.subject": "Is this your address? {event}",
    "address.heading": "Shall we write to you here{comma_name}?",
    "address.body": (
        "Someone on the list for {event} asked us to use this address from now on. If it was you, "
        "press the button. Until then nothing changes."
    ),
    "address.address": "Yes, write to me here",
    "event_cancelled.subject": "Called off: {event}",
    "event_cancelled.heading": "{event} is called off.",
    "event_cancelled.body": "We're sorry: it does not take place. There is nothing you need to do.",
    "thank_you.subject": "Thank you: {event}",
    "thank_you.heading": "Thank you{comma_name}.",
    "link.subject": "Your link: {event}",
    "link.heading": "Here is your link{comma_name}.",
    "link.subject.asks": "Can't you come? {event}",
    "link.heading.asks": "Do you mean that you can't come{comma_name}?",
    "link.asks": (
        "Your mail sounds like it, but we ask rather than guess. If so, one tap below gives your "
        "place up. Until then, nothing changes."
    ),
    "link.seat": ("Your seat is confirmed.", "Your {party} seats are confirmed."),
    "link.line": ("You're in line for a seat.", "You're in line for {party} seats."),
    "link.offer": (
        "A seat is held for you until {deadline}.",
        "{party} seats are held for you until {deadline}.",
    ),
    "link.gone": "You're not on the list just now. You're welcome back at any time.",
    "confirmed": "Confirmed",
    "held": "Held for an answer",
    "waiting": "In line",
    "open": "Open",
    "headcount.subject": "{confirmed} of {cap} seats confirmed: {event}",
    "headcount.heading": "{confirmed} of {cap} seats are confirmed.",
    "headcount.body": "{in_days}: {event}. This is where things stand.",
    "summary.subject": "How it went: {event}",
    "summary.heading": "{confirmed} of {cap} seats were filled.",
    "summary.body": (
        "Here is a thank-you to your guests. Change it as you like, and send it from your desk:"
    ),
    "draft": (
        "Thank you for coming to {event}. It was good to have you there, and we hope to see you "
        "again soon."
    ),
}
