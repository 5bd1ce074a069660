"""Files in S3 buckets. Deleting a file deletes all its versions."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from fullhouse.engine.ports import BadName, Files

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,120}(/[a-z0-9][a-z0-9._-]{0,120})*", re.ASCII)
KNOWN_ALREADY = "PreconditionFailed"
# An archived object could be read only hours later, so it counts as missing.
NOT_THERE = {"NoSuchKey", "InvalidObjectState"}
MOST_READ = 64 * 1024 * 1024


class S3Files:
    """Files in one bucket."""

    def __init__(self, client: Any, bucket: str) -> None:  # noqa: ANN401 - made by botocore
        """Use this bucket."""
        self._client = client
        self.bucket = bucket

    def keep(self, name: str, content: bytes) -> None:
        """Store a file unless the name is taken; S3 decides which writer was first."""
        from botocore.exceptions import ClientError

        try:
            self._client.put_object(
                Bucket=self.bucket, Key=_named(name), Body=content, IfNoneMatch="*"
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != KNOWN_ALREADY:
                raise

    def read(self, name: str) -> bytes | None:
        """Return what is kept under a name, or None."""
        return self.start_of(name, MOST_READ)

    def start_of(self, name: str, size: int) -> bytes | None:
        """Return the first bytes of a file; the rest is not downloaded."""
        from botocore.exceptions import ClientError

        try:
            body = self._client.get_object(Bucket=self.bucket, Key=_named(name))["Body"]
        except ClientError as error:
            if error.response["Error"]["Code"] in NOT_THERE:
                return None
            raise
        try:
            content: bytes = body.read(size)
        finally:
            body.close()
        return content

    def forget(self, name: str) -> None:
        """Delete every version of a file."""
        for key, version in self._versions(_named(name)):
            if key == name:
                self._client.delete_object(Bucket=self.bucket, Key=key, VersionId=version)

    def forget_under(self, shelf: str) -> None:
        """Delete every version of all files under a prefix."""
        for key, version in self._versions(f"{_named(shelf)}/"):
            self._client.delete_object(Bucket=self.bucket, Key=key, VersionId=version)

    def _versions(self, start: str) -> Iterator[tuple[str, str]]:
        for page in self._client.get_paginator("list_object_versions").paginate(
            Bucket=self.bucket, Prefix=start
        ):
            for version in [*page.get("Versions", ()), *page.get("DeleteMarkers", ())]:
                yield version["Key"], version["VersionId"]


def _named(name: str) -> str:
    if not NAME.fullmatch(name):
        raise BadName(name)
    return name


class Shelves:
    """Files in several buckets, chosen by the prefix of the name."""

    def __init__(self, others: Files, apart: Mapping[str, Files]) -> None:
        """Use `apart` by prefix, such as `sheets/`, and `others` for all other names.

        The longest matching prefix counts.
        """
        self._others = others
        self._apart = dict(sorted(apart.items(), key=lambda bucket: -len(bucket[0])))

    def keep(self, name: str, content: bytes) -> None:
        """Keep this under a name."""
        self._of(name).keep(name, content)

    def read(self, name: str) -> bytes | None:
        """Return what is kept under a name, or None."""
        return self._of(name).read(name)

    def forget(self, name: str) -> None:
        """Let go of what is kept under a name."""
        self._of(name).forget(name)

    def _of(self, name: str) -> Files:
        return next(
            (files for start, files in self._apart.items() if name.startswith(start)), self._others
        )
