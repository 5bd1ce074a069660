"""What people text back: AWS publishes it to a topic, maybe twice, and STOP and START are remembered with the number.

HELP is answered by AWS itself, as is STOP: its own words for them are set with the number.
"""

import logging
from collections.abc import Mapping
from typing import Any

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.ports import Executor, Invocation
from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.lanes.form import Invalid
from fullhouse.lanes.reaching import reach_of
from fullhouse.lanes.texts import from_aws

log = logging.getLogger(__name__)
TOPIC = "wl-texts-in"
BY_TEXT = "text"


def is_reply(record: Mapping[str, Any]) -> bool:
    """Say whether a topic's record holds a text that came in."""
    return str(record["Sns"].get("TopicArn", "")).rpartition(":")[2] == TOPIC


async def take_reply(executor: Executor, record: Mapping[str, Any]) -> str:
    """Do what follows from a text, and say what that was."""
    try:
        text = from_aws(record["Sns"]["Message"])
    except Invalid:
        log.warning("a text that cannot be read was passed over")
        return "unreadable"
    asks = reach_of(text)
    if asks is None:
        return "nothing to remember"
    decision = await executor.execute(
        Invocation(RandomIds().new(), BY_TEXT, RecordWebhook(hook="texts", digest=text.id, asks=asks))
    )
    log.info("a text came in", extra={"facts": {"asks": asks.reach, "became": decision.answer.became}})
    return str(decision.answer.became)
