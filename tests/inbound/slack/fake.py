"""A fake Slack on loopback that takes only documented requests and keeps them.

It can be told to refuse with one of Slack's words, to be busy or broken, to say nothing for long,
or to hang up; and it can press buttons: it signs what it sends as Slack does.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal
from urllib.parse import urlencode

from tests.support.fake_servers import Speaker, speaking

JSON = dict[str, Any]
Mood = Literal["well", "silent", "hangs up", "busy", "broken", "gateway", "strange"]

TOKEN = "xoxb-1-2-the-token-of-the-app"
SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
CHANNEL = "C0FRONTDESK"
MOODS: dict[Mood, tuple[int, bytes]] = {
    "busy": (429, b'{"ok": false, "error": "ratelimited"}'),
    "broken": (500, b'{"ok": false, "error": "internal_error"}'),
    "gateway": (504, b"<html>"),
    "strange": (200, b"<html>"),
}
# The arguments of each method, and whether they are required.
# https://docs.slack.dev/reference/methods
METHODS: dict[str, dict[str, tuple[type, bool]]] = {
    "auth.test": {},
    "chat.postMessage": {
        "channel": (str, True),
        "text": (str, True),
        "blocks": (list, False),
        "metadata": (dict, False),
        "unfurl_links": (bool, False),
        "unfurl_media": (bool, False),
        "client_msg_id": (str, False),
    },
    "chat.update": {
        "channel": (str, True),
        "ts": (str, True),
        "text": (str, True),
        "blocks": (list, False),
    },
    "views.open": {"trigger_id": (str, True), "view": (dict, True)},
}
# The fields of each block and element, and the longest text in it.
# https://docs.slack.dev/reference/block-kit
KNOWN: dict[str, set[str]] = {
    "header": {"type", "text", "block_id"},
    "section": {"type", "text", "fields", "block_id"},
    "actions": {"type", "elements", "block_id"},
    "input": {"type", "label", "element", "hint", "optional", "block_id"},
    "button": {"type", "text", "action_id", "value", "url", "style"},
    "plain_text_input": {"type", "action_id", "initial_value", "placeholder", "max_length"},
    "plain_text": {"type", "text", "emoji"},
    "mrkdwn": {"type", "text", "verbatim"},
}
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Wrong(Exception):
    """A request is not as Slack documents it; the word is Slack's."""


class FakeSlack:
    """One workspace with one channel."""

    def __init__(self) -> None:
        self.url = ""
        self.mood: Mood = "well"
        self.refuses = ""
        self.asked: list[tuple[str, JSON]] = []
        self.notes: dict[str, JSON] = {}
        self.views: list[JSON] = []
        self.wrong: list[str] = []

    def answer(self, path: str, headers: Mapping[str, str], body: bytes) -> JSON:
        """Do what is asked, or say why not."""
        method = path.removeprefix("/api/")
        if method not in METHODS:
            raise Wrong("unknown_method")
        if headers.get("authorization") != f"Bearer {TOKEN}":
            raise Wrong("invalid_auth")
        given = self._given(method, headers, body)
        self.asked.append((method, given))
        if self.refuses:
            raise Wrong(self.refuses)
        return self._done(method, given)

    def _given(self, method: str, headers: Mapping[str, str], body: bytes) -> JSON:
        if method == "auth.test":
            return {}
        if not headers.get("content-type", "").startswith("application/json"):
            raise Wrong("invalid_form_data")
        given: JSON = json.loads(body)
        known = METHODS[method]
        for name, value in given.items():
            if name not in known or not isinstance(value, known[name][0]):
                raise Wrong("invalid_arguments")
        if any(needed and not given.get(name) for name, (_, needed) in known.items()):
            raise Wrong("invalid_arguments")
        check_blocks(given.get("blocks", []), 50)
        return given

    def _done(self, method: str, given: JSON) -> JSON:
        if method == "auth.test":
            return {
                "ok": True,
                "team": "The Mill",
                "user": "fullhouse",
                "team_id": "T1",
                "user_id": "U0",
            }
        if "channel" in given and given["channel"] != CHANNEL:
            raise Wrong("channel_not_found")
        if method == "chat.postMessage":
            return self._posted(given)
        if method == "chat.update":
            if given["ts"] not in self.notes:
                raise Wrong("message_not_found")
            self.notes[given["ts"]] = given
            return {"ok": True, "channel": CHANNEL, "ts": given["ts"], "text": given["text"]}
        check_view(given["view"])
        self.views.append(given["view"])
        return {"ok": True, "view": {"id": "V1", **given["view"]}}

    def _posted(self, given: JSON) -> JSON:
        if not UUID.fullmatch(given.get("client_msg_id", "")):
            raise Wrong("invalid_arguments")
        meta = given["metadata"]
        if set(meta) != {"event_type", "event_payload"} or not isinstance(
            meta["event_payload"], dict
        ):
            raise Wrong("invalid_metadata_format")
        known = {note.get("client_msg_id"): ts for ts, note in self.notes.items()}
        ts = known.get(given["client_msg_id"]) or f"1763000000.{len(self.notes) + 1:06d}"
        self.notes[ts] = given
        return {"ok": True, "channel": CHANNEL, "ts": ts, "message": {"text": given["text"]}}

    # What people do in Slack.

    @property
    def last(self) -> JSON:
        """The newest note."""
        return self.notes[max(self.notes)]

    def note_with(self, action: str) -> str:
        """Return the newest note that has a button; empty if none has it."""
        found = [
            note
            for note in self.notes
            if action in {one["action_id"] for one in self._buttons(note)}
        ]
        return max(found, default="")

    def button(self, action: str, note: str = "") -> JSON:
        """Find a button of a note."""
        found = self._buttons(note or max(self.notes))
        return next(one for one in found if one["action_id"] == action)

    def _buttons(self, note: str) -> list[JSON]:
        blocks = self.notes[note].get("blocks", ())
        return [one for block in blocks if block["type"] == "actions" for one in block["elements"]]

    def press(
        self, action: str, note: str = "", user: str = "U123", channel: str = CHANNEL
    ) -> JSON:
        """What Slack sends when someone presses a button."""
        note = note or max(self.notes)
        pressed = {**self.button(action, note), "action_ts": "1763000001.1", "block_id": "decide"}
        return {
            "type": "block_actions",
            "user": {"id": user, "username": "sam", "team_id": "T1"},
            "api_app_id": "A1",
            "trigger_id": "12321423423.333649436676.d8c1bb837935619ccad0f624c448ffb3",
            "team": {"id": "T1", "domain": "mill"},
            "channel": {"id": channel, "name": "front-desk"},
            "container": {"type": "message", "message_ts": note, "channel_id": channel},
            "message": {"ts": note, "type": "message"},
            "response_url": "https://hooks.slack.com/actions/T1/1/x",
            "actions": [pressed],
        }

    def submit(self, user: str = "U123", **typed: str) -> JSON:
        """What Slack sends when someone submits the newest window, with some fields typed anew."""
        view = self.views[-1]
        inputs = [one for one in view["blocks"] if one["type"] == "input"]
        held = {one["block_id"]: one["element"].get("initial_value") for one in inputs}
        values = {
            name: {"typed": {"type": "plain_text_input", "value": value or None}}
            for name, value in {**held, **typed}.items()
        }
        return {
            "type": "view_submission",
            "user": {"id": user, "username": "sam"},
            "team": {"id": "T1", "domain": "mill"},
            "api_app_id": "A1",
            "trigger_id": "1.2.3",
            "view": {**view, "id": "V1", "state": {"values": values}},
        }


def form(payload: JSON) -> bytes:
    """Put a payload into a body as Slack does."""
    return urlencode({"payload": json.dumps(payload)}).encode()


def signed(body: bytes, at: float, secret: str = SECRET) -> dict[str, str]:
    """Sign a body, step by step as Slack's documentation tells it."""
    base = f"v0:{int(at)}:".encode() + body
    signature = "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
    return {
        "X-Slack-Request-Timestamp": str(int(at)),
        "X-Slack-Signature": signature,
        "Content-Type": "application/x-www-form-urlencoded",
    }


def check_view(view: JSON) -> None:
    """Hold a window against what Slack documents."""
    known = {"type", "title", "submit", "close", "blocks", "private_metadata", "callback_id"}
    if (
        not set(view) <= known
        or view["type"] != "modal"
        or len(view.get("private_metadata", "")) > 3000
    ):
        raise Wrong("invalid_arguments")
    asks = any(one["type"] == "input" for one in view["blocks"])
    if "title" not in view or (asks and "submit" not in view):
        raise Wrong("invalid_arguments")
    for name in {"title", "submit", "close"} & set(view):
        check_text(view[name], 24)
    check_blocks(view["blocks"], 100)


def check_blocks(blocks: list[JSON], most: int) -> None:
    """Hold blocks against what Slack documents."""
    names = [one["block_id"] for one in blocks if "block_id" in one]
    actions = [each["action_id"] for one in blocks for each in one.get("elements", [])]
    if len(blocks) > most or len(set(names)) < len(names) or len(set(actions)) < len(actions):
        raise Wrong("invalid_blocks")
    for one in blocks:
        _check_block(one)


def _check_block(block: JSON) -> None:
    if not set(block) <= KNOWN[block["type"]]:
        raise Wrong("invalid_blocks")
    if block["type"] == "header":
        check_text(block["text"], 150)
    if block["type"] == "section":
        if not ("text" in block) ^ ("fields" in block) or len(block.get("fields", [])) > 10:
            raise Wrong("invalid_blocks")
        texts: list[JSON] = [block["text"]] if "text" in block else block["fields"]
        for one in texts:
            check_text(one, 3000 if "text" in block else 2000, marked=True)
    if block["type"] == "input":
        check_text(block["label"], 2000)
        hint: JSON = block["hint"] if "hint" in block else block["label"]
        check_text(hint, 2000)
    elements = [*block.get("elements", []), *([block["element"]] if "element" in block else [])]
    if len(elements) > 25:
        raise Wrong("invalid_blocks")
    for one in elements:
        _check_element(one)


def _check_element(one: JSON) -> None:
    if not set(one) <= KNOWN[one["type"]] or len(one["action_id"]) > 255:
        raise Wrong("invalid_blocks")
    if one["type"] == "button":
        check_text(one["text"], 75)
        if len(one.get("value", "")) > 2000 or len(one.get("url", "")) > 3000:
            raise Wrong("invalid_blocks")
        if one.get("style", "primary") not in {"primary", "danger"}:
            raise Wrong("invalid_blocks")
    elif (
        not 1 <= one.get("max_length", 1) <= 3000
        or len(one.get("initial_value", "")) > one["max_length"]
    ):
        raise Wrong("invalid_blocks")
    elif "placeholder" in one:
        check_text(one["placeholder"], 150)


def check_text(text: JSON, longest: int, *, marked: bool = False) -> None:
    """Hold a text object against what Slack documents."""
    kinds = {"plain_text", "mrkdwn"} if marked else {"plain_text"}
    if (
        text["type"] not in kinds
        or not set(text) <= KNOWN[text["type"]]
        or not 1 <= len(text["text"]) <= longest
    ):
        raise Wrong("invalid_blocks")


class Answers(Speaker):
    """Speaks for Slack, as its mood is."""

    slack: FakeSlack

    def answer(self, body: bytes) -> None:
        slack = self.slack
        if slack.mood in MOODS:
            status, said = MOODS[slack.mood]
            self.say(
                status,
                said,
                Content_Type="application/json",
                **({"Retry_After": "30"} if status == 429 else {}),
            )
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            made = slack.answer(self.path, headers, body)
        except Wrong as wrong:
            slack.wrong.append(str(wrong))
            made = {"ok": False, "error": str(wrong)}
        if slack.mood == "silent":
            self.keep_silent()
        if slack.mood == "well":
            self.say(200, json.dumps(made).encode(), Content_Type="application/json; charset=utf-8")
        self.close_connection = True


@contextmanager
def fake_slack() -> Iterator[FakeSlack]:
    """Start Slack and end it, whatever happens."""
    slack = FakeSlack()
    with speaking(Answers, slack=slack) as port:
        slack.url = f"http://127.0.0.1:{port}/api/"
        yield slack
