"""The stacks' tables, created at once, for tests that need only the database of AWS."""

from typing import Any
from urllib.request import urlopen

import msgspec

from fullhouse.platforms.aws.dynamodb.tables import EVERY_TABLE, Index, Key, Table


def make_tables(client: Any) -> None:
    """Make every table."""
    _ask(client, "_create_table", [_request(table) for table in EVERY_TABLE])


def drop_tables(client: Any) -> None:
    """Take every table away, with all that is in it."""
    _ask(client, "_delete_table", [{"TableName": table.name} for table in EVERY_TABLE])


def _ask(client: Any, function: str, tables: list[dict[str, Any]]) -> None:
    """Have the emulator do it for all tables at once, in the account of the client's key."""
    key = client._request_signer._credentials.access_key  # noqa: SLF001 - botocore's
    asked = {"key": key, "region": client.meta.region_name, "function": function, "tables": tables}
    with urlopen(  # noqa: S310 - on loopback
        f"{client.meta.endpoint_url}/_tables", data=msgspec.json.encode(asked), timeout=300
    ) as answer:
        assert answer.status == 204


def _request(table: Table) -> dict[str, Any]:
    pairs = [
        (table.partition, table.sort),
        *((index.partition, index.sort) for index in table.indexes),
    ]
    keys = [key for pair in pairs for key in pair if key is not None]
    request: dict[str, Any] = {
        "TableName": table.name,
        "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": _schema(table),
        "AttributeDefinitions": [
            {"AttributeName": key.name, "AttributeType": key.kind} for key in dict.fromkeys(keys)
        ],
    }
    if table.indexes:
        request["GlobalSecondaryIndexes"] = [_index(index) for index in table.indexes]
    if table.stream:
        request["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": table.stream}
    return request


def _schema(keys: Table | Index) -> list[dict[str, str]]:
    roles: list[tuple[Key | None, str]] = [(keys.partition, "HASH"), (keys.sort, "RANGE")]
    return [{"AttributeName": key.name, "KeyType": role} for key, role in roles if key is not None]


def _index(index: Index) -> dict[str, Any]:
    carries = {"ProjectionType": "INCLUDE", "NonKeyAttributes": list(index.carries)}
    projection = carries if index.carries else {"ProjectionType": "KEYS_ONLY"}
    return {"IndexName": index.name, "KeySchema": _schema(index), "Projection": projection}
