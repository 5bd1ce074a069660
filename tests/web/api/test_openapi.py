"""The API's own description is sound, complete, and true of a running server."""

from collections.abc import Iterator, Mapping
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from fullhouse.web.api.endpoint import PREFIX
from fullhouse.web.api.routes import TABLE, described
from tests.web.api.serving import serving
from tests.web.api.support import EVENING, TOKEN

HEADERS = {"Authorization": f"Bearer {TOKEN}"}
DOCUMENT = described("http://127.0.0.1")
CHECKS = [
    schemathesis.checks.not_a_server_error,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
]
IN_PROOF = settings().max_examples == settings.get_profile("proof").max_examples
EXAMPLES = settings(
    max_examples=settings().max_examples // 6,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
drawn = schemathesis.openapi.from_dict(DOCUMENT)
drawn.config.phases.update(phases=["examples", "fuzzing"])
# Every field at its limits: over 2,000 requests, so `make test` sends those of some operations.
limits = schemathesis.openapi.from_dict(DOCUMENT)
limits.config.phases.update(phases=["coverage"])
some_limits = limits if IN_PROOF else limits.include(path_regex="/waitlist")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield served


@pytest.fixture(scope="module")
def event(url: str) -> str:
    made = httpx2.post(f"{url}/api/v1/events", json=EVENING, headers=HEADERS)
    return str(made.json()["id"])


@pytest.fixture(scope="module")
def salon(url: str) -> dict[str, str]:
    """Someone who waits, a slot, and an appointment."""
    httpx2.put(
        f"{url}/api/v1/rules", json={"text": "Services\n- Cut: 45 minutes\n"}, headers=HEADERS
    )
    ada = {"name": "Ada", "email": "ada@example.org", "service": "Cut"}
    entry = httpx2.post(f"{url}/api/v1/waitlist", json=ada, headers=HEADERS).json()
    freed = {"service": "Cut", "starts_at": "2026-06-02T11:00"}
    slot = httpx2.post(f"{url}/api/v1/slots", json=freed, headers=HEADERS).json()
    booked = {**ada, "starts_at": "2026-06-04T10:00"}
    appointment = httpx2.post(f"{url}/api/v1/appointments", json=booked, headers=HEADERS).json()
    return {
        "entry": str(entry["id"]),
        "slot": str(slot["id"]),
        "appointment": str(appointment["id"]),
    }


def test_every_row_of_the_table_is_described_and_nothing_else() -> None:
    described_rows = {
        (method.upper(), path) for path, methods in DOCUMENT["paths"].items() for method in methods
    }
    assert described_rows == {(row.method, PREFIX + row.path) for row in TABLE}


def test_every_operation_has_a_name_of_its_own() -> None:
    names = [
        operation["operationId"]
        for path in DOCUMENT["paths"].values()
        for operation in path.values()
    ]
    assert len(names) == len(set(names))


def test_the_description_is_served_to_anyone(url: str) -> None:
    served = httpx2.get(f"{url}/api/v1/openapi.json")
    assert served.json()["openapi"] == "3.1.0"
    assert served.json()["paths"] == DOCUMENT["paths"]


@drawn.parametrize()
@EXAMPLES
def test_the_description_is_true(
    case: schemathesis.Case[Any], url: str, event: str, salon: dict[str, str]
) -> None:
    _check(case, url, {"event": event, **salon})


@some_limits.parametrize()
@EXAMPLES
def test_the_description_is_true_at_the_limits(
    case: schemathesis.Case[Any], url: str, event: str, salon: dict[str, str]
) -> None:
    _check(case, url, {"event": event, **salon})


def _check(case: schemathesis.Case[Any], url: str, ids: dict[str, str]) -> None:
    for name, known in ids.items():
        if name in case.path_parameters and len(case.path_parameters[name]) % 2:
            case.path_parameters[name] = known
    checks = CHECKS
    if not _arrives_as_it_is(case.query) or not _arrives_as_it_is(case.body):
        checks = [check for check in CHECKS if check is not negative_data_rejection]
    case.call_and_validate(base_url=url, headers=HEADERS, checks=checks, timeout=60)


def _arrives_as_it_is(value: Any) -> bool:
    """Return False if what is wrong with a value may be gone before it is judged.

    An empty list is not in the address that is sent. The described length of a text is that of
    what is stored, without control characters and with single spaces.
    """
    if isinstance(value, str):
        return value.isprintable() and value == " ".join(value.split())
    if isinstance(value, list):
        return bool(value) and all(map(_arrives_as_it_is, value))
    if isinstance(value, Mapping):
        return all(map(_arrives_as_it_is, value.values()))
    return True
