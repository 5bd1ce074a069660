"""How the waitlist's messages read: from a message's facts to a letter, in the business's language and time zone."""

from collections.abc import Callable

from fullhouse.kernel.letters import Button, Letter
from fullhouse.kernel.messages import Message

Link = Callable[[str], str]


def compose(message: Message, link: Link) -> Letter:
    """Put a message into words; `link` gives the URL for a purpose."""
    buttons = (Button("claim", "Claim", link("claim"), main=True),) if message.kind == "offer" else ()
    return Letter(subject=message.kind, heading=message.kind, buttons=buttons, text=message.kind)
