"""Commands are stored in alarms under their tags: a class may get a new name, a tag may not."""

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


class LookAgain(Command, frozen=True, kw_only=True, tag="Look"):
    """A command that was called `Look` when alarms with it were stored."""

    slot_id: str


class Leave(Command, frozen=True, kw_only=True, tag="Leave"):
    """Another command, so that the tag decides."""

    slot_id: str


STORED = b'{"command":"Look","slot_id":"s1"}'
read = msgspec.json.Decoder(LookAgain | Leave).decode


def test_a_stored_command_is_read_after_its_class_was_renamed() -> None:
    assert read(STORED) == LookAgain(slot_id="s1")


def test_a_renamed_class_is_stored_under_its_old_tag() -> None:
    assert msgspec.json.encode(LookAgain(slot_id="s1")) == STORED
