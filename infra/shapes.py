"""The few shapes that CloudFormation templates are made of, as plain data."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


def pascal(name: str) -> str:
    """Make the name that a template calls a thing by: `offer-timeout` becomes `OfferTimeout`."""
    return "".join(
        part[:1].upper() + part[1:] for part in name.replace("/", "-").replace("_", "-").split("-")
    )


def sub(text: str) -> str | Json:
    """Fill in what stands in `${…}`, where there is any."""
    return {"Fn::Sub": text} if "${" in text else text


def ref(name: str) -> Json:
    return {"Ref": name}


def att(name: str, attribute: str) -> Json:
    return {"Fn::GetAtt": [name, attribute]}


def when(condition: str, this: object, that: object) -> Json:
    return {"Fn::If": [condition, this, that]}


def only_when(condition: str, this: object) -> Json:
    return when(condition, this, ref("AWS::NoValue"))


def arn(service: str, rest: str) -> str:
    """Write the ARN of something in this account and region."""
    return f"arn:${{AWS::Partition}}:{service}:${{AWS::Region}}:${{AWS::AccountId}}:{rest}"


def named(bucket: str) -> str:
    """Return a bucket's full name; account and region make it unique in the world."""
    return f"{bucket}-${{AWS::AccountId}}-${{AWS::Region}}"


def resource(kind: str, properties: Mapping[str, object], **attributes: object) -> Json:
    """Describe a resource such as `AWS::SQS::Queue`, with attributes such as DependsOn."""
    return {"Type": kind, **attributes, "Properties": dict(properties)}


def allow(actions: Sequence[str], resources: object, **more: object) -> Json:
    """Write a statement that allows."""
    return {"Effect": "Allow", "Action": list(actions), "Resource": resources, **more}


def policy(*statements: Json) -> Json:
    return {"Version": "2012-10-17", "Statement": list(statements)}


def parameter(words: str, **more: object) -> Json:
    return {"Type": "String", "Description": words, **more}


def yes_or_no(words: str, default: str) -> Json:
    return parameter(words, AllowedValues=["yes", "no"], Default=default)


def equals(name: str, value: str) -> Json:
    return {"Fn::Equals": [ref(name), value]}


def has(name: str) -> Json:
    """Return the condition that a parameter is not empty."""
    return {"Fn::Not": [equals(name, "")]}


def written(template: Json) -> str:
    """Write a template down: the same one always reads the same."""
    return json.dumps(template, indent=1) + "\n"
