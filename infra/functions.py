"""Functions with their logs, URLs, streams and dead letter queues."""

from typing import get_args

from infra.function import LETTERS, Function, Package, Product, Variable, Waking
from infra.names import (
    APPOINTMENTS_MIME,
    APPOINTMENTS_SOURCE,
    ARCHITECTURE,
    ASSETS,
    LETTERS_KEPT_DAYS,
    LOGS_KEPT_DAYS,
    RAW_MIME,
    RULES_SOURCE,
    RUNTIME,
    SCHEDULER_ROLE,
    WAITLIST_MIME,
    WAITLIST_SOURCE,
)
from infra.permissions import role_id
from infra.registry import of
from infra.shapes import Json, att, named, ref, resource, sub
from infra.tables import is_of, stream_name, table_id

DAY_SECONDS = 86400
CODE_KEYS = {name: f"{name.title()}Code" for name in get_args(Package)}
TRIES = 2
STREAM_TRIES = 5
BATCH = 10
OLDEST_SECONDS = 6 * 3600


def function_id(one: Function) -> str:
    """Return what templates call a function."""
    return one.id + "Function"


def resources(product: Product) -> Json:
    """Describe a product's functions and what belongs to each."""
    found: Json = {_shared_letters(product): _letters(LETTERS[product])} if LETTERS[product] else {}
    for one in of(product):
        found |= _own(one)
    return found


def letters_id(one: Function) -> str:
    """Return what templates call the queue for what a function could not deal with."""
    return _shared_letters(one.product) if LETTERS[one.product] else f"{one.id}Letters"


def _shared_letters(product: Product) -> str:
    return f"{product.title()}Letters"


def _own(one: Function) -> Json:
    name = one.id
    found = {f"{name}Logs": _logs(one), f"{name}Function": _function(one)}
    if one.url:
        found |= _address(one)
    if one.asynchronous:
        own = {} if LETTERS[one.product] else {letters_id(one): _letters(one.letters)}
        found |= {**own, f"{name}Tries": _tries(one)}
    for waking in one.streams:
        found[f"{name}{table_id(waking.table)}Stream"] = _stream(one, waking)
    return found


def _logs(one: Function) -> Json:
    properties = {"LogGroupName": one.logs, "RetentionInDays": LOGS_KEPT_DAYS}
    return resource(
        "AWS::Logs::LogGroup", properties, DeletionPolicy="Delete", UpdateReplacePolicy="Delete"
    )


def _function(one: Function) -> Json:
    """Describe a function. Its log is JSON, so that Lambda's own lines can be filtered, too."""
    properties: Json = {
        "FunctionName": one.full_name,
        "Description": one.what,
        "Runtime": RUNTIME,
        "Architectures": [ARCHITECTURE],
        "Handler": one.handler,
        "MemorySize": one.memory,
        "Timeout": one.timeout,
        "Role": att(role_id(one), "Arn"),
        "Code": {
            "S3Bucket": sub(named(ASSETS)),
            "S3Key": ref(CODE_KEYS[one.package]),
        },
        "TracingConfig": {"Mode": "PassThrough"},
        "LoggingConfig": {"LogFormat": "JSON", "LogGroup": ref(one.id + "Logs")},
    }
    if one.wakes_itself:
        properties["RecursiveLoop"] = "Allow"
    if one.told:
        properties["Environment"] = {"Variables": _environment(one)}
    return resource("AWS::Lambda::Function", properties)


def _environment(one: Function) -> Json:
    """Return the environment variables that a function needs; settings are in Parameter Store."""
    known: dict[Variable, object] = {
        "EV_ACCOUNT": ref("AWS::AccountId"),
        "EV_SCHEDULER_ROLE": sub(
            f"arn:${{AWS::Partition}}:iam::${{AWS::AccountId}}:role/{SCHEDULER_ROLE}"
        ),
        "EV_RAW_MIME": sub(named(RAW_MIME)),
        "EV_ASSETS": sub(named(ASSETS)),
        "WL_RAW_MIME": sub(named(WAITLIST_MIME)),
        "WL_WAITLIST_SOURCE": sub(named(WAITLIST_SOURCE)),
        "WL_RULES_SOURCE": sub(named(RULES_SOURCE)),
        "AR_RAW_MIME": sub(named(APPOINTMENTS_MIME)),
        "AR_APPOINTMENTS_SOURCE": sub(named(APPOINTMENTS_SOURCE)),
    }
    return {name: known[name] for name in one.told}


def _address(one: Function) -> Json:
    """Give a function an address that anyone may call. Lambda asks for both permissions."""
    name = one.id
    target = ref(function_id(one))
    return {
        f"{name}Url": resource(
            "AWS::Lambda::Url",
            {"TargetFunctionArn": att(function_id(one), "Arn"), "AuthType": "NONE"},
        ),
        f"{name}UrlPermission": resource(
            "AWS::Lambda::Permission",
            {
                "Action": "lambda:InvokeFunctionUrl",
                "FunctionName": target,
                "Principal": "*",
                "FunctionUrlAuthType": "NONE",
            },
        ),
        f"{name}UrlInvokePermission": resource(
            "AWS::Lambda::Permission",
            {
                "Action": "lambda:InvokeFunction",
                "FunctionName": target,
                "Principal": "*",
                "InvokedViaFunctionUrl": True,
            },
        ),
    }


def _letters(name: str) -> Json:
    properties = {
        "QueueName": name,
        "MessageRetentionPeriod": LETTERS_KEPT_DAYS * DAY_SECONDS,
        "SqsManagedSseEnabled": True,
    }
    return resource(
        "AWS::SQS::Queue", properties, DeletionPolicy="Delete", UpdateReplacePolicy="Delete"
    )


def _letters_arn(one: Function) -> Json:
    return att(letters_id(one), "Arn")


def _tries(one: Function) -> Json:
    """Describe how often an event is retried, and the queue for those that fail."""
    properties = {
        "FunctionName": ref(function_id(one)),
        "Qualifier": "$LATEST",
        "MaximumRetryAttempts": TRIES,
        "MaximumEventAgeInSeconds": OLDEST_SECONDS,
        "DestinationConfig": {"OnFailure": {"Destination": _letters_arn(one)}},
    }
    return resource("AWS::Lambda::EventInvokeConfig", properties)


def _stream(one: Function, waking: Waking) -> Json:
    """Describe a stream's event source; a bad record is isolated and delays others only briefly."""
    properties: Json = {
        "EventSourceArn": _stream_of(one, waking),
        "FunctionName": ref(function_id(one)),
        "StartingPosition": "TRIM_HORIZON",
        "BatchSize": BATCH,
        "FunctionResponseTypes": ["ReportBatchItemFailures"],
        "BisectBatchOnFunctionError": True,
        "MaximumRetryAttempts": STREAM_TRIES,
        "MaximumRecordAgeInSeconds": OLDEST_SECONDS,
        "DestinationConfig": {"OnFailure": {"Destination": _letters_arn(one)}},
    }
    if waking.only:
        properties["FilterCriteria"] = {"Filters": [{"Pattern": waking.only}]}
    return resource("AWS::Lambda::EventSourceMapping", properties)


def _stream_of(one: Function, waking: Waking) -> Json:
    """Name a stream: of a table in the same stack, or of the house's, which is told."""
    if is_of(waking.table, one.product):
        return att(table_id(waking.table), "StreamArn")
    return ref(stream_name(waking.table))
