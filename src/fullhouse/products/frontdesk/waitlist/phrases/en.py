"""Phrases of waitlist messages in English. A pair is singular and plural."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "until.today": "until {deadline}",
    "until.tomorrow": "until {deadline}",
    "until.later": "until {deadline}",
    "dates.between": "{earliest} to {latest}",
    "dates.from": "from {earliest}",
    "dates.until": "until {latest}",
    "party": "People",
    "dates": "Dates",
    "held_until": "Held for you",
    "asked": "Asked",
    "freed": "Slots freed",
    "filled": "Filled from the waitlist",
    "handed_back": "Handed back to you",
    "offers": "Offers made",
    "time_to_fill": "Time to fill, on average",
    "leave.joined": "Leave the waitlist",
    "claim.offer": "Yes, I'll take it",
    "decline.offer": "No thanks, not this time",
    "waitlist.booked": "Ask for an earlier time",
    "waitlist.cancelled": "To the waitlist",
    "stop": "Leave the waitlist",
    "footer.customer": (
        "You get this mail because this address was put on the waitlist{at_business}."
    ),
    "joined.subject": "You're on the waitlist: {service}",
    "joined.heading": "You're on the waitlist{comma_name}.",
    "joined.body": (
        "When a slot comes free that fits you, we keep it for you and write to you at once. You "
        "then have a little while to say yes. Until then there is nothing you need to do.\n\n"
        "Plans changed? You can leave the waitlist at any time."
    ),
    "joined.text": (
        "{from_business}You're on the waitlist for {service}. We write to you when a slot comes "
        "free. To leave: {leave}"
    ),
    "offer.subject": "A slot is free for you: {service}, {soon}",
    "offer.heading": "A slot is free for you{comma_name}.",
    "offer.body": (
        "The slot is really kept: nobody else can take it {until}. If you don't answer by then, it "
        "goes to the next person in line, and you stay on the waitlist.\n\n"
        "Can't come this time? Say no, and you keep your place in line."
    ),
    "offer.text": (
        "{from_business}{service}{with_staff} is free: {soon}. Kept for you {until}. Take it: "
        "{claim}"
    ),
    "booked.subject": "Booked: {service}, {when}",
    "booked.heading": "The slot is yours{comma_name}.",
    "booked.body": (
        "It is booked for you, and the date is attached for your calendar. We look forward to "
        "seeing you.\n\n"
        "If you can't come after all, please tell us soon: someone in line will be glad of it.\n\n"
        "Want an earlier time? Join the waitlist once more, and we write to you when one comes "
        "free."
    ),
    "booked.text": (
        "{from_business}Booked: {service}{with_staff}, {when}. We look forward to seeing you."
    ),
    "cancelled.subject": "Cancelled: {service}, {when}",
    "cancelled.heading": "Your booking is cancelled{comma_name}.",
    "cancelled.body": (
        "The slot is no longer booked for you, and the date goes from your calendar with this "
        "mail.\n\n"
        "Would you like another time? Join the waitlist, and we write to you when one comes free."
    ),
    "cancelled.text": (
        "{from_business}Cancelled: {service}{with_staff}, {when}. It is no longer booked for you."
    ),
    "off_list.subject": "You're off the waitlist: {service}",
    "off_list.heading": "You're off the waitlist{comma_name}.",
    "off_list.body": (
        "You no longer wait for {service}, and we won't ask you again.\n\n"
        "Plans changed again? You're welcome back at any time."
    ),
    "off_list.text": (
        "{from_business}You're off the waitlist for {service}. You're welcome back at any time."
    ),
    "nobody_fits.subject": "Nobody on the waitlist fits: {service}, {soon}",
    "nobody_fits.heading": "Nobody on the waitlist fits this slot.",
    "nobody_fits.body": (
        "Nobody who waits could take it, or nobody who could can be reached just now. So nobody "
        "was asked.\n\n"
        "You can still fill it: call someone, or book it as usual. If you free it again on the "
        "desk, the line is looked at once more."
    ),
    "handed_back.subject": "Not filled: {service}, {soon}",
    "handed_back.heading": "This slot is back with you.",
    "handed_back.tries_spent": (
        "One person was asked, as many as your rules allow, and did not take it.",
        "{asked} people were asked, as many as your rules allow, and none of them took it.",
    ),
    "handed_back.line_spent": (
        "Everyone whom it fits and who can be reached was asked, and nobody took it."
    ),
    "handed_back.too_late": "It starts too soon for another offer.",
    "handed_back.withdrawn": "It was taken back on the desk and is no longer offered.",
    "handed_back.other": "It is no longer offered.",
    "handed_back.do": (
        "You can still fill it: call someone, or book it as usual. If you free it again on the "
        "desk, the line is asked once more."
    ),
    "handed_back.do.too_late": "You can still fill it: a call may be quick enough.",
    "summary.subject": "Your waitlist in {month}",
    "summary.heading": "{filled} of {freed} freed slots were filled.",
    "summary.heading.none": "No slot was freed.",
    "summary.none": "{month} was quiet: no slot came free, so nobody had to be asked.",
    "summary.unfilled": (
        (
            "In {month} one slot came free, and it found nobody this time. The next one may: the "
            "line is ready."
        ),
        (
            "In {month} {freed} slots came free, and they found nobody this time. The next ones "
            "may: the line is ready."
        ),
    ),
    "summary.filled": (
        "In {month} one slot came free, and the waitlist filled it. It took {took}.",
        (
            "In {month} {freed} slots came free, and the waitlist filled {filled} of them. It took "
            "{took} on average."
        ),
    ),
    "summary.money": "That brought back {money}.",
    "summary.warm": "And nobody had to sit at the phone for it.",
    "proposal.subject": "Someone wrote to the waitlist",
    "proposal.heading": "Someone wrote to the waitlist.",
    "proposal.body": (
        "It may be someone who would like a slot. Look at it on the desk and take it, change it or "
        "leave it: nobody is put on the waitlist before you say so."
    ),
    "text_limit.body": (
        "Texts have cost all that your rules allow for this month. Mails go on: whoever gave a "
        "mail address is asked there, and everyone else keeps their place in line.\n\n"
        "Would you like texts to go on? Raise the amount in the line “Texts:” of your rules. It "
        "holds at once."
    ),
}
