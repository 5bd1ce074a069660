"""A function's log: JSON lines, and of what AWS refuses only the call and the code."""

import json
import logging
from collections.abc import Iterator

import pytest
from botocore.exceptions import ClientError

from fullhouse.platforms.aws import logs
from tests.aws.emulator import Emulator
from tests.platforms.aws.parts import logs_kept

log = logging.getLogger("fullhouse.test")


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    with logs_kept():
        yield


def test_our_own_facts_are_written_and_others_chatter_is_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.set_up()
    log.info("handed over", extra={"facts": {"became": "sent"}})
    logging.getLogger("botocore").info("calling")
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["became"] == "sent"


def test_what_aws_refuses_is_named_by_call_and_code(
    emulator: Emulator, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up()
    try:
        emulator.client("dynamodb").get_item(
            TableName="ada-lovelace", Key={"id": {"S": "ada@example.org"}}
        )
    except ClientError:
        log.exception("it failed")
    line = json.loads(capsys.readouterr().err)
    assert (line["error"], line["words"]) == (
        "ResourceNotFoundException",
        "GetItem: ResourceNotFoundException",
    )
    assert "ada" not in json.dumps(
        {name: value for name, value in line.items() if name != "places"}
    )


def test_the_machines_own_words_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up()
    try:
        raise ConnectionResetError("reset by peer")
    except OSError:
        log.exception("it failed")
    assert json.loads(capsys.readouterr().err)["words"] == "reset by peer"
