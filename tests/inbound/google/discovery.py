"""Google's discovery documents as a check: unknown requests and answers are refused."""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote

import msgspec

JSON = dict[str, Any]
SIMPLE = {
    "string": r".*",
    "integer": r"-?\d{1,19}",
    "boolean": r"true|false",
    "number": r"-?\d+(\.\d+)?([eE][+-]?\d+)?",
    "date-time": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)",
}
KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


class Mismatch(Exception):
    """A request or an answer is not what Google published."""


class Method(msgspec.Struct, frozen=True):
    """One method of one API, as published."""

    api: str
    id: str
    verb: str
    pattern: str
    parameters: JSON
    request: str
    response: str
    scopes: tuple[str, ...]


class Call(msgspec.Struct, frozen=True):
    """A request that was found to be in order."""

    method: Method
    path: dict[str, str]
    query: dict[str, list[str]]
    body: JSON


@cache
def document(api: str) -> JSON:
    spec = find_spec("googleapiclient")
    assert spec is not None
    assert spec.origin is not None
    place = Path(spec.origin).parent / "discovery_cache/documents" / f"{api}.json"
    found: JSON = json.loads(place.read_text())
    return found


@cache
def methods(api: str) -> tuple[Method, ...]:
    found = document(api)
    return tuple(_method(api, found, each) for each in _methods(found))


def _methods(part: JSON) -> Iterator[JSON]:
    yield from part.get("methods", {}).values()
    for resource in part.get("resources", {}).values():
        yield from _methods(resource)


def _method(api: str, found: JSON, given: JSON) -> Method:
    template = "/" + found["servicePath"] + given["path"]
    pieces = re.split(r"\{\+?(\w+)\}", template)
    pattern = "".join(
        f"(?P<{each}>[^/:]+)" if at % 2 else re.escape(each) for at, each in enumerate(pieces)
    )
    return Method(
        api,
        given["id"],
        given["httpMethod"],
        pattern,
        {**found["parameters"], **given.get("parameters", {})},
        given.get("request", {}).get("$ref", ""),
        given.get("response", {}).get("$ref", ""),
        tuple(given.get("scopes", ())),
    )


def checked(apis: tuple[str, ...], verb: str, target: str, body: bytes) -> Call:
    """Find the method that a request means and hold the request against it, or raise `Mismatch`."""
    path, _, query = target.partition("?")
    for method in (each for api in apis for each in methods(api) if each.verb == verb):
        found = re.fullmatch(method.pattern, path)
        if found:
            given = {name: unquote(value) for name, value in found.groupdict().items()}
            asked = parse_qs(query, keep_blank_values=True, strict_parsing=bool(query))
            _check_query(method, asked)
            return Call(method, given, asked, _checked_body(method, body))
    raise Mismatch(f"no method {verb} {path}")


def _check_query(method: Method, query: dict[str, list[str]]) -> None:
    known = {
        name: each for name, each in method.parameters.items() if each.get("location") == "query"
    }
    for name, values in query.items():
        if name not in known:
            raise Mismatch(f"{method.id} knows no parameter {name}")
        if len(values) > 1 and not known[name].get("repeated"):
            raise Mismatch(f"{name} is given more than once")
        for value in values:
            _check_value(name, known[name], value)
    missing = [name for name, each in known.items() if each.get("required") and name not in query]
    if missing:
        raise Mismatch(f"{method.id} needs {missing}")
    for mask in query.get("fields", ()):
        masked(method.api, method.response, mask)


def _check_value(name: str, known: JSON, value: str) -> None:
    wanted = SIMPLE[known["format"] if known.get("format") == "date-time" else known["type"]]
    if not re.fullmatch(wanted, value, re.DOTALL):
        raise Mismatch(f"{name}={value} is no {known['type']}")
    if "enum" in known and value not in known["enum"]:
        raise Mismatch(f"{name}={value} is none of {known['enum']}")
    if "minimum" in known and int(value) < int(known["minimum"]):
        raise Mismatch(f"{name}={value} is too small")


def _checked_body(method: Method, body: bytes) -> JSON:
    if not method.request:
        if body:
            raise Mismatch(f"{method.id} takes no body")
        return {}
    given: JSON = json.loads(body)
    check_value(method.api, {"$ref": method.request}, given)
    return given


def check_value(api: str, schema: JSON, value: object, where: str = "$") -> None:
    """Hold a JSON value against a schema; a property that the schema does not know is refused."""
    schema = document(api)["schemas"][schema["$ref"]] if "$ref" in schema else schema
    kind = schema["type"]
    if kind == "any":
        return
    wrong = isinstance(value, bool) != (kind == "boolean") or not isinstance(value, KINDS[kind])
    if wrong:
        raise Mismatch(f"{where} is no {kind}: {value!r}")
    if "enum" in schema and value not in schema["enum"]:
        raise Mismatch(f"{where} is none of {schema['enum']}")
    if isinstance(value, list):
        for at, each in enumerate(value):
            check_value(api, schema["items"], each, f"{where}[{at}]")
    if isinstance(value, dict):
        for name, each in value.items():
            known = schema.get("properties", {}).get(name, schema.get("additionalProperties"))
            if known is None:
                raise Mismatch(f"{where} has no property {name}")
            check_value(api, known, each, f"{where}.{name}")


Mask = dict[str, Any]


def masked(api: str, response: str, text: str) -> Mask:
    """Read a field mask such as `sheets(properties(title))` against the answer's schema."""
    mask, rest = _names(text)
    if rest:
        raise Mismatch(f"the field mask ends in {rest}")
    _check_mask(api, {"$ref": response}, mask)
    return mask


def _names(text: str) -> tuple[Mask, str]:
    found: Mask = {}
    while True:
        name = re.match(r"\w+", text)
        if name is None:
            raise Mismatch(f"the field mask has no name before {text!r}")
        found[name[0]], text = {}, text[name.end() :]
        if text.startswith("("):
            found[name[0]], text = _names(text[1:])
            if not text.startswith(")"):
                raise Mismatch("the field mask lacks a )")
            text = text[1:]
        if not text.startswith(","):
            return found, text
        text = text[1:]


def _check_mask(api: str, schema: JSON, mask: Mask) -> None:
    schema = schema["items"] if schema.get("type") == "array" else schema
    schema = document(api)["schemas"][schema["$ref"]] if "$ref" in schema else schema
    for name, inner in mask.items():
        if name not in schema.get("properties", {}):
            raise Mismatch(f"the field mask names {name}, which is not there")
        _check_mask(api, schema["properties"][name], inner)


def cut(value: Any, mask: Mask) -> Any:
    """Leave in an answer only what the mask names."""
    if not mask:
        return value
    if isinstance(value, list):
        return [cut(each, mask) for each in value]
    return {name: cut(value[name], inner) for name, inner in mask.items() if name in value}
