"""`fullhouse person`: hand out all that is kept about someone, or forget them."""

from pathlib import Path
from typing import Any

import click

from fullhouse.cli.common import data_option, in_plain_words


@click.group()
def person() -> None:
    """Export or erase one person's data, at all events."""


@person.command()
@click.argument("address")
@data_option
def export(data: Path, address: str) -> None:
    """Write all that is kept under an address as JSON: guest records, what happened, messages."""
    import json

    click.echo(json.dumps(_ask(data, "GET", address), indent=2, ensure_ascii=False))


@person.command()
@click.argument("address")
@click.option("--yes", is_flag=True, help="Do not ask before erasing.")
@data_option
def erase(data: Path, address: str, *, yes: bool) -> None:
    """Forget someone: what they hold is given back, name and address go from everything that is kept."""
    if not yes:
        click.confirm(f"Erase {address} at all events? This cannot be taken back", abort=True)
    told = _ask(data, "POST", address)
    events = told["erased"]
    if not events:
        click.echo("Nobody is kept under this address.")
        return
    click.echo(f"Erased at {len(events)} {'event' if len(events) == 1 else 'events'}: {', '.join(events)}.")
    click.echo("Backups taken before still hold them: let those run out.", err=True)


def _ask(data: Path, method: str, address: str) -> dict[str, Any]:
    from urllib.parse import quote

    with in_plain_words():
        from fullhouse.cli.wire import wire

        with wire(data) as house:
            told: dict[str, Any] = house.ask(method, f"/control/person?address={quote(address, safe='')}")
    return told
