"""The base of every command: what a person, an alarm or the relay asks for."""

from datetime import datetime

import msgspec


def _needs_own_tag(name: str) -> str:
    """Refuse a command without `tag="…"`: the tag is stored, so it must not follow the class name."""
    if name != "Command":
        message = f'{name} needs a tag of its own: class {name}(Command, …, tag="{name}")'
        raise TypeError(message)
    return name


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", tag=_needs_own_tag):
    """An imperative with all it needs. It says nothing of who gives it: the order around it does."""


def tag_of(command: Command | type[Command]) -> str:
    """Return the name under which a command is stored and logged."""
    return str(command.__struct_config__.tag)


class Alarm(msgspec.Struct, frozen=True):
    """When `due_at` has come the command is given. Setting an alarm under a key replaces the one that was there."""

    key: str
    due_at: datetime
    command: Command
