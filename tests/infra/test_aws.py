"""Calls of AWS as the deploy command makes them, against AWS on this machine."""

import sys
from collections.abc import Iterator

import pytest

from infra.aws import Aws, Refused
from tests.aws.emulator import ACCOUNT, REGION, Emulator


@pytest.fixture
def aws(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> Aws:
    for name, value in emulator.environment.items():
        monkeypatch.setenv(name, value)
    return Aws()


@pytest.fixture
def bucket(emulator: Emulator) -> Iterator[str]:
    name, s3 = "pages-of-many", emulator.client("s3")
    s3.create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": REGION})
    yield name
    for one in s3.list_objects_v2(Bucket=name).get("Contents", []):
        s3.delete_object(Bucket=name, Key=one["Key"])
    s3.delete_bucket(Bucket=name)


def test_the_account_region_and_endpoint_are_those_of_the_environment(
    aws: Aws, emulator: Emulator
) -> None:
    assert (aws.account(), aws.region, aws.endpoint) == (ACCOUNT, REGION, emulator.url)


def test_an_answer_in_several_pages_is_put_together(aws: Aws, bucket: str) -> None:
    for number in range(3):
        aws("s3", "put_object", Bucket=bucket, Key=str(number), Body=b"here")
    in_pages = {"Bucket": bucket, "PaginationConfig": {"PageSize": 2}}
    found = aws("s3", "list_objects_v2", **in_pages)["Contents"]
    assert [one["Key"] for one in found] == ["0", "1", "2"]


def test_what_does_not_exist_is_told_from_what_is_refused(aws: Aws) -> None:
    """Only the first of them may be passed over."""
    missing = {"StackName": "ev-nowhere"}
    assert aws.ask("cloudformation", "describe_stacks", **missing) is None
    with pytest.raises(Refused, match="ev-nowhere does not exist"):
        aws("cloudformation", "describe_stacks", **missing)
    with pytest.raises(Refused, match="Missing required parameter"):
        aws.ask("ssm", "get_parameter")


def test_an_account_that_cannot_be_reached_is_said_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(name, "/dev/null")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with pytest.raises(Refused, match="Unable to locate credentials"):
        Aws().account()


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "botocore.session", None)
    with pytest.raises(Refused, match="make deploy"):
        Aws().account()
