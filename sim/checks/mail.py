"""S13: no email changes what a person has without the mark of a message to them."""

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.rsvp.model import Guest
from sim.checks.state_model import Check, Commit, View


class TrueMail:
    """The truth about a mail: the message whose mark it has, and who really wrote it to us."""

    def __init__(
        self, message: Message | None, author: str = "", *, is_report: bool = False
    ) -> None:
        """Keep that; there is no author if the mail was forged or written to someone else."""
        self.message, self.author, self.is_report = message, author, is_report

    def proves(self, guest: Guest) -> bool:
        """Return True if the mail may change what a guest has."""
        message = self.message
        if message is None or (message.scope, message.person) != (guest.event_id, guest.id):
            return False
        return self.is_report or self.author == guest.email

    def proves_contact(self, contact: Contact) -> bool:
        """Return True if the mail may change what is known of an address."""
        message = self.message
        if message is None or contact_id(message.to) != contact.id:
            return False
        return self.is_report or self.author == message.to


class MailTruths(View):
    """Every mail that led to a command, by the name under which the command was given."""

    def __init__(self) -> None:
        """Start empty."""
        self.by: dict[str, TrueMail] = {}


class S13MarksProve(Check):
    """A mail acts only with the mark of a message to that person; without, it may sign up."""

    promise = "S13"

    def commit(self, commit: Commit) -> None:
        """Judge what a mail changed."""
        truth = self.book.view(MailTruths).by.get(commit.order.by)
        if truth is None:
            return
        for before, after in commit.of(Guest):
            if before is not None and before.state != "cancelled":
                self.require(truth.proves(before), f"a mail made {after} of {before}")
        for known, contact in commit.of(Contact):
            changed = known is None or known.reach != contact.reach
            self.require(
                not changed or truth.proves_contact(contact), f"a mail made {contact} of {known}"
            )
