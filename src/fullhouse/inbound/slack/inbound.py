"""Requests from Slack: a pressed button or a submitted window, verified and parsed.

See https://docs.slack.dev/authentication/verifying-requests-from-slack for the signature.
"""

import hashlib
import hmac
import re
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.slack.blocks import APPROVE, DISCARD, EDIT, LOOK, VIEW, ProposalRef
from fullhouse.inbound.urlencoded import read_form
from fullhouse.kernel.patterns import regex

TIMESTAMP, SIGNATURE = "X-Slack-Request-Timestamp", "X-Slack-Signature"
HOLDS_SECONDS = 300
LONGEST_CELL = 500
MOST_FORM_FIELDS = 5
TIME = regex(r"\d{1,11}", re.ASCII)
SIGNED = regex(r"v0=([0-9a-f]{64})", re.ASCII)
PERSON = regex(r"[UW][A-Z0-9]{1,20}", re.ASCII)
NOTE = regex(r"\d{1,12}\.\d{1,9}", re.ASCII)
DECIDES = frozenset({APPROVE, EDIT, DISCARD})
BAD = FieldProblem(
    "bad_payload", "This is nothing that one of our notes or windows in Slack could send."
)


class Press(msgspec.Struct, frozen=True):
    """A pressed button of a note: which, about what, and the trigger to open a window."""

    user: str
    action: str
    place: ProposalRef
    note: str
    trigger: str


class Submission(msgspec.Struct, frozen=True):
    """A submitted window with its fields."""

    user: str
    place: ProposalRef
    cells: dict[str, str]


class _Named(msgspec.Struct, frozen=True):
    id: str


class _Action(msgspec.Struct, frozen=True):
    action_id: str
    value: str = ""


class _Container(msgspec.Struct, frozen=True):
    message_ts: str = ""


class _Typed(msgspec.Struct, frozen=True):
    value: str | None = None


class _State(msgspec.Struct, frozen=True):
    values: dict[str, dict[str, _Typed]] = {}


class _View(msgspec.Struct, frozen=True):
    callback_id: str = ""
    private_metadata: str = ""
    state: _State = _State()


class _Payload(msgspec.Struct, frozen=True):
    type: str
    user: _Named
    trigger_id: str = ""
    channel: _Named | None = None
    container: _Container = _Container()
    actions: tuple[_Action, ...] = ()
    view: _View | None = None


def check(timestamp: str, signature: str, body: bytes, secret: str, *clocks: datetime) -> str:
    """Return the digest that identifies this request, or raise `Invalid` if it is not signed now.

    Any of the clocks may be right about now.
    """
    if not secret:
        raise Invalid(FieldProblem("no_secret", "No signing secret is set for Slack yet."))
    given = SIGNED.fullmatch(signature)
    if given is None or not TIME.fullmatch(timestamp):
        raise Invalid(FieldProblem("no_signature", "This is not signed as Slack signs."))
    signed = f"v0:{timestamp}:".encode() + body
    if not hmac.compare_digest(hmac.digest(secret.encode(), signed, "sha256").hex(), given[1]):
        sentence = "The signature is not the one that our secret makes of this body."
        raise Invalid(FieldProblem("bad_signature", sentence))
    if all(abs(now.timestamp() - int(timestamp)) > HOLDS_SECONDS for now in clocks):
        sentence = "This was signed more than five minutes ago, or ahead."
        raise Invalid(FieldProblem("old_signature", sentence))
    return hashlib.sha256(signed).hexdigest()


def read_slack(body: bytes, channel: str) -> Press | Submission | None:
    """Read an action in our channel, or raise `Invalid`; None if only a link was opened."""
    payload = _payload(body)
    if not PERSON.fullmatch(payload.user.id):
        raise Invalid(BAD)
    if payload.type == "view_submission" and payload.view is not None:
        return _submission(payload.user.id, payload.view)
    if payload.type != "block_actions" or len(payload.actions) != 1:
        raise Invalid(BAD)
    if payload.channel is None or payload.channel.id != channel:
        sentence = "Whoever decides does so in the channel of the front desk."
        raise Invalid(FieldProblem("other_channel", sentence))
    return _press(payload, payload.actions[0])


def _press(payload: _Payload, action: _Action) -> Press | None:
    if action.action_id.startswith(LOOK):
        return None
    note = payload.container.message_ts
    if action.action_id not in DECIDES or not NOTE.fullmatch(note):
        raise Invalid(BAD)
    return Press(payload.user.id, action.action_id, _place(action.value), note, payload.trigger_id)


def _submission(user: str, view: _View) -> Submission:
    place = _place(view.private_metadata)
    if view.callback_id != VIEW or not NOTE.fullmatch(place.note):
        raise Invalid(BAD)
    cells: dict[str, str] = {}
    for name, elements in view.state.values.items():
        for typed in elements.values():
            cells[name] = (typed.value or "")[:LONGEST_CELL]
    return Submission(user, place, cells)


def _payload(body: bytes) -> _Payload:
    try:
        fields = read_form(body, MOST_FORM_FIELDS, errors="strict")
    except ValueError as error:
        raise Invalid(BAD) from error
    payloads = [value for name, value in fields if name == "payload"]
    if len(payloads) != 1:
        raise Invalid(BAD)
    found: _Payload = _decoded(payloads[0], _Payload)
    return found


def _place(text: str) -> ProposalRef:
    found: ProposalRef = _decoded(text, ProposalRef)
    return found


def _decoded(text: str, kind: Any) -> Any:  # noqa: ANN401 - what the kind says
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Invalid(BAD) from error
