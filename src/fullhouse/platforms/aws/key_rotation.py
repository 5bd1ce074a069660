"""A new key for links, in the four steps of Secrets Manager's rotation. Each may come twice, or again after a crash.

There is no other service to tell: links that are out name the key that signed them, and old keys stay in the secret.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from fullhouse.platforms.aws.signing_keys import KEPT, BadKeys, read, with_new

CURRENT, PENDING = "AWSCURRENT", "AWSPENDING"
KEY_BYTES = 32
KEY_ID_LENGTH = 16


class NotRotating(Exception):
    """The secret does not expect this version: somebody else called, or it is long over."""


def rotate(client: Any, event: Mapping[str, Any]) -> None:  # noqa: ANN401 - made by botocore
    """Take one step, unless the new version is in use already."""
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


def _create(client: Any, secret: str, token: str) -> None:  # noqa: ANN401 - made by botocore
    """Write the new version: the same keys behind a fresh one. One that was written already stays."""
    if _pending(client, secret, token) is not None:
        return
    current = client.get_secret_value(SecretId=secret, VersionStage=CURRENT)["SecretString"]
    fresh = with_new(current, _key_id(token), secrets.token_bytes(KEY_BYTES))
    client.put_secret_value(
        SecretId=secret, ClientRequestToken=token, SecretString=fresh, VersionStages=[PENDING]
    )


def _set(_client: Any, _secret: str, _token: str) -> None:  # noqa: ANN401 - made by botocore
    """Nobody else has to be told."""


def _test(client: Any, secret: str, token: str) -> None:  # noqa: ANN401 - made by botocore
    """See that the new key comes first, and that those which signed the links that are out are still there."""
    pending = _pending(client, secret, token)
    if pending is None:
        raise NotRotating("there is nothing to test yet")
    new = read(pending)
    old = read(client.get_secret_value(SecretId=secret, VersionStage=CURRENT)["SecretString"])
    if new[0].id != _key_id(token) or new[1:] != old[: KEPT - 1]:
        raise BadKeys("The new version is not a new key before those that there were.")


def _finish(client: Any, secret: str, token: str) -> None:  # noqa: ANN401 - made by botocore
    """Let the new version be the current one."""
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
    """Name the key after the version that brings it, so that a step that comes twice makes one key."""
    return token.replace("-", "")[:KEY_ID_LENGTH]


STEPS: dict[str, Callable[[Any, str, str], None]] = {
    "createSecret": _create,
    "setSecret": _set,
    "testSecret": _test,
    "finishSecret": _finish,
}
