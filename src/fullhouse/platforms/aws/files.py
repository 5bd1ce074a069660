"""Files in an S3 bucket, each under its own name. What is forgotten is gone in every version that the bucket kept."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from fullhouse.engine.ports import BadName, Files

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,120}(/[a-z0-9][a-z0-9._-]{0,120})*", re.ASCII)
KNOWN_ALREADY = "PreconditionFailed"
# What has gone to an archive could be read only hours later.
NOT_THERE = {"NoSuchKey", "InvalidObjectState"}
MOST_READ = 64 * 1024 * 1024


class S3Files:
    """Keeps files in one bucket."""

    def __init__(self, client: Any, bucket: str) -> None:  # noqa: ANN401 - made by botocore
        """Stand on a bucket."""
        self._client = client
        self.bucket = bucket

    def keep(self, name: str, content: bytes) -> None:
        """Put it there if the name is free; S3 itself decides who was first."""
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
        """Return the first bytes of what is kept under a name; the rest is not fetched."""
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
        """Remove every version of it."""
        for key, version in self._versions(_named(name)):
            if key == name:
                self._client.delete_object(Bucket=self.bucket, Key=key, VersionId=version)

    def forget_under(self, shelf: str) -> None:
        """Remove every version of all that lies on a shelf."""
        for key, version in self._versions(f"{_named(shelf)}/"):
            self._client.delete_object(Bucket=self.bucket, Key=key, VersionId=version)

    def _versions(self, start: str) -> Iterator[tuple[str, str]]:
        for page in self._client.get_paginator("list_object_versions").paginate(
            Bucket=self.bucket, Prefix=start
        ):
            for one in [*page.get("Versions", ()), *page.get("DeleteMarkers", ())]:
                yield one["Key"], one["VersionId"]


def _named(name: str) -> str:
    if not NAME.fullmatch(name):
        raise BadName(name)
    return name


class Shelves:
    """Sends each name to its bucket: by what it begins with, or to the one for all others."""

    def __init__(self, others: Files, apart: Mapping[str, Files]) -> None:
        """Take the bucket for most, and those for names that begin in a way of their own, such as with `sheets/`.

        Where one beginning is part of another, the longer one counts.
        """
        self._others = others
        self._apart = dict(sorted(apart.items(), key=lambda one: -len(one[0])))

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
