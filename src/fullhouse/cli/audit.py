"""`fullhouse audit`: compare the audit with the stored records."""

from pathlib import Path
from urllib.parse import quote

import click

from fullhouse.cli.common import data_option, in_plain_words


@click.group()
def audit() -> None:
    """Check the audit."""


@audit.command()
@click.argument("event", required=False, default="")
@data_option
def verify(data: Path, event: str) -> None:
    """Replay the audit, of one event or of all, and compare it with what is stored."""
    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            if event:
                engine.ask("GET", f"/api/v1/events/{quote(event, safe='')}")
            found = engine.ask("GET", f"/control/audit?event={quote(event, safe='')}")
    for problem in found["problems"]:
        click.echo(f"line {problem['number']}: {problem['what']}", err=True)
    if found["problems"]:
        message = f"The audit and the store differ in {len(found['problems'])} places."
        raise click.ClickException(message)
    click.echo(
        f"{found['lines']} lines replay to exactly the {found['records']} records that are stored."
    )
