"""Base class of all commands, and alarms that give a command at a time."""

from datetime import datetime

import msgspec


def _needs_own_tag(name: str) -> str:
    """Refuse a command without `tag="…"`: the tag is stored, so a renamed class must keep it."""
    if name != "Command":
        message = f'{name} needs a tag of its own: class {name}(Command, …, tag="{name}")'
        raise TypeError(message)
    return name


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", tag=_needs_own_tag):
    """An instruction with all it needs. Who gives it is part of the invocation, not of this."""


def tag_of(command: Command | type[Command]) -> str:
    """Return the name under which a command is stored and logged."""
    return str(command.__struct_config__.tag)


class Alarm(msgspec.Struct, frozen=True):
    """A command to be given once at `due_at`. It replaces an earlier alarm with the same key."""

    key: str
    due_at: datetime
    command: Command
