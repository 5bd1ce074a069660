"""Functions with their logs, addresses, streams, and the queues for what they could not deal with."""

from infra.names import ARCHITECTURE, ASSETS, LETTERS_KEPT_DAYS, LOGS_KEPT_DAYS, RAW_MIME, RUNTIME, SCHEDULER_ROLE
from infra.permissions import role_id
from infra.registry import FUNCTIONS, Function, Variable, Waking
from infra.shapes import Json, att, named, pascal, ref, resource, sub
from infra.tables import table_id

DAY_SECONDS = 86400
CODE_KEYS = {"guests": "GuestsCode", "house": "HouseCode"}
TRIES = 2
STREAM_TRIES = 5
BATCH = 10
OLDEST_SECONDS = 6 * 3600


def function_id(one: Function) -> str:
    """Return what templates call a function."""
    return pascal(one.name) + "Function"


def resources() -> Json:
    """Describe all functions and what belongs to each."""
    found: Json = {}
    for one in FUNCTIONS:
        found |= _own(one)
    return found


def _own(one: Function) -> Json:
    name = pascal(one.name)
    found = {f"{name}Logs": _logs(one), f"{name}Function": _function(one)}
    if one.url:
        found |= _address(one)
    if one.asynchronous:
        found |= {f"{name}Letters": _letters(one), f"{name}Tries": _tries(one)}
    for waking in one.streams:
        found[f"{name}{table_id(waking.table)}Stream"] = _stream(one, waking)
    return found


def _logs(one: Function) -> Json:
    properties = {"LogGroupName": one.logs, "RetentionInDays": LOGS_KEPT_DAYS}
    return resource("AWS::Logs::LogGroup", properties, DeletionPolicy="Delete", UpdateReplacePolicy="Delete")


def _function(one: Function) -> Json:
    """Describe a function. Its log is JSON: our own lines pass as they are, and Lambda's own can be filtered, too."""
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
        "LoggingConfig": {"LogFormat": "JSON", "LogGroup": ref(pascal(one.name) + "Logs")},
    }
    if one.wakes_itself:
        properties["RecursiveLoop"] = "Allow"
    if one.told:
        properties["Environment"] = {"Variables": _environment(one)}
    return resource("AWS::Lambda::Function", properties)


def _environment(one: Function) -> Json:
    """Say where it runs, as far as it has to know. How the house is set up it reads from its settings."""
    known: dict[Variable, object] = {
        "EV_ACCOUNT": ref("AWS::AccountId"),
        "EV_SCHEDULER_ROLE": sub(f"arn:${{AWS::Partition}}:iam::${{AWS::AccountId}}:role/{SCHEDULER_ROLE}"),
        "EV_RAW_MIME": sub(named(RAW_MIME)),
        "EV_ASSETS": sub(named(ASSETS)),
    }
    return {name: known[name] for name in one.told}


def _address(one: Function) -> Json:
    """Give a function an address that anyone may call. Lambda asks for both permissions."""
    name = pascal(one.name)
    target = ref(function_id(one))
    return {
        f"{name}Url": resource(
            "AWS::Lambda::Url", {"TargetFunctionArn": att(function_id(one), "Arn"), "AuthType": "NONE"}
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


def _letters(one: Function) -> Json:
    properties = {
        "QueueName": one.letters,
        "MessageRetentionPeriod": LETTERS_KEPT_DAYS * DAY_SECONDS,
        "SqsManagedSseEnabled": True,
    }
    return resource("AWS::SQS::Queue", properties, DeletionPolicy="Delete", UpdateReplacePolicy="Delete")


def _letters_arn(one: Function) -> Json:
    return att(pascal(one.name) + "Letters", "Arn")


def _tries(one: Function) -> Json:
    """Say how often an event is tried, and where it goes then."""
    properties = {
        "FunctionName": ref(function_id(one)),
        "Qualifier": "$LATEST",
        "MaximumRetryAttempts": TRIES,
        "MaximumEventAgeInSeconds": OLDEST_SECONDS,
        "DestinationConfig": {"OnFailure": {"Destination": _letters_arn(one)}},
    }
    return resource("AWS::Lambda::EventInvokeConfig", properties)


def _stream(one: Function, waking: Waking) -> Json:
    """Let a table's stream wake a function: one bad record is set apart, and holds up the others for a while only."""
    properties: Json = {
        "EventSourceArn": att(table_id(waking.table), "StreamArn"),
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
        pattern = '{"dynamodb":{"NewImage":{"status":{"S":["' + waking.only + '"]}}}}'
        properties["FilterCriteria"] = {"Filters": [{"Pattern": pattern}]}
    return resource("AWS::Lambda::EventSourceMapping", properties)
