"""Rotation of the signing key, in the four steps of Secrets Manager. Each step may be repeated.

No other service is involved: links name their key, and old keys stay in the secret.
"""

import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from fullhouse.platforms.aws.signing_keys import (
    KEPT,
    BadKeys,
    kept_count,
    read,
    with_new,
    with_only,
)

CURRENT, PENDING = "AWSCURRENT", "AWSPENDING"
KEY_BYTES = 32
KEY_ID_LENGTH = 16


class NotRotating(Exception):
    """The secret does not expect this version."""


def rotate(client: Any, event: Mapping[str, Any]) -> None:  # noqa: ANN401 - made by botocore
    """Run one step, unless the new version is in use already."""
    secret, token, step = event["SecretId"], event["ClientRequestToken"], event["Step"]
    described = client.describe_secret(SecretId=secret)
    stages = described.get("VersionIdsToStages", {})
    if not described.get("RotationEnabled") or token not in stages:
        raise NotRotating("rotation is off, or this version is unknown")
    if CURRENT in stages[token]:
        return
    if PENDING not in stages[token]:
        raise NotRotating("this version is not the one that is pending")
    STEPS[step](client, secret, token)


def add_key(client: Any, secret: str) -> None:  # noqa: ANN401 - made by botocore
    """Sign with a new key from now on, without the rotation function."""
    _put(client, secret, with_new)


def revoke_keys(client: Any, secret: str) -> None:  # noqa: ANN401 - made by botocore
    """Replace all keys by a new one, which ends every link and session so far."""
    _put(client, secret, with_only)


def _put(
    client: Any,  # noqa: ANN401 - made by botocore
    secret: str,
    replaced: Callable[[str, str, bytes, datetime], str],
) -> None:
    current = client.get_secret_value(SecretId=secret)["SecretString"]
    key_id = secrets.token_hex(KEY_ID_LENGTH // 2)
    fresh = replaced(current, key_id, secrets.token_bytes(KEY_BYTES), datetime.now(UTC))
    client.put_secret_value(SecretId=secret, SecretString=fresh)


def _create(client: Any, secret: str, token: str) -> None:  # noqa: ANN401 - made by botocore
    """Store the new version, with a new key before the old ones, unless it exists."""
    if _pending(client, secret, token) is not None:
        return
    current = client.get_secret_value(SecretId=secret, VersionStage=CURRENT)["SecretString"]
    fresh = with_new(current, _key_id(token), secrets.token_bytes(KEY_BYTES), datetime.now(UTC))
    client.put_secret_value(
        SecretId=secret, ClientRequestToken=token, SecretString=fresh, VersionStages=[PENDING]
    )


def _set(_client: Any, _secret: str, _token: str) -> None:  # noqa: ANN401 - made by botocore
    """Do nothing: no other service uses the key."""


def _test(client: Any, secret: str, token: str) -> None:  # noqa: ANN401 - made by botocore
    """Check that the new key is first, and that the old ones that are needed are still there."""
    pending = _pending(client, secret, token)
    if pending is None:
        raise NotRotating("there is nothing to test yet")
    new, *kept = read(pending)
    current = client.get_secret_value(SecretId=secret, VersionStage=CURRENT)["SecretString"]
    needed = min(kept_count(current, datetime.now(UTC)), KEPT - 1)
    is_complete = len(kept) >= needed and tuple(kept) == read(current)[: len(kept)]
    if new.id != _key_id(token) or not is_complete:
        raise BadKeys("The new version is not a new key before those that there were.")


def _finish(client: Any, secret: str, token: str) -> None:  # noqa: ANN401 - made by botocore
    """Make the new version the current one."""
    stages = client.describe_secret(SecretId=secret)["VersionIdsToStages"]
    before = next((version for version, known in stages.items() if CURRENT in known), None)
    leaves = {"RemoveFromVersionId": before} if before else {}
    client.update_secret_version_stage(
        SecretId=secret, VersionStage=CURRENT, MoveToVersionId=token, **leaves
    )


def _pending(client: Any, secret: str, token: str) -> str | None:  # noqa: ANN401 - made by botocore
    from botocore.exceptions import ClientError

    try:
        found = client.get_secret_value(SecretId=secret, VersionId=token, VersionStage=PENDING)
    except ClientError as error:
        if error.response["Error"]["Code"] != "ResourceNotFoundException":
            raise
        return None
    return str(found["SecretString"])


def _key_id(token: str) -> str:
    """Return the key's id, made from the version so that a repeated step makes one key."""
    return token.replace("-", "")[:KEY_ID_LENGTH]


STEPS: dict[str, Callable[[Any, str, str], None]] = {
    "createSecret": _create,
    "setSecret": _set,
    "testSecret": _test,
    "finishSecret": _finish,
}
