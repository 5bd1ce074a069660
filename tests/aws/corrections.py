"""Where ministack falls short of AWS and tests would notice, set right.

Its own Python runs this, so it imports nothing of ours.
"""

import contextvars
import hashlib
import json
import tempfile
import threading
import time
import uuid
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self
from urllib.parse import parse_qs
from zoneinfo import ZoneInfo

PROCESSES = 2
WAITS_FOR_AT_MOST = 60.0  # a function that invokes itself would wait for its own end
VISITOR = "x-visitor"  # the header in which a visitor of a story names their address


class Zoned(str):
    """A schedule's expression that remembers its time zone."""

    __slots__ = ("zone",)
    zone: str


class ZonedFields:
    """When a schedule rings, and in which zone."""

    def __init__(self, fields: Any, zone: str) -> None:
        self.fields, self.zone = fields, zone


def keep_zones(stacks: Any, schedules: Any) -> None:
    """Give a schedule of a stack the time zone of its template, which ministack leaves out."""
    handlers = stacks._RESOURCE_HANDLERS["AWS::Scheduler::Schedule"]  # noqa: SLF001 - ministack's
    create = handlers["create"]

    def created(logical: str, properties: dict[str, Any], stack: str) -> Any:
        made = create(logical, properties, stack)
        expression = Zoned(properties["ScheduleExpression"])
        expression.zone = properties.get("ScheduleExpressionTimezone") or "UTC"
        kept = schedules._schedules  # noqa: SLF001 - ministack's
        kept[f"{properties['GroupName']}/{made[0]}"]["ScheduleExpression"] = expression
        return made

    handlers["create"] = created


def take_alarms_on_shares(stacks: Any) -> None:
    """Accept an alarm on several metrics in a stack; ministack rings none of them anyway."""
    handlers = stacks._RESOURCE_HANDLERS["AWS::CloudWatch::Alarm"]  # noqa: SLF001 - ministack's
    create = handlers["create"]

    def created(logical: str, properties: dict[str, Any], stack: str) -> Any:
        if "Metrics" not in properties:
            return create(logical, properties, stack)
        plain = {name: value for name, value in properties.items() if name != "Metrics"}
        first = properties["Metrics"][1]["MetricStat"]
        one = {
            "Namespace": first["Metric"]["Namespace"],
            "MetricName": first["Metric"]["MetricName"],
        }
        return create(
            logical, {**plain, **one, "Period": first["Period"], "Statistic": first["Stat"]}, stack
        )

    handlers["create"] = created


def know_who_opted_out(topics: Any) -> None:
    """Answer whether a number opted out of SNS, which ministack cannot: those in 0999 have."""
    handle = topics.handle_request

    async def handled(
        method: str, path: str, headers: dict[str, str], body: bytes, query: Any
    ) -> Any:
        asked = parse_qs(body.decode("utf-8", errors="replace"))
        if asked.get("Action") != ["CheckIfPhoneNumberIsOptedOut"]:
            return await handle(method, path, headers, body, query)
        out = str(asked["phoneNumber"][0].endswith("0999")).lower()
        name = "CheckIfPhoneNumberIsOptedOut"
        said = f"<{name}Result><isOptedOut>{out}</isOptedOut></{name}Result>"
        return topics._xml(200, f"{name}Response", said)  # noqa: SLF001 - ministack's own way out

    topics.handle_request = handled


def ring_in_zone(schedules: Any) -> None:
    """Run schedules in their own time zone, which ministack takes for UTC, every second."""
    at = schedules._at_time_epoch  # noqa: SLF001 - ministack's own way in

    def zoned(do: Callable[[str, dict[str, Any]], Any]) -> Callable[[str, dict[str, Any]], Any]:
        def done(name: str, body: dict[str, Any]) -> Any:
            expression = Zoned(body.get("ScheduleExpression", ""))
            expression.zone = body.get("ScheduleExpressionTimezone") or "UTC"
            return do(name, body | {"ScheduleExpression": expression})

        return done

    def instant(expression: str) -> float | None:
        epoch = at(expression)
        if epoch is None or not isinstance(expression, Zoned):
            return epoch if epoch is None else float(epoch)
        wall = datetime.fromtimestamp(epoch, UTC)
        return float(wall.replace(tzinfo=ZoneInfo(expression.zone)).timestamp())

    bus: Any = import_module("ministack.services.eventbridge")
    parse, following = bus._parse_cron_fields, bus._cron_next_fire  # noqa: SLF001 - as above

    def parsed(expression: str) -> Any:
        found = parse(expression)
        return (
            found
            if found is None or not isinstance(expression, Zoned)
            else ZonedFields(found, expression.zone)
        )

    def next_ring(fields: Any, after: datetime) -> datetime | None:
        if not isinstance(fields, ZonedFields):
            return following(fields, after)  # type: ignore[no-any-return] # an instant or nothing
        zone = ZoneInfo(fields.zone)
        wall = following(fields.fields, after.astimezone(zone).replace(tzinfo=UTC))
        return None if wall is None else wall.replace(tzinfo=zone).astimezone(UTC)

    bus._parse_cron_fields, bus._cron_next_fire = parsed, next_ring  # noqa: SLF001 - as above
    schedules._create_schedule = zoned(schedules._create_schedule)  # noqa: SLF001 - as above
    schedules._update_schedule = zoned(schedules._update_schedule)  # noqa: SLF001 - as above
    schedules._at_time_epoch = instant  # noqa: SLF001 - as above
    schedules._SCHEDULE_TICK_INTERVAL = 0.5  # noqa: SLF001 - as above


def set_bad_records_apart(functions: Any, pause: float = 0.1) -> None:
    """Retry stream records in halves, from the first one that failed, and set them aside at last.

    ministack retries a batch for ever that failed as a whole, and takes one that failed in part for
    done.
    """
    execute = functions._execute_function  # noqa: SLF001 - ministack's own way in

    def settled(func: Any, records: list[Any], mapping: dict[str, Any], tries: int) -> Any:
        result = execute(func, {"Records": records})
        left = records[_first_failed(result, records) :]
        if not left:
            return result
        if tries <= 0:
            arn = left[0]["eventSourceARN"]
            functions._send_ddb_stream_failure_record(  # noqa: SLF001 - as above
                mapping, func, left, arn, result, "RetryAttemptsExhausted"
            )
            return {"body": None}
        if result.get("error") and len(left) > 1:
            settled(func, left[: len(left) // 2], mapping, tries)
            return settled(func, left[len(left) // 2 :], mapping, tries)
        time.sleep(pause)
        return settled(func, left, mapping, tries - 1)

    def executed(func: Any, event: Any) -> Any:
        records = event.get("Records") if isinstance(event, dict) else None
        if not records or records[0].get("eventSource") != "aws:dynamodb":
            return execute(func, event)
        name = (func.get("config") or func)["FunctionName"]
        mappings = [
            one
            for _, _, one in functions._iter_all_esms()  # noqa: SLF001 - as above
            if one["EventSourceArn"] == records[0]["eventSourceARN"]
            and one["FunctionName"].endswith(name)
        ]
        if not mappings:  # somebody hands the records over by hand
            return execute(func, event)
        return settled(func, records, mappings[0], mappings[0].get("MaximumRetryAttempts", 5))

    functions._execute_function = executed  # noqa: SLF001 - as above


def _first_failed(result: dict[str, Any], records: list[Any]) -> int:
    """Return the place of the first record that has to be tried again, or one past the last."""
    if result.get("error"):
        return 0
    body = result.get("body")
    body = json.loads(body) if isinstance(body, str) else body
    failed = {one["itemIdentifier"] for one in (body or {}).get("batchItemFailures", ())}
    places = [
        place for place, one in enumerate(records) if one["dynamodb"]["SequenceNumber"] in failed
    ]
    return min(places, default=len(records))


def rotate_by_function(secrets: Any, functions: Any) -> None:
    """Rotate a secret as AWS does, by its function in four steps; ministack only adds a version."""
    read = secrets._get_secret_value  # noqa: SLF001 - ministack's own way in

    def steps(name: str, arn: str, token: str) -> None:
        for step in ("createSecret", "setSecret", "testSecret", "finishSecret"):
            event = {"Step": step, "SecretId": arn, "ClientRequestToken": token}
            record = functions._get_func_record_for_qualifier  # noqa: SLF001 - as above
            func, _ = record(name, None)
            if functions._execute_function(func, event).get("error"):  # noqa: SLF001 - as above
                return

    def rotate(data: dict[str, Any]) -> Any:
        _, secret = secrets._resolve(data["SecretId"])  # noqa: SLF001 - as above
        arn = secret["RotationLambdaARN"] = (
            data.get("RotationLambdaARN") or secret["RotationLambdaARN"]
        )
        token = data.get("ClientRequestToken") or str(uuid.uuid4())
        secret["RotationEnabled"] = True
        secret["Versions"][token] = {"CreatedDate": int(time.time()), "Stages": ["AWSPENDING"]}
        work = contextvars.copy_context()
        named = (arn.rpartition(":")[2], secret["ARN"], token)
        threading.Thread(target=work.run, args=(steps, *named), daemon=True).start()
        return secrets.json_response(
            {"ARN": secret["ARN"], "Name": secret["Name"], "VersionId": token}
        )

    def found(data: dict[str, Any]) -> Any:
        """Know nothing of a version that has no value yet."""
        answer = read(data)
        if answer[0] == 200 and "SecretString" not in json.loads(answer[2]):
            return secrets.error_response_json(
                "ResourceNotFoundException", "It has no value yet.", 400
            )
        return answer

    secrets._rotate_secret = rotate  # noqa: SLF001 - as above
    secrets._get_secret_value = found  # noqa: SLF001 - as above


def judge_what_is_named(actions: Any) -> None:
    """Let policies be asked for the very parameter path, schedule or sender that a request names.

    ministack asks for all parameters, for the group `default`, and for any sender.
    """
    extract = actions.extract_resource_arn

    def extracted(
        service: str, method: str, path: str, headers: dict[str, str], body: bytes, *more: Any
    ) -> Any:
        query, region, account = more
        home = f"{region}:{account}"
        if service == "ssm" and headers.get("x-amz-target", "").endswith(".GetParametersByPath"):
            return f"arn:aws:ssm:{home}:parameter/{json.loads(body)['Path'].strip('/')}"
        if service == "scheduler" and path.startswith("/schedules/"):
            group = (
                json.loads(body or b"{}").get("GroupName")
                or _first(query.get("groupName"))
                or "default"
            )
            return f"arn:aws:scheduler:{home}:schedule/{group}/{path.rpartition('/')[2]}"
        if service == "ses" and (source := _first(query.get("Source"))):
            return f"arn:aws:ses:{home}:identity/{source.rpartition('@')[2].rstrip('>')}"
        return extract(service, method, path, headers, body, *more)

    actions.extract_resource_arn = extracted


def tell_visitors_apart(front: Any) -> None:
    """Let each visitor come from an address of their own; here all of them are on loopback."""
    handle = front._handle_lambda_url_request  # noqa: SLF001 - the emulator has no setting for this

    async def handled(
        host: str, path: str, method: str, headers: dict[str, str], *more: Any, **named: Any
    ) -> Any:
        if VISITOR in headers:
            named["source_ip"] = headers[VISITOR]
        return await handle(host, path, method, headers, *more, **named)

    front._handle_lambda_url_request = handled  # noqa: SLF001 - replaced for the visitors


def _first(value: Any) -> str:
    return str(value[0] if isinstance(value, list) else value or "")


def try_again_what_nobody_waits_for(bus: Any, topics: Any, functions: Any) -> None:
    """Retry what a schedule or a topic sends when its function fails, and set it aside at last.

    ministack does so only with what a bucket sends, and what is invoked by name.
    """

    def dispatched(arn: str, payload: str) -> None:
        func, _, _ = functions._get_func_record_for_ref(arn)  # noqa: SLF001 - ministack's
        functions.invoke_async_with_retry(func, json.loads(payload))

    bus._dispatch_to_lambda = dispatched  # noqa: SLF001 - as above
    topics._lambda_svc = SimpleNamespace(  # noqa: SLF001 - as above
        **{
            **vars(functions),
            "_execute_function_with_config_scope": functions.invoke_async_with_retry,
        }
    )


class Unpacked:
    """A package that is unpacked once, and shared by all processes of its functions."""

    lock = threading.Lock()

    def __init__(self, path: str) -> None:
        self.path = Path(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def extractall(self, place: str) -> None:
        digest = hashlib.sha256(self.path.read_bytes()).hexdigest()
        shared = Path(tempfile.gettempdir()) / f"unpacked-{digest}"
        with self.lock:
            if not shared.exists():
                zipfile.ZipFile(self.path).extractall(shared)
        for one in shared.iterdir():
            (Path(place) / one.name).symlink_to(one)


def unpack_once(runtime: Any) -> None:
    """Start processes sooner: ministack unpacks a package for each of hundreds of them."""
    runtime.zipfile = SimpleNamespace(ZipFile=Unpacked, BadZipFile=zipfile.BadZipFile)


def keep_processes(runtime: Any) -> None:
    """Let processes outlive a move of the clock, which they look at before each run."""
    reads = "        _ms_msg = json.loads(line)\n"
    script = runtime._PYTHON_WORKER_SCRIPT  # noqa: SLF001 - ministack has no setting for it
    assert script.count(reads) == 1
    follows = "        sys.modules['sitecustomize'].traveller.follow()\n"
    runtime._PYTHON_WORKER_SCRIPT = script.replace(reads, reads + follows)  # noqa: SLF001 - as above


def share_processes(functions: Any) -> None:
    """Run what nobody waits for in two processes of each function at most.

    A move of the clock makes dozens of schedules due at once. ministack starts a process for each,
    which takes a small machine longer than to do one after the other.
    """
    run = functions._execute_function_warm  # noqa: SLF001 - ministack has no limit to set
    rooms: dict[str, threading.Semaphore] = {}

    def ran(func: dict[str, Any], event: Any, request_id: str) -> Any:
        if isinstance(event, dict) and "requestContext" in event:  # someone waits for the page
            return run(func, event, request_id)
        name = (func.get("config") or func)["FunctionName"]
        room = rooms.setdefault(name, threading.Semaphore(PROCESSES))
        entered = room.acquire(timeout=WAITS_FOR_AT_MOST)
        try:
            return run(func, event, request_id)
        finally:
            if entered:
                room.release()

    functions._execute_function_warm = ran  # noqa: SLF001 - as above


def correct() -> None:
    """Set all of it right."""
    functions = import_module("ministack.services.lambda_svc")
    schedules = import_module("ministack.services.scheduler")
    ring_in_zone(schedules)
    stacks = import_module("ministack.services.cloudformation.provisioners")
    keep_zones(stacks, schedules)
    take_alarms_on_shares(stacks)
    set_bad_records_apart(functions)
    bus, topics = (
        import_module("ministack.services.eventbridge"),
        import_module("ministack.services.sns"),
    )
    try_again_what_nobody_waits_for(bus, topics, functions)
    know_who_opted_out(topics)
    rotate_by_function(import_module("ministack.services.secretsmanager"), functions)
    runtime = import_module("ministack.core.lambda_runtime")
    unpack_once(runtime)
    keep_processes(runtime)
    share_processes(functions)
    judge_what_is_named(import_module("ministack.core.iam_actions"))
    tell_visitors_apart(import_module("ministack.app"))
