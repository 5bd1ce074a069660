"""The link to the desk on AWS: signed as the deployment signs, and only shown on a terminal."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fullhouse.engine.access import OWNER, Member
from fullhouse.kernel.links import Expired
from fullhouse.platforms.aws.dynamodb.item_codec import SHAPES
from fullhouse.platforms.aws.signing_keys import keyring_of
from infra import __main__ as command_line
from infra.aws import Aws
from infra.desk_link import desk_link

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
SECRET = json.dumps({"first": "k" * 40})
DESK = "https://desk.example"


class Answering(Aws):
    """Answers as a deployment does."""

    def __init__(self, owner: Member | None) -> None:
        self.owner = owner
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, service: str, operation: str, **words: Any) -> Any:
        self.asked.append((operation, words))
        if service == "ssm":
            return {"Parameter": {"Value": f"{DESK}/"}}
        if service == "secretsmanager":
            return {"SecretString": SECRET}
        return {} if self.owner is None else {"Item": SHAPES[Member].item(self.owner)}


OWNS = Member(id=OWNER, email="owner@example.org", role="owner", nonce=7, created_at=NOW)


@pytest.mark.parametrize(("owner", "nonce"), [(None, "0"), (OWNS, "7")])
def test_the_link_is_one_that_the_desk_accepts(owner: Member | None, nonce: str) -> None:
    aws = Answering(owner)
    start, _, token = desk_link(aws, NOW).rpartition("/l/")
    assert start == DESK
    link = keyring_of(SECRET).read(token, NOW)
    assert (link.purpose, link.person, link.offer) == ("sign-in", OWNER, nonce)
    assert all(operation.startswith("get_") for operation, _ in aws.asked)
    assert aws.asked[-1][1]["Key"] == {"kind": {"S": "member"}, "id": {"S": OWNER}}


def test_the_link_ends_after_half_an_hour() -> None:
    token = desk_link(Answering(None), NOW).rpartition("/l/")[2]
    ring = keyring_of(SECRET)
    assert ring.read(token, NOW + timedelta(minutes=29)).person == OWNER
    with pytest.raises(Expired):
        ring.read(token, NOW + timedelta(minutes=31))


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_deploy_shows_the_link_only_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, is_terminal: bool
) -> None:
    monkeypatch.setattr(command_line, "Aws", lambda: Answering(OWNS))
    monkeypatch.setattr(command_line, "deploy", lambda _wish, _aws: {"desk": DESK})
    monkeypatch.setattr("sys.stdout.isatty", lambda: is_terminal)
    assert command_line.main(["deploy"]) == 0
    said = capsys.readouterr().out
    assert f"desk: {DESK}" in said
    assert (f"{DESK}/l/" in said) is is_terminal
    assert ("infra desk-link" in said) is not is_terminal


def test_a_link_can_be_made_at_any_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command_line, "Aws", lambda: Answering(OWNS))
    assert command_line.main(["desk-link"]) == 0
    assert capsys.readouterr().out.startswith(f"{DESK}/l/")
