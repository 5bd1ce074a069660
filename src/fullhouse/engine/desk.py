"""The desk as the engine sees it: made like a product, so that its commands and messages travel the same road."""

from collections.abc import Callable
from datetime import datetime

from fullhouse.engine import access, team, trial_messages
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Down, Message, Refused
from fullhouse.kernel.product import Drop, Found, Go, PostRules, Product, Verdict
from fullhouse.kernel.records import Needs

COMPOSE = {"sign_in": access.compose, trial_messages.TEST: trial_messages.compose}


def _needs(_message: Message, _found: Found) -> Needs:
    return {}


def _door(message: Message, _state: Found, now: datetime) -> Verdict:
    return Drop("the link in it has run out") if message.use_by is not None and now >= message.use_by else Go()


def _refused(_message: Message, _state: Found, _outcome: Refused | Down, _now: datetime) -> Decision:
    return Decision(None)


def _compose(message: Message, url: Callable[[str], str]) -> Letter:
    return COMPOSE[message.kind](message, url)


ACCESS = Product(
    access.DESK,
    {**access.RULES, **team.RULES, **trial_messages.RULES},
    (access.Member, access.ApiToken),
    PostRules(_needs, _door, _refused, _compose, access.link, links_at="desk"),
)
