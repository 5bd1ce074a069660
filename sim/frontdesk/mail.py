"""STOP and reports by mail to the front desk, beside the texts of the carrier."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from fullhouse.inbound.mail import marked_commands
from fullhouse.inbound.mail.mark_proof import MarkedMail
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from sim.mail import Postbox

if TYPE_CHECKING:
    from sim.world import World

BACK = "no such mailbox"


def stop_messages(world: "World", address: str, by_text: Callable[[NoteReach], None]) -> None:
    """Want no more messages: by a text from that number, or by mail in the name of an address."""
    if "@" in address:
        Postbox(world, "desk").write(address, stop_by_mail)
    else:
        by_text(NoteReach(address=address, reach="opted_out", note="STOP"))


def stop_by_mail(reading: ReadMail, marked: MarkedMail) -> Command | None:
    """Return what a mail that says STOP leads to."""
    outcome = marked_commands.stop_outcome(reading, marked)
    return None if outcome is None else outcome.command


def send_back(world: "World", note: NoteReach) -> None:
    """Let a message come back: a mail as a report, anything else as its carrier says."""
    if "@" in note.address:
        Postbox(world, "desk").report(note.address)
    else:
        world.ask(note, "mail")
