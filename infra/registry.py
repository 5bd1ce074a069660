"""Everything that the guest list is made of on AWS. The stacks are made from this, and tests are wired by it."""

from typing import Literal

import msgspec

from fullhouse.platforms.aws import tables
from infra.grants import CONFIG, Grant, on_function, on_index, on_objects, on_secret, on_table
from infra.shapes import arn

PREFIX = "ev-"
REGION = "ap-southeast-1"
RUNTIME = "python3.14"
ARCHITECTURE = "arm64"

LOGS_KEPT_DAYS = 7
LETTERS_KEPT_DAYS = 14
BUDGET_DOLLARS = 15
BUDGET_PERCENT = (80, 100)

ASSETS = "ev-assets"  # buckets have account and region behind their names
RAW_MIME = "ev-raw-mime"
LINK_KEY = "ev/links/signing-key"
LINK_KEY_DAYS = 90
SCHEDULES = "ev"
SCHEDULER_ROLE = "ev-scheduler"
SWEEP = "ev-sweep"
SWEEP_RATE = "rate(15 minutes)"
MAIL_SET = "ev-mail"
RULE_SET = "ev-inbound-rules"
BOUNCES = "ev-bounces"
COMPLAINTS = "ev-complaints"
ALARM_TOPIC = "ev-alarm"
COST_TOPIC = "ev-cost-alarm"

Package = Literal["guests", "house"]


class Waking(msgspec.Struct, frozen=True):
    """A table's stream that wakes a function, each record or only those that say so."""

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
    grants: tuple[Grant, ...] = ()

    @property
    def full_name(self) -> str:
        """Return its name in the account."""
        return PREFIX + self.name

    @property
    def handler(self) -> str:
        """Say where its code is."""
        return f"fullhouse.platforms.aws.functions.{self.name.replace('-', '_')}.handle"

    @property
    def letters(self) -> str:
        """Return the name of its queue for dead letters."""
        return f"{self.full_name}-dlq"


# What a command needs to load, decide and commit, whoever gives it.
COMMITS: tuple[Grant, ...] = (
    on_table(tables.EVENTS, "GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"),
    on_table(tables.GUESTS, "GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"),
    *on_index(tables.GUESTS, "email", "waitlist_pos"),
    on_table(tables.LINE, "Query", "PutItem", "DeleteItem"),
    on_table(tables.ADDRESSES, "GetItem", "PutItem", "DeleteItem"),
    on_table(tables.AUDIT, "PutItem", "Query"),
    on_table(tables.MESSAGES, "GetItem", "PutItem", "UpdateItem"),
    on_table(tables.ALARMS, "GetItem", "PutItem", "DeleteItem"),
    on_table(tables.DESK, "GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"),
)
LINKS: tuple[Grant, ...] = (CONFIG, on_secret(LINK_KEY, "GetSecretValue"))
MAIL_LOG: tuple[Grant, ...] = (
    on_table(tables.INBOX, "GetItem", "PutItem", "UpdateItem", "Query"),
    *on_index(tables.INBOX, "scope", "shelf", "sender"),
)
SENDS: tuple[Grant, ...] = (
    Grant(("ses:SendEmail", "ses:SendRawEmail"), arn("ses", "identity/${SenderDomain}")),
    Grant(("ses:SendEmail", "ses:SendRawEmail"), arn("ses", f"configuration-set/{MAIL_SET}")),
)
BOOKS: tuple[Grant, ...] = (
    Grant(
        ("scheduler:CreateSchedule", "scheduler:UpdateSchedule", "scheduler:DeleteSchedule"),
        arn("scheduler", f"schedule/{SCHEDULES}/*"),
    ),
    Grant(
        ("iam:PassRole",),
        f"arn:${{AWS::Partition}}:iam::${{AWS::AccountId}}:role/{SCHEDULER_ROLE}",
        condition=(("StringEquals", "iam:PassedToService", "scheduler.amazonaws.com"),),
    ),
)
READS_MESSAGES = on_index(tables.MESSAGES, "scope", "addressee", "due")
READS_ALARMS = on_index(tables.ALARMS, "due")
PUBLISHES = Grant(("events:PutEvents",), arn("events", "event-bus/default"))

FUNCTIONS: tuple[Function, ...] = (
    Function(
        name="register",
        what="The events' pages, and sign-up",
        package="guests",
        url="register",
        grants=(*COMMITS, *LINKS),
    ),
    Function(
        name="link-handler",
        what="The links in guests' mails",
        package="guests",
        url="links",
        grants=(*COMMITS, *LINKS, *READS_MESSAGES),
    ),
    Function(
        name="desk",
        what="The host's desk and the JSON API",
        memory=512,
        timeout=30,
        url="desk",
        grants=(
            *COMMITS,
            *LINKS,
            *MAIL_LOG,
            *READS_MESSAGES,
            *READS_ALARMS,
            on_objects(ASSETS, "imports/*", "PutObject"),
            on_objects(RAW_MIME, "*", "GetObject"),
            on_function("ev-host-import"),
        ),
    ),
    Function(
        name="intake-ses-parser",
        what="Mail that comes in, read from the bucket where SES puts it",
        timeout=30,
        asynchronous=True,
        grants=(*COMMITS, *LINKS, *MAIL_LOG, *READS_MESSAGES, on_objects(RAW_MIME, "*", "GetObject")),
    ),
    Function(
        name="host-import",
        what="Lists of guests, row by row, asked for by the desk",
        timeout=60,
        asynchronous=True,
        grants=(*COMMITS, *LINKS, on_objects(ASSETS, "imports/*", "GetObject", "DeleteObject")),
    ),
    Function(
        name="keeper",
        what="What follows from a commit: schedules, the bus, and the sweep",
        asynchronous=True,
        rung=True,
        streams=(Waking(tables.ALARMS), Waking(tables.AUDIT)),
        grants=(*COMMITS, *LINKS, *BOOKS, *READS_ALARMS, *READS_MESSAGES, *SENDS, PUBLISHES),
    ),
    Function(
        name="messenger",
        what="The outbox: what is queued leaves by SES",
        timeout=30,
        asynchronous=True,
        rung=True,
        streams=(Waking(tables.MESSAGES, only="queued"),),
        grants=(*COMMITS, *LINKS, *BOOKS, *SENDS),
    ),
    Function(
        name="reminder-fire",
        what="Reminders whose time has come",
        asynchronous=True,
        rung=True,
        grants=(*COMMITS, *LINKS, *BOOKS),
    ),
    Function(
        name="offer-timeout",
        what="Offers whose claim window has passed",
        asynchronous=True,
        rung=True,
        grants=(*COMMITS, *LINKS, *BOOKS),
    ),
    Function(
        name="host-summary",
        what="The host's daily headcount, and the draft of the thanks",
        memory=512,
        asynchronous=True,
        rung=True,
        grants=(*COMMITS, *LINKS, *BOOKS),
    ),
    Function(
        name="feedback",
        what="Bounces and complaints, remembered with the guest",
        asynchronous=True,
        grants=(*COMMITS, *LINKS, *READS_MESSAGES),
    ),
    Function(
        name="rotate-key",
        what="A new key for links, asked for by Secrets Manager",
        timeout=30,
        grants=(on_secret(LINK_KEY, "DescribeSecret", "GetSecretValue", "PutSecretValue", "UpdateSecretVersionStage"),),
    ),
)


def function(name: str) -> Function:
    """Return the function of this name."""
    return next(one for one in FUNCTIONS if one.name == name)


def written_for_lambda(one: Function) -> tuple[Grant, ...]:
    """Return what Lambda does in the function's name: it writes logs, reads streams, and puts dead letters aside."""
    logs = arn("logs", f"log-group:/aws/lambda/{one.full_name}:*")
    found = [Grant(("logs:CreateLogStream", "logs:PutLogEvents"), logs, "lambda")]
    for waking in one.streams:
        stream = arn("dynamodb", f"table/{waking.table.name}/stream/*")
        actions = ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams")
        found.append(Grant(tuple(f"dynamodb:{action}" for action in actions), stream, "lambda"))
    if one.asynchronous:
        found.append(Grant(("sqs:SendMessage",), arn("sqs", one.letters), "lambda"))
    return tuple(found)


def all_grants(one: Function) -> tuple[Grant, ...]:
    """Return all that a function's role allows."""
    return (*one.grants, *written_for_lambda(one))
