"""Leave to do something, as exact pairs of actions and resources, under short names."""

from typing import Literal

import msgspec

from fullhouse.engine.access import Member
from fullhouse.engine.budget_record import MessageBudget
from fullhouse.engine.known_addresses import KnownAddresses
from fullhouse.engine.webhooks import WebhookConfig
from fullhouse.platforms.aws.dynamodb.derived_items import MARK
from fullhouse.platforms.aws.dynamodb.tables import DESK, Table
from fullhouse.products.frontdesk.appointments.model import OnlineNews
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.rsvp.event_content import CoverImage, EventContent
from infra.names import (
    HAS_MODEL,
    MAIL_SET,
    MODEL,
    MODEL_PROFILE,
    PARTS_SHELF,
    SCHEDULER_ROLE,
    SCHEDULES,
    TEXTRACT_ROLE,
)
from infra.shapes import Json, arn, sub

# The caller: our own code, or AWS in the function's name (it writes logs, reads streams, stores
# dead letters, and says "not found" instead of "not allowed" only to callers that may list).
Caller = Literal["code", "aws"]


class Grant(msgspec.Struct, frozen=True):
    """Leave to take these actions on one resource."""

    actions: tuple[str, ...]
    resource: str
    caller: Caller = "code"
    condition: tuple[tuple[str, str, str], ...] = ()  # operator, key, value
    effect: Literal["Allow", "Deny"] = "Allow"
    only: str = ""  # the condition of the stack under which it is granted at all

    def conditions(self) -> Json:
        """Return the conditions as a statement has them."""
        found: dict[str, dict[str, list[object]]] = {}
        for operator, key, value in self.condition:
            found.setdefault(operator, {}).setdefault(key, []).append(sub(value))
        return {
            operator: {key: values[0] if len(values) == 1 else values for key, values in of.items()}
            for operator, of in found.items()
        }


def joined(grants: tuple[Grant, ...]) -> tuple[Grant, ...]:
    """Merge grants, so that each resource occurs once with all its actions."""
    found: dict[tuple[object, ...], dict[str, None]] = {}
    for one in grants:
        actions = found.setdefault(
            (one.resource, one.caller, one.condition, one.effect, one.only), {}
        )
        actions.update(dict.fromkeys(one.actions))
    return tuple(
        # The key has the other fields in their order.
        Grant(tuple(sorted(actions)), *about)  # type: ignore[arg-type]  # fields in order
        for about, actions in found.items()
    )


def on_table(table: Table, *actions: str) -> Grant:
    return Grant(
        tuple(f"dynamodb:{one}" for one in actions), arn("dynamodb", f"table/{table.name}")
    )


def on_kinds(table: Table, kinds: tuple[str, ...], *actions: str) -> Grant:
    """Let only items of these kinds be used, in a table whose partitions are kinds."""
    only = tuple(("ForAllValues:StringEquals", "dynamodb:LeadingKeys", kind) for kind in kinds)
    return msgspec.structs.replace(on_table(table, *actions), condition=only)


def on_index(table: Table, name: str) -> Grant:
    """Let an index of a table be read."""
    return Grant(
        ("dynamodb:Query",), arn("dynamodb", f"table/{table.name}/index/{table.index(name).name}")
    )


def on_function(name: str) -> Grant:
    return Grant(("lambda:InvokeFunction",), arn("lambda", f"function:{name}"))


def _bucket(name: str) -> str:
    """A bucket's name says whose it is and where, so its ARN need not."""
    return f"arn:${{AWS::Partition}}:s3:::{name}-${{AWS::AccountId}}-${{AWS::Region}}"


def on_objects(bucket: str, path: str, *actions: str) -> Grant:
    return Grant(tuple(f"s3:{one}" for one in actions), f"{_bucket(bucket)}/{path}")


def on_bucket(bucket: str, *actions: str, caller: Caller = "code") -> Grant:
    return Grant(tuple(f"s3:{one}" for one in actions), _bucket(bucket), caller)


def on_secret(name: str, *actions: str) -> Grant:
    """Let a secret be used. Secrets Manager puts six characters of its own behind the name."""
    return Grant(
        tuple(f"secretsmanager:{one}" for one in actions),
        arn("secretsmanager", f"secret:{name}-??????"),
    )


# A model is called only by its profile, which may route the request to any of its regions.
_PROFILE = arn("bedrock", f"inference-profile/{MODEL_PROFILE}")
_THROUGH_IT = ("StringEquals", "bedrock:InferenceProfileArn", _PROFILE)
ASKS_MODEL = (
    Grant(("bedrock:InvokeModel",), _PROFILE, only=HAS_MODEL),
    *(
        Grant(
            ("bedrock:InvokeModel",),
            f"arn:${{AWS::Partition}}:bedrock:{where}::foundation-model/{MODEL}",
            condition=(_THROUGH_IT,),
            only=HAS_MODEL,
        )
        for where in ("${AWS::Region}", "")
    ),
)


def sees(product: Literal["wl", "ar"], bucket: str, shelf: str) -> tuple[Grant, ...]:
    """Allow jobs of Textract on files of mails; file and text are stored beside the mail.

    Jobs have no ARN for a policy. Textract reads the file in the name of the caller, and publishes
    its notice under a role of its own.
    """
    role = f"arn:${{AWS::Partition}}:iam::${{AWS::AccountId}}:role/{TEXTRACT_ROLE[product]}"
    to_textract = ("StringEquals", "iam:PassedToService", "textract.amazonaws.com")
    return (
        Grant(("textract:GetDocumentTextDetection", "textract:StartDocumentTextDetection"), "*"),
        Grant(("iam:PassRole",), role, condition=(to_textract,)),
        on_objects(bucket, f"{PARTS_SHELF}{shelf}*", "GetObject", "PutObject"),
    )


# The desk's table has members, tokens and secrets of webhooks, too: other functions get only the
# kinds of items that they use. The business's rules are read with its public holidays.
RULES = (Document.kind_name, Holidays.kind_name)
READS_RULES = on_kinds(DESK, RULES, "GetItem")
READS_MEMBERS = on_kinds(DESK, (Member.kind_name,), "Query")
READS_MARKS = on_kinds(DESK, (MARK,), "GetItem")
# What guests can read about an event: shown on its page, emptied with its guests.
CONTENT = (EventContent.kind_name, CoverImage.kind_name)
READS_CONTENT = on_kinds(DESK, CONTENT, "GetItem")
ERASES_CONTENT = on_kinds(DESK, CONTENT, "GetItem", "UpdateItem")
NOTES_NEWS = on_kinds(DESK, (OnlineNews.kind_name,), "GetItem", "PutItem", "UpdateItem")
NOTES_TEXTS = on_kinds(DESK, (WebhookConfig.kind_name,), "GetItem", "PutItem")
NOTES_HOOKS = on_kinds(DESK, (WebhookConfig.kind_name,), "GetItem", "PutItem", "UpdateItem")
# The mark of each mail, how many messages an inbox has had, and which addresses of it are known.
COUNTED = (MessageBudget.kind_name, KnownAddresses.kind_name)
COUNTS_MESSAGES = (
    on_kinds(DESK, (MARK,), "PutItem"),
    on_kinds(DESK, COUNTED, "GetItem", "PutItem", "UpdateItem"),
)

# For whoever tells something.
TELLS_BUS = Grant(("events:PutEvents",), arn("events", "event-bus/default"))

# Parameters are read by path; AWS may or may not check it with a slash at the end.
CONFIG = Grant(("ssm:GetParametersByPath",), arn("ssm", "parameter/ev/config*"))

APPOINTMENTS_CONFIG = Grant(("ssm:GetParametersByPath",), arn("ssm", "parameter/ar/config*"))

WAITLIST_CONFIG = Grant(("ssm:GetParametersByPath",), arn("ssm", "parameter/wl/config*"))

# An SMS goes to a phone number, which has no ARN for a policy. Publishing to topics is denied.
TEXTS = (
    Grant(("sns:CheckIfPhoneNumberIsOptedOut", "sns:Publish"), "*"),
    Grant(("sns:Publish",), "arn:${AWS::Partition}:sns:*:*:*", effect="Deny"),
)

SENDS = (
    Grant(("ses:SendRawEmail",), arn("ses", "identity/${SenderIdentity}")),
    Grant(("ses:SendRawEmail",), arn("ses", f"configuration-set/{MAIL_SET}")),
)
PASSES_ROLE = Grant(
    ("iam:PassRole",),
    f"arn:${{AWS::Partition}}:iam::${{AWS::AccountId}}:role/{SCHEDULER_ROLE}",
    condition=(("StringEquals", "iam:PassedToService", "scheduler.amazonaws.com"),),
)


def _on_schedules(*actions: str) -> Grant:
    return Grant(
        tuple(f"scheduler:{one}" for one in actions), arn("scheduler", f"schedule/{SCHEDULES}/*")
    )


BOOKS = (_on_schedules("CreateSchedule"), PASSES_ROLE)
BOOKS_AND_CLEARS = (_on_schedules("CreateSchedule", "DeleteSchedule"), PASSES_ROLE)
