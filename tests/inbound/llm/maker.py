"""A fake model API on this machine: it takes only documented requests, with set answers.

`says` is what the model answers; it may be a function of the material, so that a model can obey
what a mail asks of it.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-test-only-0123456789"
Says = Callable[[str], Any]


class Maker:
    """What was asked of it, and how it answers."""

    def __init__(self) -> None:
        self.says: Says = lambda _material: {}
        self.status = 200
        self.raw: bytes | None = None
        self.headers: dict[str, str] = {}
        self.change: Callable[[Any], Any] = lambda reply: reply
        self.asked: list[dict[str, Any]] = []
        self.wrong: list[str] = []
        self.url = ""

    def take(self, path: str, headers: Any, body: bytes) -> tuple[int, bytes]:
        if self.raw is not None or self.status != 200:
            return self.status, self.raw or b'{"error": {"message": "no"}}'
        asked = json.loads(body) if body else {}
        self.asked.append(asked)
        answer = {"/v1/messages": self._anthropic, "/v1/chat/completions": self._openai}.get(path)
        if answer is None:
            return (200, b'{"data": []}') if path.startswith("/v1/models") else (404, b"{}")
        try:
            reply = answer(headers, asked)
        except (AssertionError, KeyError) as error:
            self.wrong.append(repr(error))
            return 400, b"{}"
        return 200, json.dumps(self.change(reply)).encode()

    def _anthropic(self, headers: Any, asked: dict[str, Any]) -> dict[str, Any]:
        assert headers["x-api-key"] == KEY
        assert headers["anthropic-version"] == "2023-06-01"
        assert headers["content-type"] == "application/json"
        assert set(asked) == {"model", "max_tokens", "system", "messages", "tools", "tool_choice"}
        assert asked["max_tokens"] > 0
        (message,), (tool,) = asked["messages"], asked["tools"]
        assert set(message) == {"role", "content"}
        assert message["role"] == "user"
        assert set(tool) == {"name", "description", "input_schema"}
        assert asked["tool_choice"] == {"type": "tool", "name": tool["name"]}
        is_schema(tool["input_schema"])
        used = {
            "type": "tool_use",
            "id": "toolu_1",
            "name": tool["name"],
            "input": self.says(unfenced(message["content"])),
        }
        return {
            "type": "message",
            "role": "assistant",
            "content": [used],
            "stop_reason": "tool_use",
        }

    def _openai(self, headers: Any, asked: dict[str, Any]) -> dict[str, Any]:
        assert headers["authorization"] in (f"Bearer {KEY}", None)
        assert set(asked) == {"model", "messages", "response_format"}
        system, user = asked["messages"]
        assert (system["role"], user["role"]) == ("system", "user")
        wanted = asked["response_format"]
        assert wanted["type"] == "json_schema"
        assert set(wanted["json_schema"]) == {"name", "strict", "schema"}
        assert wanted["json_schema"]["strict"] is True
        is_schema(wanted["json_schema"]["schema"])
        said = {
            "role": "assistant",
            "content": json.dumps(self.says(unfenced(user["content"]))),
            "refusal": None,
        }
        return {
            "object": "chat.completion",
            "choices": [{"index": 0, "message": said, "finish_reason": "stop"}],
        }


def is_schema(shape: dict[str, Any]) -> None:
    """Return True for a strict schema of both APIs: an object with all its fields required."""
    assert shape["type"] == "object"
    assert shape["additionalProperties"] is False
    assert sorted(shape["required"]) == sorted(shape["properties"])
    for one in shape["properties"].values():
        assert one["type"] in ("string", "object")
        if one["type"] == "object":
            is_schema(one)


def unfenced(content: str) -> str:
    head, _, rest = content.partition("\n")
    assert head == "The material:"
    assert "\n" not in rest
    material: str = json.loads(rest)
    return material


@contextmanager
def a_maker() -> Iterator[Maker]:
    maker = Maker()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            status, reply = maker.take(self.path, self.headers, body)
            self.send_response(status)
            for name, value in {"content-length": str(len(reply)), **maker.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply)

        do_GET = do_POST  # noqa: N815 - http.server's own name

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    maker.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield maker
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
