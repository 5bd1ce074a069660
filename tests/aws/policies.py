"""An evaluator of IAM policies: what a role may do, and which of its rights were never used."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from tests.aws.emulator import ACCOUNT, REGION, Emulator
from tests.aws.record import Call, Read, Record, Write

WRITES = {
    "Put": "PutItem",
    "Update": "UpdateItem",
    "Delete": "DeleteItem",
    "ConditionCheck": "ConditionCheckItem",
}
READS = {"GetItem": "GetItem", "TransactGetItems": "GetItem", "Query": "Query", "Scan": "Scan"}
SINGLE = {"StringEquals", "StringLike", "ArnEquals", "ArnLike"}
ALL_EQUAL = "ForAllValues:StringEquals"  # IAM lets what has no values pass; here nothing does
LEADING = "dynamodb:LeadingKeys"
BY_KIND = {"ev-desk"}  # tables of which a role may be granted only some kinds of items
STREAM = re.compile(r"arn:aws:dynamodb:[^:]+:\d+:table/([^/]+)/stream/.+")


class Use(msgspec.Struct, frozen=True):
    """One thing that a role does: an action on a resource, with what its conditions may ask for."""

    role: str
    action: str
    resource: str
    context: tuple[tuple[str, str], ...] = ()


class Statement(msgspec.Struct, frozen=True):
    """One statement of a role's policy."""

    effect: str
    actions: tuple[str, ...]
    resources: tuple[str, ...]
    conditions: tuple[tuple[str, str, tuple[str, ...]], ...] = ()

    def covers(self, use: Use) -> bool:
        """Say whether it speaks of this use, and its conditions hold."""
        return (
            any(matches(use.action.lower(), one.lower()) for one in self.actions)
            and any(matches(use.resource, one) for one in self.resources)
            and all(_holds(one, dict(use.context)) for one in self.conditions)
        )


def arn(service: str, rest: str) -> str:
    return f"arn:aws:{service}:{REGION}:{ACCOUNT}:{rest}"


@lru_cache(maxsize=4096)
def _pattern(text: str) -> re.Pattern[str]:
    signs = {"*": ".*", "?": "."}
    return re.compile("".join(signs.get(one) or re.escape(one) for one in text), re.DOTALL)


def matches(text: str, pattern: str) -> bool:
    """Compare as IAM does: `*` stands for anything, `?` for one sign."""
    return _pattern(pattern).fullmatch(text) is not None


def _holds(condition: tuple[str, str, tuple[str, ...]], context: Mapping[str, str]) -> bool:
    operator, key, wanted = condition
    if operator not in {*SINGLE, ALL_EQUAL}:
        raise NotImplementedError(f"a policy asks for {operator}, which is not judged here")
    given = context.get(key)
    exact = operator in {"StringEquals", ALL_EQUAL}
    return given is not None and any(
        given == one if exact else matches(given, one) for one in wanted
    )


def allows(statements: Iterable[Statement], use: Use) -> bool:
    """Say whether a policy allows this: one statement does, and none denies it."""
    speaking = [one.effect for one in statements if one.covers(use)]
    return "Allow" in speaking and "Deny" not in speaking


def parse(document: Mapping[str, Any]) -> tuple[Statement, ...]:
    """Read a policy. What we do not judge must not be in it."""
    return tuple(_statement(one) for one in _many(document["Statement"]))


def _many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _statement(said: Mapping[str, Any]) -> Statement:
    if unknown := set(said) - {"Effect", "Action", "Resource", "Condition", "Sid"}:
        raise NotImplementedError(f"a policy says {unknown}, which is not judged here")
    conditions = tuple(
        (operator, key, tuple(_many(wanted)))
        for operator, keys in said.get("Condition", {}).items()
        for key, wanted in keys.items()
    )
    return Statement(
        said["Effect"], tuple(_many(said["Action"])), tuple(_many(said["Resource"])), conditions
    )


def deployed(emulator: Emulator) -> dict[str, tuple[Statement, ...]]:
    """Read the policies of all roles of ours, as the deploy command put them in place."""
    people = emulator.client("iam")
    found: dict[str, tuple[Statement, ...]] = {}
    for role in people.list_roles()["Roles"]:
        name = role["RoleName"]
        if name.startswith(("ev-", "wl-", "ar-")):
            listed = people.list_role_policies(RoleName=name)["PolicyNames"]
            documents = [
                people.get_role_policy(RoleName=name, PolicyName=one)["PolicyDocument"]
                for one in listed
            ]
            found[name] = tuple(statement for one in documents for statement in parse(one))
            assert people.list_attached_role_policies(RoleName=name)["AttachedPolicies"] == []
    return found


def secrets(emulator: Emulator) -> dict[str, str]:
    """Return the ARN of each secret by its name: it ends in signs that nobody knows before."""
    return {
        one["Name"]: one["ARN"]
        for one in emulator.client("secretsmanager").list_secrets()["SecretList"]
    }


def uses(call: Call, secret_arns: Mapping[str, str]) -> Iterator[Use]:
    """Yield what a call needs to be allowed, by AWS's service authorization reference."""
    match call.service:
        case "dynamodb":
            yield from _tables(call)
        case "ses":
            yield from (Use(call.role, action, place) for action, place in _mail(call))
        case "s3" if call.operation == "HeadObject":
            yield Use(call.role, "s3:GetObject", _object(call.names))
        case "lambda":
            yield Use(call.role, "lambda:InvokeFunction", _place(call, secret_arns))
        case service:
            yield Use(call.role, f"{service}:{call.operation}", _place(call, secret_arns))
    if call.service in ("scheduler", "textract") and call.names.get("RoleArn"):
        to = (("iam:PassedToService", f"{call.service}.amazonaws.com"),)
        yield Use(call.role, "iam:PassRole", call.names["RoleArn"], to)


def _place(call: Call, secret_arns: Mapping[str, str]) -> str:
    """Name what a call is about, as policies do."""
    names = call.names
    known: dict[str, Callable[[], str]] = {
        "s3": lambda: _object(names),
        "ssm": lambda: arn("ssm", "parameter/" + names["Path"].strip("/")),
        "secretsmanager": lambda: secret_arns.get(names["SecretId"], names["SecretId"]),
        "lambda": lambda: arn("lambda", f"function:{names['FunctionName'].rpartition(':')[2]}"),
        "events": lambda: arn("events", "event-bus/default"),
        "scheduler": lambda: arn("scheduler", f"schedule/{names['GroupName']}/{names['Name']}"),
    }
    return known.get(call.service, lambda: "*")()


def _object(names: Mapping[str, Any]) -> str:
    return (
        f"arn:aws:s3:::{names['Bucket']}/{names['Key']}"
        if names["Key"]
        else f"arn:aws:s3:::{names['Bucket']}"
    )


def _tables(call: Call) -> Iterator[Use]:
    """Yield DynamoDB's needed actions; a transaction needs those it is made of, table by table."""
    batch = call.operation if call.operation.startswith("Batch") else ""
    for write in call.writes:
        action = f"dynamodb:{batch or WRITES[write.kind]}"
        yield Use(call.role, action, arn("dynamodb", f"table/{write.table}"), _kind(write))
    for read in call.reads:
        index = f"/index/{read.index}" if read.index else ""
        place = arn("dynamodb", f"table/{read.table}{index}")
        yield Use(call.role, f"dynamodb:{batch or READS[call.operation]}", place, _kind(read))
    if not call.writes and not call.reads and not call.error:
        yield Use(call.role, f"dynamodb:{call.operation}", "*")


def _kind(touched: Write | Read) -> tuple[tuple[str, str], ...]:
    return ((LEADING, touched.key),) if touched.table in BY_KIND else ()


def _mail(call: Call) -> Iterator[tuple[str, str]]:
    """Yield what SES asks for: the sender's domain, and the configuration set if one is named."""
    yield (
        f"ses:{call.operation}",
        arn("ses", f"identity/{call.names['From'].rpartition('@')[2].rstrip('>')}"),
    )
    if call.names.get("ConfigurationSet"):
        yield (
            f"ses:{call.operation}",
            arn("ses", f"configuration-set/{call.names['ConfigurationSet']}"),
        )


def done_by_lambda(record: Record) -> Iterator[Use]:
    """Yield what Lambda does as a function: read streams, write logs, set dead letters aside."""
    yield from (Use(one.function, "sqs:SendMessage", one.queue) for one in record.dead_letters)
    for run in record.runs:
        log = arn("logs", f"log-group:/aws/lambda/{run.function}:log-stream:any")
        yield Use(run.function, "logs:CreateLogStream", log)
        yield Use(run.function, "logs:PutLogEvents", log)
        if STREAM.fullmatch(run.source):
            for action in ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"):
                yield Use(run.function, f"dynamodb:{action}", run.source)


def done_by_scheduler(record: Record) -> Iterator[Use]:
    """Yield what schedules do under their role: they ring functions."""
    for ring in record.rings:
        yield Use((ring.role or "").rpartition("/")[2], "lambda:InvokeFunction", ring.target)


def _kinds(statement: Statement) -> list[str]:
    return [kind for _, key, kinds in statement.conditions if key == LEADING for kind in kinds]


def unused(
    policies: Mapping[str, tuple[Statement, ...]], made: Iterable[Use]
) -> set[tuple[str, str, str]]:
    """Return each action on each resource that some role may take and never took.

    A resource of which only items of one kind are granted is followed by that kind.
    """
    seen = set(made)
    by_role: dict[str, set[Use]] = {}
    for use in seen:
        by_role.setdefault(use.role, set()).add(use)
    return {
        (role, action, " ".join((resource, *_kinds(statement))))
        for role, statements in policies.items()
        for statement in statements
        for action in statement.actions
        for resource in statement.resources
        if statement.effect == "Allow"
        if not any(
            Statement("Allow", (action,), (resource,), statement.conditions).covers(use)
            for use in by_role.get(role, ())
        )
    }
