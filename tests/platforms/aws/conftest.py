import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any

import botocore.session
import pytest
from botocore.client import BaseClient

from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.platforms.aws.files import S3Files
from tests.aws.emulator import Emulator
from tests.aws.stores import empty_tables
from tests.platforms.aws.tampering import Wire

NUMBERS = itertools.count(1)


@pytest.fixture(scope="session", autouse=True)
def _services_read_once() -> Iterator[None]:
    """Let all sessions share what botocore knows of AWS; to read it costs more than a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(botocore.session, "create_loader", cache(botocore.session.create_loader))
        yield


@pytest.fixture(scope="session")
def s3(emulator: Emulator) -> Any:
    """A client of S3; to make one costs more than a test."""
    return emulator.client("s3")


@pytest.fixture
def bucket(s3: Any) -> Iterator[str]:
    """A bucket that keeps every version, as the stack makes it."""
    name = f"ev-raw-mime-{next(NUMBERS)}"
    s3.create_bucket(
        Bucket=name, CreateBucketConfiguration={"LocationConstraint": "ap-southeast-1"}
    )
    s3.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
    yield name
    versions = s3.list_object_versions(Bucket=name)
    for one in [*versions.get("Versions", ()), *versions.get("DeleteMarkers", ())]:
        s3.delete_object(Bucket=name, Key=one["Key"], VersionId=one["VersionId"])
    s3.delete_bucket(Bucket=name)


@pytest.fixture
def files(s3: Any, bucket: str) -> S3Files:
    return S3Files(s3, bucket)


@pytest.fixture
def client(emulator: Emulator) -> Iterator[BaseClient]:
    """A client of the database on empty tables, which may be tampered with."""
    with empty_tables(emulator) as found:
        yield found
        Wire.cut_all()


@pytest.fixture
def store(client: BaseClient) -> DynamoStore:
    """A store on empty tables that tries again without waiting."""
    return DynamoStore(client, wait=lambda _seconds: None)
