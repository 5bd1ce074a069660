"""Saving a document, and what begins with it: whoever has rules has a waitlist, and its rounds come by themselves."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel import documents
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.documents import SaveDocument
from fullhouse.kernel.product import Rule
from fullhouse.products.waitlist.commands import KeepHouse
from fullhouse.products.waitlist.model import State
from fullhouse.products.waitlist.rounds import keep_house


def _save(found: dict[str, Any], command: SaveDocument, now: datetime) -> Decision:
    """Save a document; rules that are put in force set the rounds by their clock."""
    decision = documents.save_document(found, command, now)
    if command.name != "rules" or not decision.steps or decision.answer.problems:
        return decision
    begun = keep_house(State(rules=decision.answer.document), KeepHouse(), now)
    return msgspec.structs.replace(decision, set_alarms=begun.set_alarms)


RULES: dict[type[Command], Rule] = {SaveDocument: Rule(documents.RULES[SaveDocument].needs, _save)}
