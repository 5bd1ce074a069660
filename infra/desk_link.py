"""A link that signs the owner in to the desk on AWS, made with the deployment's own key."""

from datetime import datetime
from typing import Any

from fullhouse.engine.access import OWNER, Member, sign_in_link
from fullhouse.platforms.aws.dynamodb.item_codec import SHAPES
from fullhouse.platforms.aws.signing_keys import keyring_of
from infra.aws import Aws
from infra.names import CONFIG, LINK_KEY


def desk_link(aws: Aws, now: datetime) -> str:
    """Return a link that works once, for half an hour. Nothing is written."""
    desk = aws("ssm", "get_parameter", Name=f"{CONFIG['ev']}urls/desk")["Parameter"]["Value"]
    secret = aws("secretsmanager", "get_secret_value", SecretId=LINK_KEY)["SecretString"]
    token = keyring_of(secret).sign(sign_in_link(_owner(aws, now), now))
    return f"{desk.rstrip('/')}/l/{token}"


def _owner(aws: Aws, now: datetime) -> Member:
    """Return the owner; the desk adds them as they are here when it starts for the first time."""
    codec = SHAPES[Member]
    found = aws(
        "dynamodb",
        "get_item",
        TableName=codec.table.name,
        Key=codec.key((OWNER,)),
        ConsistentRead=True,
    )
    item: dict[str, Any] | None = found.get("Item")
    if item is None:
        return Member(id=OWNER, email="", role="owner", created_at=now)
    owner: Member = codec.record(item)
    return owner
