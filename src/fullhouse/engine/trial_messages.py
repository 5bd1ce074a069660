"""Trial messages: a letter marked as a test, sent only to the member who asked for it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.engine.access import DESK, Member, once
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter, subject_line
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Rule
from fullhouse.kernel.records import Get

TEST = "test"
MARK = "This is a test: only you got it, and its links change nothing."
WHY = "You get this mail because you asked for a test at the desk."


class SendTrialMessage(Command, frozen=True, kw_only=True, tag="SendTest"):
    """Mail a letter to a member as a test, once per occasion. Its links must be safe to open."""

    member_id: str
    letter: Letter
    occasion: str


def _send_test(found: dict[str, Any], command: SendTrialMessage, now: datetime) -> Decision:
    member: Member | None = found["member"]
    if member is None or member.removed_at is not None or not member.email:
        return Decision(None)
    message = Message(
        id=f"{TEST}:{member.id}:{command.occasion}",
        product=DESK,
        kind=TEST,
        to=member.email,
        scope=DESK,
        person=member.id,
        facts={"letter": msgspec.to_builtins(_marked(command.letter))},
        queued_at=now,
        not_before=now,
        at=now,
    )
    return Decision(member, messages=(message,))


def _marked(letter: Letter) -> Letter:
    return msgspec.structs.replace(
        letter,
        subject=subject_line(f"Test: {letter.subject}"),
        preview=MARK,
        paragraphs=(MARK, *letter.paragraphs),
        footer=(WHY,),
    )


def compose(message: Message, _url: Callable[[str], str]) -> Letter:
    """Return the letter of the trial."""
    return msgspec.convert(message.facts["letter"], Letter)


RULES: dict[type[Command], Rule] = {
    SendTrialMessage: Rule(once(lambda c: {"member": Get(Member, (c.member_id,))}), _send_test),
}
