"""What a function may do, as exact pairs of actions and resources, under short names."""

from typing import Literal

import msgspec

from fullhouse.platforms.aws import tables
from infra.shapes import Json, arn

# Who makes the call: our own code, or Lambda on behalf of the function (logs, streams, dead letters).
Caller = Literal["code", "lambda"]


class Grant(msgspec.Struct, frozen=True):
    """Leave to take these actions on one resource."""

    actions: tuple[str, ...]
    resource: str
    caller: Caller = "code"
    condition: tuple[tuple[str, str, str], ...] = ()  # operator, key, value

    def conditions(self) -> Json:
        """Return the conditions as a statement has them."""
        found: Json = {}
        for operator, key, value in self.condition:
            found.setdefault(operator, {})[key] = value
        return found


def on_table(table: tables.Table, *actions: str) -> Grant:
    return Grant(tuple(f"dynamodb:{one}" for one in actions), arn("dynamodb", f"table/{table.name}"))


def on_index(table: tables.Table, *names: str) -> tuple[Grant, ...]:
    """Let these indexes of a table be read."""
    return tuple(
        Grant(("dynamodb:Query",), arn("dynamodb", f"table/{table.name}/index/{table.index(name).name}"))
        for name in names
    )


def on_function(name: str) -> Grant:
    return Grant(("lambda:InvokeFunction",), arn("lambda", f"function:{name}"))


def on_objects(bucket: str, path: str, *actions: str) -> Grant:
    """Let objects be read or written. A bucket's name says whose it is and where, so its ARN need not."""
    place = f"arn:${{AWS::Partition}}:s3:::{bucket}-${{AWS::AccountId}}-${{AWS::Region}}/{path}"
    return Grant(tuple(f"s3:{one}" for one in actions), place)


def on_secret(name: str, *actions: str) -> Grant:
    """Let a secret be used. Secrets Manager puts six characters of its own behind the name."""
    return Grant(tuple(f"secretsmanager:{one}" for one in actions), arn("secretsmanager", f"secret:{name}-??????"))


# Parameters are asked for by their path; whether the path that is judged ends in a slash is up to the caller.
CONFIG = Grant(("ssm:GetParametersByPath",), arn("ssm", "parameter/ev/config*"))
