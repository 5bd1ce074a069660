"""What a text that came in means for how someone is reached: STOP and START are remembered, HELP is answered."""

from fullhouse.lanes.texts import InboundText
from fullhouse.products.waitlist.commands import NoteReach


def reach_of(text: InboundText) -> NoteReach | None:
    """Return what is to be remembered of whoever wrote, by all who send texts; None if the text asks for neither."""
    if text.reply == "stop":
        return NoteReach(address=text.sender, reach="opted_out", note="STOP by text")
    if text.reply == "start":
        return NoteReach(address=text.sender, reach="fine", note="START by text")
    return None
