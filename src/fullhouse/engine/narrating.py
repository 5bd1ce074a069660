"""Has paragraphs written for what an order is about to say, before it is given: the commit itself waits for nobody."""

from datetime import datetime

import msgspec

from fullhouse.engine.execute import Loader, Order, Rules, gather
from fullhouse.engine.narratives import Narrative, Narrator, mark_of


async def narrated(order: Order, loader: Loader, rules: Rules, now: datetime, narrator: Narrator | None) -> Order:
    """Look at what an order would say now, and add what the narrator writes about it.

    What is decided in the end is decided anew when the order is given; a paragraph about other facts is left out.
    """
    if narrator is None or type(order.command) not in narrator.commands:
        return order
    rule = rules[type(order.command)]
    decision = rule.decide(gather(loader, rule, order.command), order.command, now)
    written = [Narrative(one.id, mark_of(one), await narrator.write(one)) for one in decision.messages]
    return msgspec.structs.replace(order, narratives=tuple(one for one in written if one.text))
