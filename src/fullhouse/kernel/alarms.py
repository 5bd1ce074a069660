"""Alarms: a command that must be given once, at a time."""

from datetime import datetime

import msgspec

from fullhouse.kernel.commands import Command


class Alarm(msgspec.Struct, frozen=True):
    """When `due_at` has come the command is given. Setting an alarm under a key replaces the one that was there."""

    key: str
    due_at: datetime
    command: Command
