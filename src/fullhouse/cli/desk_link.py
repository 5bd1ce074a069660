"""`fullhouse desk-link`: a link that signs the owner in to the desk."""

from pathlib import Path

import click

from fullhouse.cli.common import data_option, in_plain_words


@click.command("desk-link")
@data_option
def desk_link(data: Path) -> None:
    """Make a link that signs you in to the desk; it works once, for half an hour."""
    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            made = engine.ask("POST", "/control/desk-link")
    click.echo(made["url"])
