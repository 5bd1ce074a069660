"""Forgetting a mail that came in, whoever it was from: the line stays, without who and what.

What someone on a list wrote is forgotten with them. This is for the rest: mails that led to nobody.
"""

from datetime import datetime

from fullhouse.engine.execute import Rules
from fullhouse.engine.inbox import InboundMail
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, change
from fullhouse.kernel.forgetting import NOTE
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Needs


class ForgetMail(Command, frozen=True, kw_only=True, tag="ForgetMail"):
    """Forget who wrote a mail, and what. The answer says whether there was anything left to forget."""

    mail_id: str


def _the_mail(command: ForgetMail, found: Found) -> Needs:
    return {} if found else {"mail": Get(InboundMail, (command.mail_id,))}


def forget_mail(found: Found, _command: ForgetMail, _now: datetime) -> Decision:
    """Leave of a mail that it came, when, and what was made of it."""
    mail: InboundMail | None = found["mail"]
    if mail is None or (mail.reason == NOTE and not mail.sender):
        return Decision(False)  # noqa: FBT003 - the answer
    gone = change(mail, sender="", name="", subject="", text="", reason=NOTE)
    return Decision(True, moves=(gone,))  # noqa: FBT003 - the answer


RULES: Rules = {ForgetMail: Rule(_the_mail, forget_mail)}
