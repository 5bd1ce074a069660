"""Commands are stored in alarms under their tags: a class may get a new name, a tag may not."""

import msgspec

from fullhouse.kernel.commands import Command


class LookAgain(Command, frozen=True, kw_only=True, tag="Look"):
    """A command that was called `Look` when alarms with it were stored."""

    slot_id: str


class Leave(Command, frozen=True, kw_only=True):
    """Another command, so that the tag decides."""

    slot_id: str


STORED = b'{"command":"Look","slot_id":"s1"}'
read = msgspec.json.Decoder(LookAgain | Leave).decode


def test_a_stored_command_is_read_after_its_class_was_renamed() -> None:
    assert read(STORED) == LookAgain(slot_id="s1")


def test_a_renamed_class_is_stored_under_its_old_tag() -> None:
    assert msgspec.json.encode(LookAgain(slot_id="s1")) == STORED
