"""How conditions, filters and updates are put to DynamoDB: names and values stand apart from the words."""

from collections.abc import Iterable
from typing import Any, Self

from fullhouse.engine.ports import Conflict
from fullhouse.kernel.decisions import Guard
from fullhouse.platforms.aws.dynamodb.item_codec import Attribute, Item, ItemCodec

TESTS = {"==": "=", "<=": "<=", ">=": ">="}


class Expression:
    """Words about one item, and the names and values that they mention."""

    def __init__(self) -> None:
        """Start with nothing said."""
        self.names: dict[str, str] = {}
        self.values: dict[str, Attribute] = {}
        self.tests: list[str] = []
        self.sets: list[str] = []
        self.adds: list[str] = []
        self.removes: list[str] = []

    def name(self, name: str) -> str:
        """Mention a name."""
        self.names[f"#{name}"] = name
        return f"#{name}"

    def value(self, value: Attribute) -> str:
        """Mention a value."""
        mark = f":v{len(self.values)}"
        self.values[mark] = value
        return mark

    def is_there(self, name: str) -> Self:
        """Ask for a name to be there."""
        self.tests.append(f"attribute_exists({self.name(name)})")
        return self

    def is_free(self, name: str) -> Self:
        """Ask for a name not to be there."""
        self.tests.append(f"attribute_not_exists({self.name(name)})")
        return self

    def compares(self, name: str, test: str, value: Attribute) -> Self:
        """Ask for a name to compare so with a value."""
        self.tests.append(f"{self.name(name)} {test} {self.value(value)}")
        return self

    def is_free_or(self, name: str, other: str, test: str, value: Attribute) -> Self:
        """Ask for a name not to be there, or for another one to compare so with a value."""
        free = f"attribute_not_exists({self.name(name)})"
        self.tests.append(f"({free} OR {self.name(other)} {test} {self.value(value)})")
        return self

    def is_one_of(self, name: str, values: Iterable[str]) -> Self:
        """Ask for a name to be one of a few texts."""
        marks = ", ".join(self.value({"S": value}) for value in values)
        self.tests.append(f"{self.name(name)} IN ({marks})")
        return self

    def guard(self, shape: ItemCodec[Any], one: Guard) -> Self:
        """Ask for a guard to hold; one that can never hold is a conflict already."""
        name, value = shape.names[one.field], shape.attribute(one.field, one.value)
        if value is not None:
            return self.compares(name, TESTS[one.test], value)
        if one.test == "==":
            return self.is_free(name)
        raise Conflict(shape.kind.kind_name)

    def set(self, name: str, value: Attribute | None) -> Self:
        """Set a name, or take it away."""
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
        """Whether anything is set, added to or taken away."""
        return bool(self.sets or self.adds or self.removes)

    def update(self) -> dict[str, Any]:
        """Return what changes, as a request puts it."""
        parts = {"SET": self.sets, "ADD": self.adds, "REMOVE": self.removes}
        words = " ".join(f"{verb} {', '.join(said)}" for verb, said in parts.items() if said)
        return {"UpdateExpression": words} if words else {}

    def take_tests(self) -> str:
        """Return what was asked for until now, and begin to ask anew."""
        said, self.tests = " AND ".join(self.tests), []
        return said

    def said(self) -> dict[str, Any]:
        """Return all that is mentioned, as a request puts it."""
        mentioned = {
            "ExpressionAttributeNames": self.names,
            "ExpressionAttributeValues": self.values,
        }
        return {kind: what for kind, what in mentioned.items() if what}


def put(table: str, item: Item, words: Expression | None = None) -> dict[str, Any]:
    """Put an item."""
    return {"Put": {"TableName": table, "Item": item, **_condition(words)}}


def delete(table: str, key: Item, words: Expression | None = None) -> dict[str, Any]:
    """Delete an item."""
    return {"Delete": {"TableName": table, "Key": key, **_condition(words)}}


def change(table: str, key: Item, words: Expression) -> dict[str, Any]:
    """Update an item, or merely check it where nothing changes."""
    verb = "Update" if words.changes else "ConditionCheck"
    return {verb: {"TableName": table, "Key": key, **words.update(), **_condition(words)}}


def _condition(words: Expression | None) -> dict[str, Any]:
    if words is None:
        return {}
    condition = words.take_tests()
    told = (
        {"ConditionExpression": condition, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
        if condition
        else {}
    )
    return {**told, **words.said()}
