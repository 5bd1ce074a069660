"""The templates, as tests read them."""

from functools import cache
from typing import Any

from infra.stacks import STACKS

Resource = dict[str, Any]


@cache
def template(stack: str) -> dict[str, Any]:
    return STACKS[stack]()


@cache
def every() -> dict[str, Resource]:
    """Return the resources of all stacks by their names; no two have the same."""
    found: dict[str, Resource] = {}
    for stack in STACKS:
        for name, one in template(stack)["Resources"].items():
            assert name not in found, name
            found[name] = one
    return found


def of_kind(kind: str, product: str = "") -> dict[str, Any]:
    """Return the properties of all resources of a kind, in the stacks of one product or of both."""
    found = {
        name
        for stack in STACKS
        if stack.startswith(product)
        for name in template(stack)["Resources"]
    }
    return {
        name: one["Properties"]
        for name, one in every().items()
        if one["Type"] == kind and name in found
    }


def by(kind: str, key: str, value: str) -> Any:
    """Return the properties of the one resource of a kind that has this name."""
    (found,) = [one for one in of_kind(kind).values() if plain(one.get(key)) == value]
    return found


def function(name: str) -> Any:
    """Return the properties of a function; those of the business products are named in full."""
    return by(
        "AWS::Lambda::Function",
        "FunctionName",
        name if name.startswith(("wl-", "ar-")) else f"ev-{name}",
    )


def table(name: str) -> Any:
    return by("AWS::DynamoDB::Table", "TableName", name)


def alarm(name: str) -> Any:
    return by("AWS::CloudWatch::Alarm", "AlarmName", name)


def plain(value: Any) -> str:
    """Write a value as a person would: `${AWS::AccountId}` becomes `<account>`."""
    text = str(value["Fn::Sub"] if isinstance(value, dict) and "Fn::Sub" in value else value)
    return text.replace("${AWS::AccountId}", "<account>").replace("${AWS::Region}", "<region>")


def statements(role: str) -> list[dict[str, Any]]:
    """Return the statements of a role's first policy."""
    return list(
        by("AWS::IAM::Role", "RoleName", role)["Policies"][0]["PolicyDocument"]["Statement"]
    )


def logical(kind: str, key: str, value: str) -> str:
    """Return the logical name of the one resource of a kind that has this value."""
    (found,) = [name for name, one in of_kind(kind).items() if one.get(key) == value]
    return found
