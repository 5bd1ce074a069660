"""`fullhouse token`: keys for scripts."""

from pathlib import Path

import click

from fullhouse.cli.common import data_option, in_plain_words


@click.group()
def token() -> None:
    """Make keys for scripts that use the API."""


@token.command()
@click.argument("name")
@data_option
def new(data: Path, name: str) -> None:
    """Make a token; it is shown this once."""
    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            made = engine.ask("POST", "/control/tokens", {"name": name})
    click.echo(made["token"])
    click.echo(
        "Keep it safe: only its fingerprint is stored. Send it as: Authorization: Bearer …",
        err=True,
    )
