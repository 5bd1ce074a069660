"""Every function of the guest list on AWS: the stacks are made from this, and tests are wired by it."""

from typing import Literal

import msgspec

from fullhouse.platforms.aws import tables
from infra import allowed
from infra.grants import Grant, joined
from infra.names import PREFIX
from infra.shapes import arn

Package = Literal["guests", "house"]
Variable = Literal["EV_ACCOUNT", "EV_SCHEDULER_ROLE", "EV_RAW_MIME", "EV_ASSETS"]


class Waking(msgspec.Struct, frozen=True):
    """A table's stream that wakes a function, for each record or only for those in a state."""

    table: tables.Table
    only: str = ""


class Function(msgspec.Struct, frozen=True, kw_only=True):
    """One Lambda function. What is not said is the same for most."""

    name: str
    what: str
    memory: int = 256
    timeout: int = 15
    package: Package = "house"
    url: str = ""  # the name of its address under /ev/config/urls/, where people and scripts reach it
    streams: tuple[Waking, ...] = ()
    asynchronous: bool = False  # woken without anyone waiting for its answer: it has a queue for dead letters
    rung: bool = False  # the target of schedules
    wakes_itself: bool = False  # for the rest of long work; Lambda would take that for a loop, and end it
    told: tuple[Variable, ...] = ()  # what its environment says
    grants: tuple[Grant, ...] = ()

    @property
    def full_name(self) -> str:
        """Return its name in the account; its role has the same."""
        return PREFIX + self.name

    @property
    def handler(self) -> str:
        """Say where its code is."""
        return f"fullhouse.platforms.aws.functions.{self.name.replace('-', '_')}.handle"

    @property
    def logs(self) -> str:
        """Return the name of its log group."""
        return f"/aws/lambda/{self.full_name}"

    @property
    def letters(self) -> str:
        """Return the name of its queue for dead letters."""
        return f"{self.full_name}-dlq"


FUNCTIONS: tuple[Function, ...] = (
    Function(
        name="register",
        what="The events' pages, and sign-up",
        package="guests",
        url="register",
        grants=allowed.REGISTER,
    ),
    Function(
        name="link-handler",
        what="The links in guests' mails",
        package="guests",
        url="links",
        grants=allowed.LINK_HANDLER,
    ),
    Function(
        name="desk",
        what="The host's desk and the JSON API",
        memory=512,
        timeout=30,
        url="desk",
        told=("EV_ACCOUNT", "EV_RAW_MIME", "EV_ASSETS"),
        grants=allowed.DESK_AND_API,
    ),
    Function(
        name="intake-ses-parser",
        what="Mail that comes in, read from the bucket where SES puts it",
        timeout=30,
        asynchronous=True,
        told=("EV_RAW_MIME",),
        grants=allowed.INTAKE,
    ),
    Function(
        name="host-import",
        what="Lists of guests, row by row, asked for by the desk",
        timeout=60,
        asynchronous=True,
        wakes_itself=True,
        told=("EV_ACCOUNT", "EV_ASSETS"),
        grants=allowed.HOST_IMPORT,
    ),
    Function(
        name="keeper",
        what="What follows from a commit: schedules, the bus, and the sweep",
        asynchronous=True,
        rung=True,
        streams=(Waking(tables.ALARMS), Waking(tables.AUDIT)),
        told=("EV_ACCOUNT", "EV_SCHEDULER_ROLE", "EV_RAW_MIME"),
        grants=allowed.KEEPER,
    ),
    Function(
        name="messenger",
        what="The outbox: what is queued leaves by SES",
        timeout=30,
        asynchronous=True,
        rung=True,
        streams=(Waking(tables.MESSAGES, only="queued"),),
        told=("EV_ACCOUNT", "EV_SCHEDULER_ROLE"),
        grants=allowed.MESSENGER,
    ),
    Function(
        name="reminder-fire",
        what="Reminders whose time has come",
        asynchronous=True,
        rung=True,
        grants=allowed.REMINDER_FIRE,
    ),
    Function(
        name="offer-timeout",
        what="Offers whose claim window has passed",
        asynchronous=True,
        rung=True,
        grants=allowed.OFFER_TIMEOUT,
    ),
    Function(
        name="host-summary",
        what="The host's daily headcount, and the draft of the thanks",
        memory=512,
        asynchronous=True,
        rung=True,
        grants=allowed.HOST_SUMMARY,
    ),
    Function(
        name="feedback",
        what="Bounces and complaints, remembered with the guest",
        asynchronous=True,
        grants=allowed.FEEDBACK,
    ),
    Function(
        name="rotate-key",
        what="A new key for links, asked for by Secrets Manager",
        timeout=30,
        grants=allowed.ROTATE_KEY,
    ),
)


def function(name: str) -> Function:
    """Return the function of this name."""
    return next(one for one in FUNCTIONS if one.name == name)


def in_its_name(one: Function) -> tuple[Grant, ...]:
    """Return what Lambda does in the function's name: it writes logs, reads streams, and puts dead letters aside."""
    found = [Grant(("logs:CreateLogStream", "logs:PutLogEvents"), arn("logs", f"log-group:{one.logs}:*"), "aws")]
    for waking in one.streams:
        stream = arn("dynamodb", f"table/{waking.table.name}/stream/*")
        actions = ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams")
        found.append(Grant(tuple(f"dynamodb:{action}" for action in actions), stream, "aws"))
    if one.asynchronous:
        found.append(Grant(("sqs:SendMessage",), arn("sqs", one.letters), "aws"))
    return tuple(found)


def all_grants(one: Function) -> tuple[Grant, ...]:
    """Return all that a function's role allows."""
    return joined((*one.grants, *in_its_name(one)))
