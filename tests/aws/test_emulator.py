import socket
import subprocess
import sys
from pathlib import Path

import pytest
from botocore.exceptions import ClientError

from tests.aws.emulator import ROOT, Emulator, running
from tests.support.waiting import wait_until


def test_it_keeps_what_it_is_told(emulator: Emulator) -> None:
    store = emulator.client("s3")
    store.create_bucket(
        Bucket="a-bucket", CreateBucketConfiguration={"LocationConstraint": "ap-southeast-1"}
    )
    store.put_object(Bucket="a-bucket", Key="a", Body=b"kept")
    assert store.get_object(Bucket="a-bucket", Key="a")["Body"].read() == b"kept"


def test_under_auth_a_call_that_no_policy_allows_is_denied() -> None:
    with running(auth=True) as emulator:
        people = emulator.client("iam")
        people.create_user(UserName="nobody")
        key = people.create_access_key(UserName="nobody")["AccessKey"]
        tables = emulator.client(
            "dynamodb",
            aws_access_key_id=key["AccessKeyId"],
            aws_secret_access_key=key["SecretAccessKey"],
        )
        with pytest.raises(ClientError, match="AccessDenied"):
            tables.list_tables()
        assert emulator.client("dynamodb").list_tables()["TableNames"] == []


def fails(left: list[Emulator]) -> None:
    with running() as emulator:
        left.append(emulator)
        raise ZeroDivisionError


def test_nothing_is_left_of_it_at_the_end_also_after_a_failure() -> None:
    left: list[Emulator] = []
    with pytest.raises(ZeroDivisionError):
        fails(left)
    assert not left[0].files.exists()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", left[0].port), timeout=60)


def test_nothing_is_left_of_it_when_whoever_started_it_is_killed() -> None:
    code = (
        "from tests.aws.emulator import running\n"
        "import time\n"
        "with running() as emulator:\n"
        "    print(emulator.files, flush=True)\n"
        "    time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout is not None
        files = Path(starter.stdout.readline().strip())
        assert files.is_dir()
        starter.kill()
    wait_until(lambda: not files.exists())


def test_without_ministack_the_tests_fail_with_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FULLHOUSE_EMULATOR", str(tmp_path / "python"))
    with pytest.raises(FileNotFoundError, match="make emulator"), running():
        pass
