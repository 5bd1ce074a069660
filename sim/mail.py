"""Mail to us: with and without a mark, forged, sent on, or about somebody else's message.

Each mail goes through the shipped proof. What is true of it is kept beside, for the checkers.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from fullhouse.inbound.mail import authentication, mark_proof, marked_commands
from fullhouse.inbound.mail.bounce_reports import BounceReport
from fullhouse.inbound.mail.parsing import Mail
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message
from sim.checks.mail import MailTruths, TrueMail
from sim.inbox import KEYS

if TYPE_CHECKING:
    from sim.world import World

DOMAIN = "rsvp.test"
FRIEND = "friend@example.net"
FORGED = "a" * 19
ALL = "from:to:subject:message-id:in-reply-to"
# Straight from its server; signed; a signed mail to a friend, sent on by somebody else; forged.
Way = Literal["direct", "signed", "sent on", "forged"]
WAYS: tuple[Way, ...] = ("direct", "direct", "signed", "signed", "sent on", "forged")
Decide = Callable[[ReadMail, mark_proof.MarkedMail], Command | None]


class Postbox:
    """The address of the house for one product's mail."""

    def __init__(self, world: "World", box: str) -> None:
        """Take mail to this mailbox, such as `rsvp+e0` or `desk`."""
        self.world, self.box = world, box
        self.draw = world.chance.of("mail")

    def marks(self) -> mark_proof.MarkCheck:
        """Return the shipped check, on what is stored."""
        world = self.world
        return mark_proof.MarkCheck(world.store.inner, lambda: KEYS, lambda: world.now, DOMAIN)

    def answer(self, sender: str, person: str, decide: Decide) -> None:
        """Let someone answer a mail that they were sent, if one left, and do what comes of it."""
        sent = self.world.watch.book.messages.values()
        own = [one for one in sent if one.mark and (one.to, one.person) == (sender, person)]
        if own:
            self.bring("direct", sender, own[-1], own[-1].mark, decide)

    def write(self, sender: str, decide: Decide) -> None:
        """Let someone write in this name, truly or not, and do what comes of it."""
        way = self.draw.choice(WAYS)
        message = self._some_message(sender)
        mark = "" if message is None else message.mark
        if self.draw.random() < 0.2:
            message, mark = None, self.draw.choice(("", FORGED))
        self.bring(way, sender, message, mark, decide)

    def bring(
        self, way: Way, sender: str, message: Message | None, mark: str, decide: Decide
    ) -> None:
        """Let a mail come in this way, and do what comes of it."""
        address = self._address(mark if self.draw.random() < 0.6 else "")
        reading = _reading(self._number(), sender, way, address, mark)
        command = decide(reading, self.marks().proven_by(reading, address))
        if command is not None:
            genuine = way in ("direct", "signed")
            self._give(command, TrueMail(message, sender if genuine else ""))

    def report(self, recipient: str, kind: Literal["bounce", "complaint"] = "bounce") -> None:
        """Report that mail to someone came back, truly or not."""
        message = self._some_message(recipient)
        if message is not None and self.draw.random() < 0.3:
            message = None
        mail_id = f"{FORGED if message is None else message.mark}@{DOMAIN}"
        by_address = message is not None and self.draw.random() < 0.4
        to = f"bounces+{message.mark}@{DOMAIN}" if message and by_address else f"rsvp@{DOMAIN}"
        report = BounceReport(kind, recipient, "" if by_address else mail_id, "no such mailbox")
        command = marked_commands.report_outcome(self.marks(), report, to).command
        if command is not None:
            self._give(command, TrueMail(message, is_report=True))

    def _give(self, command: Command, truth: TrueMail) -> None:
        by = f"mail {self._number()}"
        self.world.watch.book.view(MailTruths).by[by] = truth
        self.world.ask(command, by)

    def _number(self) -> int:
        return len(self.world.watch.book.view(MailTruths).by) + self.draw.randrange(10**9)

    def _some_message(self, address: str) -> Message | None:
        """Return a mail that left: most often one to this address, at times to someone else."""
        sent = [one for one in self.world.watch.book.messages.values() if one.mark]
        own = [one for one in sent if one.to == address]
        some = own if own and self.draw.random() < 0.8 else sent
        return self.draw.choice(some) if some else None

    def _address(self, mark: str) -> str:
        if not mark:
            return f"{'waitlist' if self.box == 'desk' else self.box}@{DOMAIN}"
        return f"{self.box}{'+' if self.box == 'desk' else '.'}{mark}@{DOMAIN}"


def _reading(number: int, sender: str, way: Way, address: str, mark: str) -> ReadMail:
    """Return a mail as it is read; whoever sends one on adds what the proof might look at."""
    head = [("from", sender), ("subject", "Hi"), ("message-id", f"<{number}@example.org>")]
    ours = [("to", address), ("in-reply-to", f"<{mark}@{DOMAIN}>")]
    if way == "sent on":
        head = [*ours, ("to", FRIEND), *head]
    else:
        head += ours
    if way in ("signed", "sent on"):
        head.insert(0, ("dkim-signature", f"v=1; d=example.org; h={ALL}"))
    mail = Mail(tuple(head), ())
    proof = authentication.Proof(
        passed=way != "forged",
        why="",
        direct=way == "direct",
        signed=authentication.signed_headers(mail, "example.org"),
    )
    return ReadMail(mail=mail, sender=sender, proof=proof)
