"""Deployed resources as the guide's table words them, from templates or booking code."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from fullhouse.platforms.aws import alarms, schedules
from fullhouse.platforms.aws.dynamodb.item_codec import SHAPES
from fullhouse.platforms.aws.mail import outbox
from fullhouse.products.frontdesk.appointments import commands as appointment_commands
from fullhouse.products.frontdesk.waitlist import commands as waitlist_commands
from fullhouse.products.rsvp import commands
from infra import names, registry
from infra.function import Function, Product
from tests.infra.reading import alarm, every, function, of_kind, plain, table

MORNING = datetime(2026, 6, 1, 7, tzinfo=UTC)


def size(name: str) -> str:
    one = function(name)
    return f"{one['MemorySize']} MB, {one['Timeout']} s"


def same(kind: str, read: Callable[[Any], Any]) -> str:
    """Return what all resources of a kind have in common."""
    (value,) = {str(read(one)) for one in of_kind(kind).values()}
    return value


def keys(schema: list[dict[str, str]]) -> str:
    return ", ".join(f"`{one['AttributeName']}`" for one in schema)


def indexes(name: str) -> str:
    found = table(name).get("GlobalSecondaryIndexes", [])
    return "; ".join(keys(one["KeySchema"]) for one in found) or "none"


def trigger(name: str) -> str:
    """Say what wakes a function."""
    one = registry.function(name)
    target = {"Ref": _logical(name)}
    found = []
    urls = [
        url
        for url in of_kind("AWS::Lambda::Url").values()
        if url["TargetFunctionArn"]["Fn::GetAtt"][0] == target["Ref"]
    ]
    found += [f"Function URL, `{url['AuthType']}`" for url in urls]
    permits = [
        p for p in of_kind("AWS::Lambda::Permission").values() if p["FunctionName"] == target
    ]
    puts = f"a put into `{one.product}-raw-mime`"
    services = {"s3.amazonaws.com": puts, "secretsmanager.amazonaws.com": "Secrets Manager"}
    found += sorted({services[p["Principal"]] for p in permits if p["Principal"] in services})
    topics = [p["SourceArn"]["Ref"] for p in permits if p["Principal"] == "sns.amazonaws.com"]
    told = sorted(f"`{of_kind('AWS::SNS::Topic')[one]['TopicName']}`" for one in topics)
    found += [", ".join(told)] if told else []
    streams = [
        m
        for m in of_kind("AWS::Lambda::EventSourceMapping").values()
        if m["FunctionName"] == target
    ]
    for mapping in streams:
        found.append(f"the stream of `{_source(mapping['EventSourceArn'])}`")
    standing = _standing(one)
    if standing:
        found.append(f"`{standing['ScheduleExpression']}`")
    if one.full_name in RUNG_LATER:
        found.append("schedules")
    callers = [
        f"`{plain(role['RoleName'])}`"
        for role in of_kind("AWS::IAM::Role").values()
        if _may_call(role, one)
    ]
    found += [
        f"invoked by {caller}"
        for caller in callers
        if caller not in ("`ev-scheduler`", f"`{one.full_name}`")
    ]
    return ", ".join(found)


# Whom functions book while the house runs, as the code says it.
RUNG_LATER = {*alarms.RUNG_BY.values(), alarms.KEEPER, outbox.MESSENGER, *outbox.SENT_BY.values()}


def _source(said: Any) -> str:
    """Name the table of a stream: one of the same stack, or one that the stack is told of."""
    if "Fn::GetAtt" in said:
        return str(every()[said["Fn::GetAtt"][0]]["Properties"]["TableName"])
    return {"AlarmsStream": "ev-alarms", "MessagesStream": "ev-messages"}[said["Ref"]]


def _standing(one: Function) -> Any:
    """Find a business's schedule that stands for a function, if there is one."""
    target = {"Fn::GetAtt": [_logical(one.full_name), "Arn"]}
    found = [each for each in _rounds() if each["Target"]["Arn"] == target]
    return found[0] if found else None


def _rounds() -> list[Any]:
    return [
        one
        for product in ("wl", "ar")
        for one in of_kind("AWS::Scheduler::Schedule", product).values()
    ]


def _logical(name: str) -> str:
    full = registry.function(name).full_name
    (found,) = [
        key for key, one in of_kind("AWS::Lambda::Function").items() if one["FunctionName"] == full
    ]
    return found


def _may_call(role: Any, one: Function) -> bool:
    statements = role["Policies"][0]["PolicyDocument"]["Statement"]
    return any(
        "lambda:InvokeFunction" in statement["Action"]
        and plain(place).endswith(f":{one.full_name}")
        for statement in statements
        for place in (
            statement["Resource"]
            if isinstance(statement["Resource"], list)
            else [statement["Resource"]]
        )
    )


def attributes(kind: Any, *wanted: str) -> str:
    """Return the wanted attributes of an item as text; each of them must exist."""
    there = set(SHAPES[kind].names.values()) | {"offer_expires", "waitlist_pos"}
    assert set(wanted) <= there, set(wanted) - there
    return ", ".join(f"`{one}`" for one in wanted)


def services(name: str) -> set[str]:
    """Name the services that a function's role speaks of."""
    return {
        action.partition(":")[0]
        for one in registry.all_grants(registry.function(name))
        for action in one.actions
    }


def model(product: Product, *may: str) -> str:
    """Say which model those may ask whom the plan names, and that no other of the product may."""
    asking = [one.full_name for one in registry.of(product) if "bedrock" in services(one.full_name)]
    assert sorted(asking) == sorted(may)
    said = f"`{names.MODEL}` by its `{names.MODEL_PROFILE.removesuffix(names.MODEL)}` profile"
    return f"{said}, with `MODEL=bedrock`, for {', '.join(f'`{one}`' for one in asking)}"


def rule(name: str = "Rule") -> Any:
    return of_kind("AWS::SES::ReceiptRule")[name]["Rule"]


def lifecycle(bucket: str, rule_id: str) -> Any:
    rules = every()[bucket]["Properties"]["LifecycleConfiguration"]["Rules"]
    (one,) = [one for one in rules if one["Id"] == rule_id]
    return one


def raised(name: str) -> str:
    """Say when an alarm goes off."""
    one = alarm(name)
    assert one["ComparisonOperator"] == "GreaterThanThreshold"
    period = {300: "5 minutes", 3600: "an hour", 86400: "24 hours"}[one["Period"]]
    condition = f"{one['Statistic'].lower()} > {one['Threshold']} in {period}"
    return f"`{name}`: `{one['MetricName']}`, {condition}"


def one_off(function_name: str) -> str:
    """Say how one-off schedules are booked; the code books them, so it is read off the code."""
    expression, zone = schedules.at(MORNING, "Europe/Berlin")
    assert (expression, zone) == ("at(2026-06-01T09:00:00)", "Europe/Berlin")
    assert function_name in RUNG_LATER
    whose = (
        "the business's zone" if function_name.startswith(("wl-", "ar-")) else "the event's zone"
    )
    return f"`at(…)` in {whose}, to `{function_name}`, deleted after it rang"


def telling(action: str, function_name: str) -> str:
    both = {**vars(commands), **vars(waitlist_commands), **vars(appointment_commands)}
    assert alarms.RUNG_BY[both[action]] == function_name
    return one_off(function_name)
