import itertools
from collections.abc import Iterator

import pytest

from fullhouse.platforms.aws.files import S3Files
from tests.aws.emulator import Emulator

NUMBERS = itertools.count(1)


@pytest.fixture
def bucket(emulator: Emulator) -> Iterator[str]:
    """A bucket that keeps every version, as the stack makes it."""
    s3, name = emulator.client("s3"), f"ev-raw-mime-{next(NUMBERS)}"
    s3.create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": "ap-southeast-1"})
    s3.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
    yield name
    versions = s3.list_object_versions(Bucket=name)
    for one in [*versions.get("Versions", ()), *versions.get("DeleteMarkers", ())]:
        s3.delete_object(Bucket=name, Key=one["Key"], VersionId=one["VersionId"])
    s3.delete_bucket(Bucket=name)


@pytest.fixture
def files(emulator: Emulator, bucket: str) -> S3Files:
    return S3Files(emulator.client("s3"), bucket)
