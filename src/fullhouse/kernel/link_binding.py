"""Commands that say which link gave them: the link may be replaced before they are decided."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Decision

# The result of a press that someone was quicker than.
REPLACED = "link_replaced"
Decide = Callable[[Any, Any, datetime], Decision]


class GivenByLink(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a command that says which link gave it; empty if none did."""

    link: str = ""


def unless_replaced(decide: Decide, replaced: Callable[[Any, str], object | None]) -> Decide:
    """Return a rule that refuses commands whose link was replaced in the meantime.

    `replaced` returns the result for such a link, and None for one that still holds.
    """

    def decide_by_link(state: object, command: GivenByLink, now: datetime) -> Decision:
        answer = replaced(state, command.link) if command.link else None
        if answer is not None:
            return Decision(answer)
        return decide(state, command, now)

    return decide_by_link
