"""The base of every command: what a person, an alarm or the relay asks for."""

import msgspec


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", tag=True):
    """An imperative with all it needs. It says nothing of who gives it: the order around it does."""


def tag_of(command: Command | type[Command]) -> str:
    """Return the name under which a command is stored and logged."""
    return str(command.__struct_config__.tag)
