"""Scopes of API tokens."""

import pytest

from fullhouse.engine.token_scopes import Area, is_allowed, wanted_scopes


@pytest.mark.parametrize(
    ("area", "reads", "scopes"),
    [
        ("events", True, ("read", "events", "write")),
        ("events", False, ("events", "write")),
        ("frontdesk", False, ("frontdesk", "write")),
        ("", True, ("write",)),
        ("", False, ("write",)),
    ],
)
def test_a_call_needs_one_of_these(area: Area, *, reads: bool, scopes: tuple[str, ...]) -> None:
    assert wanted_scopes(area, reads=reads) == scopes
    for scope in ("read", "events", "frontdesk", "write"):
        assert is_allowed((scope,), area, reads=reads) == (scope in scopes)


def test_a_token_without_scopes_may_do_everything() -> None:
    assert is_allowed((), "", reads=False)
