"""Shorter ways to the emulator's database, for tests of stores.

All tables of an account are created or dropped in one request instead of 44. A call to the database
goes straight to it: to find out which of AWS's services is meant takes longer than its answer.
ministack's own Python runs this, so it imports nothing of ours.
"""

import json
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
PATH = "/_tables"
DATABASE = "/_database/"


class FreshTables:
    """Wraps an app and answers `POST /_tables`, whose body names the tables to create or drop.

    `POST /_database/<account>/<region>` is a call to the database.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ""
        if path != PATH and not path.startswith(DATABASE):
            await self.app(scope, receive, send)
            return
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        if path == PATH:
            said = _carried_out(json.loads(body))
            status, headers = 400 if said else 204, Headers()
        else:
            status, headers, said = await _answered(path, scope["headers"], body)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": said})


async def _answered(path: str, headers: Headers, body: bytes) -> tuple[int, Headers, bytes]:
    """Ask the database itself, as ministack does once it knows the service and the account."""
    responses = import_module("ministack.core.responses")
    database = import_module("ministack.services.dynamodb")
    _, _, account, region = path.split("/")
    responses.set_request_account_id(account)
    responses.set_request_region(region)
    asked = {name.decode(): value.decode() for name, value in headers}
    status, given, answer = await database.handle_request("POST", "/", asked, body, {})
    said = answer if isinstance(answer, bytes) else answer.encode()
    told = {**given, "Content-Length": str(len(said))}
    return status, [(name.encode(), value.encode()) for name, value in told.items()], said


def _carried_out(asked: dict[str, Any]) -> bytes:
    """Make or drop the tables by ministack's own functions; return the first refusal, if any."""
    responses = import_module("ministack.core.responses")
    database = import_module("ministack.services.dynamodb")
    responses.set_request_account_id(asked["key"])
    with responses.request_scope(responses.get_account_id(), asked["region"]):
        for request in asked["tables"]:
            status, _, answer = getattr(database, asked["function"])(request)
            if status != 200:
                return bytes(answer)
    return b""
