"""Builder of DynamoDB conditions, filters and updates, with placeholders for names and values."""

from collections.abc import Iterable
from typing import Any, Self

from fullhouse.engine.ports import Conflict
from fullhouse.kernel.decisions import Guard
from fullhouse.platforms.aws.dynamodb.item_codec import Attribute, Item, ItemCodec

TESTS = {"==": "=", "<=": "<=", ">=": ">="}


class Expression:
    """Conditions and changes of one item, with the names and values they use."""

    def __init__(self) -> None:
        """Start empty."""
        self.names: dict[str, str] = {}
        self.values: dict[str, Attribute] = {}
        self.tests: list[str] = []
        self.sets: list[str] = []
        self.adds: list[str] = []
        self.removes: list[str] = []

    def name(self, name: str) -> str:
        """Return the placeholder of a name."""
        self.names[f"#{name}"] = name
        return f"#{name}"

    def value(self, value: Attribute) -> str:
        """Return the placeholder of a value."""
        mark = f":v{len(self.values)}"
        self.values[mark] = value
        return mark

    def is_there(self, name: str) -> Self:
        """Require that an attribute exists."""
        self.tests.append(f"attribute_exists({self.name(name)})")
        return self

    def is_free(self, name: str) -> Self:
        """Require that an attribute does not exist."""
        self.tests.append(f"attribute_not_exists({self.name(name)})")
        return self

    def compares(self, name: str, test: str, value: Attribute) -> Self:
        """Require that an attribute compares so with a value."""
        self.tests.append(f"{self.name(name)} {test} {self.value(value)}")
        return self

    def is_free_or(self, name: str, other: str, test: str, value: Attribute) -> Self:
        """Require that an attribute does not exist, or that another compares so with a value."""
        free = f"attribute_not_exists({self.name(name)})"
        self.tests.append(f"({free} OR {self.name(other)} {test} {self.value(value)})")
        return self

    def is_one_of(self, name: str, values: Iterable[str]) -> Self:
        """Require that an attribute is one of a few strings."""
        marks = ", ".join(self.value({"S": value}) for value in values)
        self.tests.append(f"{self.name(name)} IN ({marks})")
        return self

    def guard(self, shape: ItemCodec[Any], one: Guard) -> Self:
        """Require that a guard holds; raise `Conflict` if it never can."""
        name, value = shape.names[one.field], shape.attribute(one.field, one.value)
        if value is not None:
            return self.compares(name, TESTS[one.test], value)
        if one.test == "==":
            return self.is_free(name)
        raise Conflict(shape.kind.kind_name)

    def set(self, name: str, value: Attribute | None) -> Self:
        """Set an attribute, or remove it."""
        if value is None:
            self.removes.append(self.name(name))
        else:
            self.sets.append(f"{self.name(name)} = {self.value(value)}")
        return self

    def add(self, name: str, more: int) -> Self:
        """Add to a number."""
        self.adds.append(f"{self.name(name)} {self.value({'N': str(more)})}")
        return self

    @property
    def changes(self) -> bool:
        """True if anything is set, added to or removed."""
        return bool(self.sets or self.adds or self.removes)

    def update(self) -> dict[str, Any]:
        """Return the update expression of a request."""
        clauses = {"SET": self.sets, "ADD": self.adds, "REMOVE": self.removes}
        words = " ".join(f"{verb} {', '.join(parts)}" for verb, parts in clauses.items() if parts)
        return {"UpdateExpression": words} if words else {}

    def take_tests(self) -> str:
        """Return the conditions so far, and clear them."""
        tests, self.tests = " AND ".join(self.tests), []
        return tests

    def said(self) -> dict[str, Any]:
        """Return the names and values of a request."""
        request: dict[str, Any] = {}
        if self.names:
            request["ExpressionAttributeNames"] = self.names
        if self.values:
            request["ExpressionAttributeValues"] = self.values
        return request


def put(table: str, item: Item, words: Expression | None = None) -> dict[str, Any]:
    """Put an item."""
    return {"Put": {"TableName": table, "Item": item, **_condition(words)}}


def delete(table: str, key: Item, words: Expression | None = None) -> dict[str, Any]:
    """Delete an item."""
    return {"Delete": {"TableName": table, "Key": key, **_condition(words)}}


def change(table: str, key: Item, words: Expression) -> dict[str, Any]:
    """Update an item, or only check it if nothing changes."""
    verb = "Update" if words.changes else "ConditionCheck"
    return {verb: {"TableName": table, "Key": key, **words.update(), **_condition(words)}}


def _condition(words: Expression | None) -> dict[str, Any]:
    if words is None:
        return {}
    condition = words.take_tests()
    if not condition:
        return words.said()
    return {
        "ConditionExpression": condition,
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        **words.said(),
    }
