"""DynamoDB tables of the store: on demand, with point-in-time recovery and deletion protection."""

from fullhouse.platforms.aws.dynamodb.tables import EVERY_TABLE, Index, Key, Table
from infra.function import Product
from infra.shapes import Json, pascal, resource, when

PROTECTED = "Protected"


def table_id(table: Table) -> str:
    """Return what templates call a table."""
    return pascal(table.name.removeprefix("ev-")) + "Table"


def stream_name(table: Table) -> str:
    """Return under which name one stack tells another of a table's stream."""
    return pascal(table.name.removeprefix("ev-")) + "Stream"


def is_of(table: Table, product: Product) -> bool:
    """Return True if a table belongs to a product's stack."""
    return table.name.startswith(f"{product}-")


def resources(product: Product) -> Json:
    """Describe a product's tables."""
    return {table_id(one): _table(one) for one in EVERY_TABLE if is_of(one, product)}


def _table(table: Table) -> Json:
    properties: Json = {
        "TableName": table.name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": key.name, "AttributeType": key.kind} for key in _keys(table)
        ],
        "KeySchema": _schema(table.partition, table.sort),
        "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
        "DeletionProtectionEnabled": when(PROTECTED, "true", "false"),
    }
    if table.indexes:
        properties["GlobalSecondaryIndexes"] = [_index(one) for one in table.indexes]
    if table.stream:
        properties["StreamSpecification"] = {"StreamViewType": table.stream}
    if table.expires:
        properties["TimeToLiveSpecification"] = {"AttributeName": table.expires, "Enabled": True}
    return resource(
        "AWS::DynamoDB::Table", properties, DeletionPolicy="Delete", UpdateReplacePolicy="Retain"
    )


def _keys(table: Table) -> list[Key]:
    """List the attributes that are part of any key, each once."""
    found: dict[str, Key] = {}
    for key in (
        table.partition,
        table.sort,
        *(k for one in table.indexes for k in (one.partition, one.sort)),
    ):
        if key is not None:
            found.setdefault(key.name, key)
    return list(found.values())


def _schema(partition: Key, sort: Key | None) -> list[Json]:
    ranged = [{"AttributeName": sort.name, "KeyType": "RANGE"}] if sort else []
    return [{"AttributeName": partition.name, "KeyType": "HASH"}, *ranged]


def _index(index: Index) -> Json:
    carries: Json = {"ProjectionType": "KEYS_ONLY"}
    if index.carries:
        carries = {"ProjectionType": "INCLUDE", "NonKeyAttributes": list(index.carries)}
    return {
        "IndexName": index.name,
        "KeySchema": _schema(index.partition, index.sort),
        "Projection": carries,
    }
