"""S3 only: versions that outlive a name, large objects, archives, and concurrent writers."""

from typing import Any

import pytest
from botocore.exceptions import ClientError

from fullhouse.platforms.aws.files import S3Files


def refused(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code}}, "any")


class Refusing:
    """S3 that says no."""

    def __init__(self, code: str) -> None:
        self.code = code

    def put_object(self, **_asked: Any) -> None:
        raise refused(self.code)

    def get_object(self, **_asked: Any) -> None:
        raise refused(self.code)


def test_what_is_forgotten_is_gone_in_every_version(s3: Any, bucket: str, files: S3Files) -> None:
    for content in (b"first", b"second"):
        s3.put_object(Bucket=bucket, Key="m1", Body=content)
    s3.delete_object(Bucket=bucket, Key="m1")
    s3.put_object(Bucket=bucket, Key="m11", Body=b"another whose name begins alike")
    files.forget("m1")
    left = s3.list_object_versions(Bucket=bucket)
    assert [one["Key"] for one in left["Versions"]] == ["m11"]
    assert left.get("DeleteMarkers", []) == []


def test_of_a_large_object_only_the_start_is_read(files: S3Files) -> None:
    files.keep("m1", b"a" * 5000)
    assert files.start_of("m1", 10) == b"a" * 10
    assert files.start_of("m2", 10) is None


def test_what_went_to_an_archive_cannot_be_read_now() -> None:
    assert S3Files(Refusing("InvalidObjectState"), "b").read("m1") is None


def test_whoever_is_first_is_kept_and_any_other_no_is_told() -> None:
    S3Files(Refusing("PreconditionFailed"), "b").keep("m1", b"")
    files = S3Files(Refusing("AccessDenied"), "b")
    with pytest.raises(ClientError):
        files.keep("m1", b"")
    with pytest.raises(ClientError):
        files.read("m1")
