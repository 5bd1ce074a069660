"""Description of a function for the stacks: name, size, triggers and permissions."""

from typing import Literal

import msgspec

from fullhouse.platforms.aws.dynamodb import tables
from infra.grants import Grant
from infra.shapes import pascal

Product = Literal["ev", "wl", "ar"]
Package = Literal["guests", "waitlist", "desk", "house", "reading", "sync", "dates"]
Variable = Literal[
    "EV_ACCOUNT",
    "EV_SCHEDULER_ROLE",
    "EV_RAW_MIME",
    "EV_ASSETS",
    "WL_RAW_MIME",
    "WL_WAITLIST_SOURCE",
    "WL_RULES_SOURCE",
    "AR_RAW_MIME",
    "AR_APPOINTMENTS_SOURCE",
]
LETTERS: dict[Product, str] = {"ev": "", "wl": "wl-dlq", "ar": "ar-dlq"}


class Waking(msgspec.Struct, frozen=True):
    """A table's stream that invokes a function, for each record or those that match a pattern."""

    table: tables.Table
    only: str = ""


class Function(msgspec.Struct, frozen=True, kw_only=True):
    """One Lambda function. What is not said is the same for most."""

    name: str
    what: str
    product: Product = "ev"
    memory: int = 256
    timeout: int = 15
    package: Package = "house"
    url: str = (
        ""  # the name of its address under /…/config/urls/, where people and scripts reach it
    )
    streams: tuple[Waking, ...] = ()
    asynchronous: bool = (
        False  # woken without anyone waiting for its answer: it has a queue for dead letters
    )
    rung: bool = False  # the target of schedules
    wakes_itself: bool = (
        False  # for the rest of long work; Lambda would take that for a loop, and end it
    )
    told: tuple[Variable, ...] = ()  # what its environment says
    grants: tuple[Grant, ...] = ()

    @property
    def full_name(self) -> str:
        """Return its name in the account; its role has the same."""
        return f"{self.product}-{self.name}"

    @property
    def id(self) -> str:
        """Return what templates call it: no two stacks use the same word."""
        return pascal(self.name if self.product == "ev" else self.full_name)

    @property
    def handler(self) -> str:
        """Return the dotted name of its entry point."""
        return f"fullhouse.platforms.aws.functions.{self.full_name.replace('-', '_')}.handle"

    @property
    def logs(self) -> str:
        """Return the name of its log group."""
        return f"/aws/lambda/{self.full_name}"

    @property
    def letters(self) -> str:
        """Return the name of the queue for its dead letters: its own, or the one of its product."""
        return LETTERS[self.product] or f"{self.full_name}-dlq"
