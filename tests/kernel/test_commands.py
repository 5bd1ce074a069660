import msgspec
import pytest

from fullhouse.kernel.commands import Command, tag_of


class Renamed(Command, frozen=True, kw_only=True, tag="Stored"):
    """A command whose class was renamed after some were stored."""

    number: int


def test_command_with_a_tag_is_stored_under_it() -> None:
    assert msgspec.to_builtins(Renamed(number=1)) == {"command": "Stored", "number": 1}
    assert tag_of(Renamed) == tag_of(Renamed(number=1)) == "Stored"


def test_command_without_a_tag_is_refused() -> None:
    with pytest.raises(TypeError, match="Untagged needs a tag of its own"):
        type("Untagged", (Command,), {"__module__": __name__})
