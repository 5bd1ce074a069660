"""The OpenAPI 3.1 description, made from the same table and types as the API itself."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from fullhouse.engine.token_scopes import SCOPES, wanted_scopes
from fullhouse.inbound.forms.event_schema import LONGEST_LINE, ImportRow
from fullhouse.products.frontdesk.shared.rulebook.model import RuleProblem
from fullhouse.products.rsvp.model import Settings
from fullhouse.web.api.endpoint import ONCE, PREFIX, Endpoint
from fullhouse.web.errors import TROUBLE, Error, ErrorDetail

REFUSED = {
    400: "The body is not JSON.",
    401: "There is no token, or it is not known, or its time is over.",
    403: "The token's scopes do not allow this.",
    404: "There is no such thing.",
    409: "It cannot be done as things stand.",
    413: "The body is too large.",
    422: "A field does not fit; it is named.",
    429: "Too many unknown tokens came from this address.",
    503: TROUBLE[503][1],
}
ALWAYS = (401, 403, 422, 429, 503)
WITH_BODY = (400, 413)
REFERENCE = "#/components/schemas/{name}"
SENT_AGAIN = (
    "Your own name for this request: sent again under the same name, it is done once; "
    "something else is refused."
)
# A line break inside a paragraph of a docstring.
WRAPPED = re.compile(r"(?<!\n)\n(?!\n) *")
# Names that differ, or will differ, from the names of their classes.
SCHEMA_NAMES: dict[type, str] = {RuleProblem: "Problem", ErrorDetail: "Said"}
SCOPED = (
    "A token without scopes may do everything. One with scopes needs one of those listed for an "
    "operation: " + "; ".join(f"{scope}: {text.lower()}" for scope, text in SCOPES.items()) + "."
)
ABOUT = (
    "Guest lists that cannot oversell, a waitlist that fills freed slots, "
    "and appointments that are kept."
)


def description(table: Iterable[Endpoint], version: str, url: str) -> dict[str, Any]:
    """Describe every endpoint in the table."""
    rows = tuple(table)
    types: dict[int, Any] = {}
    for row in rows:
        types |= {id(kind): kind for kind in (row.answer, row.query, *_bodies(row))}
    wanted = [*types.values(), Error, Settings, ImportRow]
    schemas, components = _named(*msgspec.json.schema_components(wanted, ref_template=REFERENCE))
    schema = dict(zip(map(id, wanted), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for row in rows:
        methods = paths.setdefault(PREFIX + row.path, {})
        methods[row.method.lower()] = _operation(row, schema, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Fullhouse", "version": version, "description": ABOUT},
        "servers": [{"url": url}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": SCOPED}
            },
        },
    }


def _named(
    schemas: tuple[dict[str, Any], ...], components: dict[str, Any]
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Replace class names with the names in `SCHEMA_NAMES`."""
    names = {kind.__name__: name for kind, name in SCHEMA_NAMES.items()}
    references = {
        REFERENCE.format(name=old): REFERENCE.format(name=new) for old, new in names.items()
    }
    renamed = {names.get(old, old): _component(shape, names) for old, shape in components.items()}
    return _with_references(list(schemas), references), _with_references(renamed, references)


def _component(shape: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """Return a schema with its public name, and its docstring without the wrapping of the code."""
    title = shape["title"]
    shown = {**shape, "title": names.get(title, title)}
    if "description" in shown:
        shown["description"] = WRAPPED.sub(" ", shown["description"].rstrip())
    return shown


def _with_references(part: Any, references: dict[str, str]) -> Any:  # noqa: ANN401 - any part
    if isinstance(part, list):
        return [_with_references(item, references) for item in part]
    if isinstance(part, dict):
        return {key: _with_references(value, references) for key, value in part.items()}
    if isinstance(part, str):
        return references.get(part, part)
    return part


def _operation(row: Endpoint, schema: dict[int, Any], components: dict[str, Any]) -> dict[str, Any]:
    words = [re.sub(r"\W", "", part) for part in row.path.split("/") if part]
    operation = {
        "operationId": "_".join([row.method.lower(), *words]),
        "summary": row.does,
        "parameters": [*_in_path(row), *_in_query(row, schema, components), *_in_head(row)],
        "responses": _responses(row, schema),
        "security": [{"token": list(wanted_scopes(row.area, reads=row.method == "GET"))}],
    }
    if row.body is not None:
        shapes = [schema[id(body)] for body in _bodies(row)]
        operation["requestBody"] = {"required": True, "content": _json(_any_of(shapes))}
    return operation


def _bodies(row: Endpoint) -> tuple[Any, ...]:
    if row.body is None:
        return ()
    if isinstance(row.body, tuple):
        return row.body
    return (row.body,)


def _any_of(shapes: list[dict[str, Any]]) -> dict[str, Any]:
    if len(shapes) == 1:
        return shapes[0]
    return {"anyOf": shapes}


def _in_path(row: Endpoint) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", row.path)
    text = {"type": "string", "minLength": 1}
    return [{"name": name, "in": "path", "required": True, "schema": text} for name in names]


def _in_query(
    row: Endpoint, schema: dict[int, Any], components: dict[str, Any]
) -> list[dict[str, Any]]:
    name = schema[id(row.query)]["$ref"].rpartition("/")[2]
    fields = components[name].get("properties", {})
    return [{"name": field, "in": "query", "schema": shape} for field, shape in fields.items()]


def _in_head(row: Endpoint) -> list[dict[str, Any]]:
    if not row.once:
        return []
    text = {"type": "string", "minLength": 1, "maxLength": LONGEST_LINE}
    return [{"name": ONCE, "in": "header", "description": SENT_AGAIN, "schema": text}]


def _responses(row: Endpoint, schema: dict[int, Any]) -> dict[str, Any]:
    statuses = {*ALWAYS, *row.refusals}
    if row.body is not None:
        statuses.update(WITH_BODY)
    refused = {
        str(status): {"description": REFUSED[status], "content": _json(schema[id(Error)])}
        for status in sorted(statuses)
    }
    done = {"description": "Done.", "content": _json(schema[id(row.answer)])}
    same = {str(status): {**done, "description": "It was so already."} for status in row.also}
    return {str(row.status): done, **same, **refused}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
