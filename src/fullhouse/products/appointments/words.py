"""How messages about appointments read: from a message's facts to a letter."""

from collections.abc import Callable

from fullhouse.kernel.dates import say_soon
from fullhouse.kernel.letters import Button, Letter, one_line, subject_line
from fullhouse.kernel.messages import Message
from fullhouse.kernel.times import wall_time

Link = Callable[[str], str]

CUSTOMER_KINDS = ("reminder", "booked", "rescheduled", "cancelled")
STAFF_KINDS = ("gap_alert", "proposal", "summary", "text_limit")
ANSWERS = {"confirm": "I'll be there", "reschedule": "I need another time", "cancel": "I can't come"}


def compose(message: Message, link: Link) -> Letter:
    """Put a message into words; `link` gives the URL for a purpose."""
    words = _words(message)
    if message.kind in STAFF_KINDS:
        button = Button("desk", "See it on the desk", link("desk"), main=True)
        return Letter(subject=subject_line(words), heading=words, preview=words, buttons=(button,))
    answers = ANSWERS if message.kind != "cancelled" else {}
    buttons = tuple(Button(one, said, link(one), main=one == "confirm") for one, said in answers.items())
    text = f"{words} Yes, I'll be there: {link('confirm')}" if message.kind == "reminder" else words
    return Letter(
        subject=subject_line(words),
        heading=words,
        preview=words,
        buttons=buttons,
        text=text if message.channel == "text" else "",
    )


def _words(message: Message) -> str:
    about, business = message.facts.get("appointment", {}), message.facts.get("business", {})
    told = message.kind.replace("_", " ").capitalize()
    if not about:
        return told
    zone = business.get("zone", "Europe/Berlin")
    when = say_soon(wall_time(about["starts_at"], zone), wall_time(message.queued_at, zone), "en", date=True)
    return one_line(f"{told}: {about['service']}, {when}.")
