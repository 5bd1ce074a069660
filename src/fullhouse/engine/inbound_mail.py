"""Inbound mail: what each mail was and what was made of it, recorded in the commit of its command.

So the same mail has one effect however often it comes, and a crash leaves neither an effect
without its record nor a record without its effect. Reading a mail is not done here.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar, Literal

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, create, update
from fullhouse.kernel.erasure import NOTE
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Need, Needs, Record

Made = Literal["done", "ignored", "refused"]
MOST_ANSWERS = 6
SENDERS_APART = ", "
ANSWERS_WITHIN = timedelta(hours=1)
LOOPING = "it may be a loop: this sender has had many answers within the hour"


class InboundMail(Record, frozen=True, kw_only=True):
    """One inbound mail. `place` orders mails by arrival; `file` is where the raw mail is kept.

    Without a single `sender`, `name` lists the addresses of all. `question` if it has something
    for the host to read and answer.
    """

    kind_name: ClassVar[str] = "inbound_mail"

    id: str
    place: str
    scope: str
    person: str = ""
    sender: str = ""
    name: str = ""
    subject: str = ""
    text: str = ""
    at: datetime
    size: int = 0
    proof: str = ""
    made: Made = "ignored"
    what: str = ""
    reason: str = ""
    answered: bool = False
    file: str = ""
    question: bool = False

    def is_from(self, address: str) -> bool:
        """Return True if an address is the sender, or one of several."""
        if self.sender:
            return self.sender == address
        return address in self.name.split(SENDERS_APART)


class InboundPage(Need[tuple[InboundMail, ...]], frozen=True):
    """The newest mails first, those before a place; of one event, or of all."""

    query_name: ClassVar[str] = "InboundPage"
    scope: str = ""
    before: str = ""
    limit: int = 100


class RepliesTo(Need[int], frozen=True):
    """The number of mails of a sender to one event or desk that were answered since a time.

    Those with a proof count apart from those without.
    """

    query_name: ClassVar[str] = "AnswersTo"
    sender: str
    since: datetime
    scope: str
    proven: bool


class RecordInboundMail(Command, frozen=True, kw_only=True, tag="TakeMail"):
    """Record a mail and execute its command, once. The answer is the mail as it was recorded.

    `proven` if the mail proves who sent it. Then what it changes is done after many answers, too.
    """

    mail: InboundMail
    asks: Command | None = None
    proven: bool = False


class EraseInboundMail(Command, frozen=True, kw_only=True, tag="ForgetMail"):
    """Erase a mail's sender and text. The answer is False if nothing was left to erase."""

    mail_id: str


def inbound_mail_rules(rules: Mapping[type[Command], Rule]) -> dict[type[Command], Rule]:
    """Return the rules for inbound mail, built over the rules of the commands it may carry."""

    def needs(command: RecordInboundMail, found: Found) -> Needs:
        mail = command.mail
        if "known" not in found:
            return {"known": Get(InboundMail, mail.key), "answers": _earlier_answers(mail)}
        asked = _to_execute(command, found)
        if asked is None:
            return {}
        return rules[type(asked)].needs(asked, _without_ours(found))

    def decide(found: dict[str, Any], command: RecordInboundMail, now: datetime) -> Decision:
        if found["known"] is not None:
            return Decision(found["known"])
        if command.asks is None:
            return _written(Decision(None), command.mail)
        asked = _to_execute(command, found)
        if asked is None:
            return _written(Decision(None), _looping(command.mail))
        rule = rules[type(asked)]
        decision = rule.decide(rule.state(**_without_ours(found)), asked, now)
        # A loop repeats itself, so it changes nothing.
        if _is_spent(found) and not decision.changes:
            return _written(Decision(None), _looping(command.mail))
        return _written(decision, _answered(command.mail, decision))

    return {
        RecordInboundMail: Rule(needs, decide),
        EraseInboundMail: Rule(_erase_needs, erase_inbound_mail),
    }


def _earlier_answers(mail: InboundMail) -> RepliesTo:
    since = mail.at - ANSWERS_WITHIN
    return RepliesTo(mail.sender, since, mail.scope, proven=bool(mail.proof))


def _to_execute(command: RecordInboundMail, found: Found) -> Command | None:
    """Return the command of a mail; None if the mail is known or its sender had many answers."""
    if found["known"] is not None:
        return None
    return command.asks if command.proven or not _is_spent(found) else None


def _is_spent(found: Found) -> bool:
    """Return True if the sender has had too many answers."""
    spent: bool = found["answers"] >= MOST_ANSWERS
    return spent


def _without_ours(found: Found) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in ("known", "answers")}


def _looping(mail: InboundMail) -> InboundMail:
    return msgspec.structs.replace(mail, made="ignored", what="", reason=LOOPING)


def _answered(mail: InboundMail, decision: Decision) -> InboundMail:
    answer = decision.answer
    guest = getattr(answer, "guest", None)
    person = mail.person if guest is None else guest.id
    what = str(getattr(answer, "code", ""))
    # A note to staff is no answer to the sender.
    answered = any(message.channel != "staff" for message in decision.messages)
    return msgspec.structs.replace(mail, what=what, person=person, answered=answered)


def _written(decision: Decision, mail: InboundMail) -> Decision:
    line: Change[InboundMail] = create(mail)
    return msgspec.structs.replace(decision, answer=mail, moves=(*decision.moves, line))


def _erase_needs(command: EraseInboundMail, found: Found) -> Needs:
    return {} if found else {"mail": Get(InboundMail, (command.mail_id,))}


def erase_inbound_mail(found: Found, _command: EraseInboundMail, _now: datetime) -> Decision:
    """Keep that a mail came, when, and what was made of it; erase the rest."""
    mail: InboundMail | None = found["mail"]
    if mail is None or (mail.reason == NOTE and not mail.sender):
        return Decision(False)  # noqa: FBT003 - the answer
    erased = update(mail, sender="", name="", subject="", text="", reason=NOTE)
    return Decision(True, moves=(erased,))  # noqa: FBT003 - the answer
