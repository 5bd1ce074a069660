"""Addresses that want no messages: said to one product, it holds for both."""

from fullhouse.engine.relay import RecordSendResult
from fullhouse.kernel.messages import Refused
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from sim.checks.state_model import Commit, StateModel

PRODUCTS = ("waitlist", "appointments")


class Stopped(set[str]):
    """The addresses that opted out, as the commands of commits say."""

    def hear(self, commit: Commit, book: StateModel) -> None:
        """Remember who said STOP, to us or to the carrier, and who said START."""
        command = commit.order.command
        if isinstance(command, RecordSendResult) and _says_stop(command):
            self.add(book.messages[command.message_id].to)
        elif isinstance(command, NoteReach) and command.reach == "opted_out":
            self.add(command.address)
        elif isinstance(command, NoteReach) and command.reach == "fine":
            self.discard(command.address)


def _says_stop(settle: RecordSendResult) -> bool:
    outcome = settle.outcome
    if settle.product not in PRODUCTS or not isinstance(outcome, Refused):
        return False
    return outcome.permanent and outcome.reason == OPTED_OUT
