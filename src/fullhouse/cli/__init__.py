"""The command line: the only place that puts a platform together for a person.

A command's module is imported when it is needed, and imports heavy modules when it runs.
"""

import os
from importlib import import_module

import click

COMMANDS = {
    "audit": "fullhouse.cli.audit:audit",
    "backup": "fullhouse.cli.backup:backup",
    "cost": "fullhouse.cli.cost:cost",
    "demo": "fullhouse.cli.demo:demo",
    "desk-link": "fullhouse.cli.desk_link:desk_link",
    "doctor": "fullhouse.cli.doctor:doctor",
    "event": "fullhouse.cli.event:event",
    "import": "fullhouse.cli.import_command:import_",
    "key": "fullhouse.cli.key:key",
    "mail": "fullhouse.cli.mail:mail",
    "person": "fullhouse.cli.person:person",
    "rehearse": "fullhouse.cli.rehearse:rehearse",
    "replay": "fullhouse.cli.replay:replay",
    "restore": "fullhouse.cli.backup:restore",
    "serve": "fullhouse.cli.serve:serve",
    "token": "fullhouse.cli.token:token",
}


class Lazy(click.Group):
    """A group that imports a command's module only when it is asked for."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Name all commands."""
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find one command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="fullhouse")
def main() -> None:
    """Guest lists with a cap that cannot oversell: every seat filled, none given twice."""
    # Files hold names, addresses and keys: only the owner of the folder may read them.
    os.umask(0o077)
