"""Runs ministack on a given socket and records every AWS call, invocation and due schedule.

ministack's own Python starts this, so it imports nothing of the product. The format of a line is in
record.py.
"""

import base64
import gc
import json
import os
import re
import shutil
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs, unquote

from tests.aws.corrections import correct
from tests.aws.emulator_clock import Clockwork
from tests.aws.fresh_tables import FreshTables
from tests.aws.textract import add_textract
from tests.aws.watching import (
    Book,
    facts_of_the_call,
    watch_functions,
    watch_letters,
    watch_schedules,
    watch_tables,
)

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

CREDENTIAL = re.compile(r"Credential=([^/]+)/\d+/[^/]+/([^/]+)/aws4_request")
NAMES = ("FunctionName", "Name", "Path", "QueueUrl", "SecretId", "TargetArn", "TopicArn")
MESSAGE_ID = re.compile(rb"<SendRawEmailResult>\s*<MessageId>(.*?)</MessageId>")
LAMBDA_INVOKE = re.compile(r"/2015-03-31/functions/([^/]+)/invocations")
SCHEDULE = re.compile(r"/schedules/([^/]+)")
SCHEDULES = {
    "POST": "CreateSchedule",
    "PUT": "UpdateSchedule",
    "GET": "GetSchedule",
    "DELETE": "DeleteSchedule",
}
OBJECTS = {"GET": "GetObject", "PUT": "PutObject", "HEAD": "HeadObject", "DELETE": "DeleteObject"}


def caller(headers: dict[str, str]) -> tuple[str, str, str]:
    """Return the caller's name, role and service; the name is `root` for the test, or empty."""
    found = CREDENTIAL.search(headers.get("authorization", ""))
    if not found:
        return "", "", ""
    sessions = import_module("ministack.services.sts")._sessions  # noqa: SLF001 - ministack's
    session = sessions.get(found[1])
    if session is None:
        return "root", "", found[2]
    role, name = session["Arn"].rsplit("/", 2)[1:]
    return name, role, found[2]


def operation(
    service: str, scope: Scope, headers: dict[str, str], body: bytes
) -> tuple[str, dict[str, Any]]:
    """Return the operation's name and what the request says."""
    if target := headers.get("x-amz-target", ""):
        return target.rpartition(".")[2], json.loads(body or b"{}")
    if "x-www-form-urlencoded" in headers.get("content-type", ""):
        form = {name: values[0] for name, values in parse_qs(body.decode()).items()}
        return form.get("Action", ""), form
    asked = parse_qs(scope["query_string"].decode(), keep_blank_values=True)
    query = {name: values[0] for name, values in asked.items()}
    return _by_path(service, scope["method"], unquote(scope["path"]), query, body)


def _by_path(
    service: str, method: str, path: str, query: dict[str, str], body: bytes
) -> tuple[str, dict[str, Any]]:
    if service == "lambda" and (found := LAMBDA_INVOKE.fullmatch(path)):
        return "Invoke", {"FunctionName": found[1]}
    if service == "scheduler" and (found := SCHEDULE.fullmatch(path)):
        sent = json.loads(body or b"{}")
        return SCHEDULES[method], {"Name": found[1], "GroupName": query.get("groupName"), **sent}
    if service == "s3":
        bucket, _, key = path.strip("/").partition("/")
        return _on_bucket(method, key, query), {"Bucket": bucket, "Key": key}
    return f"{method} {path}", {}


def _on_bucket(method: str, key: str, query: dict[str, str]) -> str:
    """Name what is done in a bucket as policies do."""
    if not key:
        return (
            "ListBucketVersions"
            if "versions" in query
            else "ListBucket"
            if method == "GET"
            else f"{method} bucket"
        )
    return OBJECTS.get(method, method) + ("Version" if "versionId" in query else "")


def named(service: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Keep of a request what tells which resources it means, and what makes its price."""
    names = {name: asked[name] for name in NAMES if isinstance(asked.get(name), str)}
    if service == "scheduler":
        target = asked.get("Target") or {}
        names |= {
            "GroupName": asked.get("GroupName") or "default",
            "RoleArn": target.get("RoleArn"),
        }
        names |= {
            "Expression": asked.get("ScheduleExpression"),
            "Zone": asked.get("ScheduleExpressionTimezone"),
        }
    elif service == "textract":
        names["RoleArn"] = (asked.get("NotificationChannel") or {}).get("RoleArn")
    elif service == "s3":
        names = {"Bucket": asked.get("Bucket"), "Key": asked.get("Key")}
    elif service == "events":
        entries = asked.get("Entries") or []
        names["Entries"] = [
            {key: one.get(key) for key in ("EventBusName", "Source", "DetailType")}
            for one in entries
        ]
        names["Bytes"] = [len(str(one.get("Detail", ""))) for one in entries]
    elif service == "sns" and "PhoneNumber" in asked:
        names |= {name: asked[name] for name in ("PhoneNumber", "Message")}
        names["Attributes"] = {
            name: value for name, value in asked.items() if name.startswith("MessageAttributes")
        }
    elif service == "ses" and "RawMessage.Data" in asked:
        raw = base64.b64decode(asked["RawMessage.Data"])
        to = [address for name, address in asked.items() if name.startswith("Destinations.member.")]
        names |= {
            "From": asked.get("Source"),
            "To": to,
            "Bytes": len(raw),
            "Mail": raw.decode("latin-1"),
        }
        names |= {
            "ConfigurationSet": asked.get("ConfigurationSetName"),
            "Tag": asked.get("Tags.member.1.Value", ""),
        }
    return names


def answered(headers: dict[str, str], status: int, body: bytes) -> str:
    """Return the code of an error, or nothing."""
    if status < 400:
        return ""
    code = headers.get("x-amzn-errortype", "")
    if not code and body.startswith(b"{"):
        code = str(json.loads(body).get("__type", ""))
    if not code and (found := re.search(rb"<Code>(.*?)</Code>", body)):
        code = found[1].decode()
    return code.rpartition("#")[2] or str(status)


class Recorder:
    """Wraps ministack's app and records each AWS call before its answer goes out."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]], book: Book) -> None:
        self.app = app
        self.book = book

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {
            name.decode().lower(): value.decode("latin-1")
            for name, value in scope.get("headers", [])
        }
        called = caller(headers) if scope["type"] == "http" else ("", "", "")
        if not called[2]:
            await self.app(scope, receive, send)
            return
        pieces, parts, began = [], [], time.time()
        answer: dict[str, Any] = {"status": 0, "headers": []}
        facts_of_the_call.set({})

        async def read() -> Message:
            message = await receive()
            pieces.append(message.get("body", b""))
            return message

        async def written(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.update(message)
            parts.append(message.get("body", b""))
            if message["type"] == "http.response.body" and not message.get("more_body"):
                asked = operation(called[2], scope, headers, b"".join(pieces))
                self._write(called, asked, answer, began, (b"".join(pieces), b"".join(parts)))
            await send(message)

        await self.app(scope, read, written)

    def _write(
        self,
        called: tuple[str, str, str],
        asked: tuple[str, dict[str, Any]],
        answer: dict[str, Any],
        began: float,
        bodies: tuple[bytes, bytes],
    ) -> None:
        headers = {
            name.decode().lower(): value.decode("latin-1") for name, value in answer["headers"]
        }
        names = named(called[2], asked[1])
        if found := MESSAGE_ID.search(bodies[1]):
            names["MessageId"] = found[1].decode()
        self.book.write(
            kind="call",
            at=began,
            took=round(time.time() - began, 4),
            by=called[0],
            role=called[1],
            service=called[2],
            operation=asked[0],
            status=answer["status"],
            error=answered(headers, answer["status"], bodies[1]),
            names=names,
            sent=len(bodies[0]),
            got=len(bodies[1]),
            **(facts_of_the_call.get() or {}),
        )


def end_with_the_parent(folder: str) -> None:
    """End functions, files and this process, even if the parent process was killed."""
    sys.stdin.buffer.read()
    shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


def serve(app: Callable[[Scope, Receive, Send], Awaitable[None]], door: socket.socket) -> None:
    """Serve the app by uvicorn, which needs half the work of ministack's own server."""
    uvicorn = import_module("uvicorn")
    config = uvicorn.Config(
        app,
        http="httptools",
        loop="uvloop",
        lifespan="on",
        log_level="warning",
        access_log=False,
        timeout_keep_alive=75,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        backlog=512,
    )
    uvicorn.Server(config).run([door])


def main(descriptor: str, folder: str, record: str) -> None:
    threading.Thread(target=end_with_the_parent, args=(folder,), daemon=True).start()
    os.chdir(folder)
    app = import_module("ministack.app").app
    functions = import_module("ministack.services.lambda_svc")
    correct()
    add_textract()
    if record:
        book = Book(open(record, "a", encoding="utf-8"))  # noqa: SIM115, PTH123 - kept open
        watch_tables(import_module("ministack.services.dynamodb"))
        watch_functions(functions, book)
        watch_letters(functions, book)
        watch_schedules(import_module("ministack.services.eventbridge"), book)
        app = Recorder(app, book)
    app = Clockwork(FreshTables(app))
    gc.freeze()  # what stays for good: to look through it for cycles again and again takes long
    gc.set_threshold(50_000, 20, 100)
    serve(app, socket.socket(fileno=int(descriptor)))


if __name__ == "__main__":
    main(*sys.argv[1:])
