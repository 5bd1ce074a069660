"""`fullhouse person`: export or erase one person's data."""

from pathlib import Path
from typing import Any

import click

from fullhouse.cli.common import data_option, in_plain_words


@click.group()
def person() -> None:
    """Export or erase one person's data, at all events, on the waitlist and in the book."""


@person.command(
    help="Write all that is kept under a mail address or a mobile number as JSON: "
    "records, what happened, messages."
)
@click.argument("address")
@data_option
def export(data: Path, address: str) -> None:
    """Print all stored data of one person as JSON."""
    import json

    click.echo(json.dumps(_ask(data, "GET", address), indent=2, ensure_ascii=False))


@person.command(
    help="Forget someone: what they hold is given back, "
    "name, number and address go from everything that is kept."
)
@click.argument("address")
@click.option("--yes", is_flag=True, help="Do not ask before erasing.")
@data_option
def erase(data: Path, address: str, *, yes: bool) -> None:
    """Erase one person's data everywhere."""
    if not yes:
        click.confirm(f"Erase {address} everywhere? This cannot be taken back", abort=True)
    erased = _ask(data, "POST", address)
    sentences = _sentences(erased)
    if not sentences:
        click.echo("Nobody is kept under this address.")
        return
    click.echo("\n".join(sentences))
    if erased["also_at"]:
        click.echo(
            f"They also gave {', '.join(erased['also_at'])}: erase that, too, if it is theirs.",
            err=True,
        )
    click.echo("Backups taken before still hold them: let those run out.", err=True)


def _sentences(erased: dict[str, Any]) -> list[str]:
    """Return one sentence for each kind of data that was erased."""
    counted = [
        ("Erased at {}: {}.", "event", "events", erased["events"]),
        ("Erased on the waitlist, {}: {}.", "entry", "entries", erased["entries"]),
        ("Erased in the book, {}: {}.", "appointment", "appointments", erased["appointments"]),
    ]
    found = [
        text.format(_count(len(ids), singular, plural), ", ".join(ids))
        for text, singular, plural, ids in counted
        if ids
    ]
    proposals, mails = erased["proposals"], erased["mails"]
    if proposals:
        found.append(f"Forgot {_count(proposals, 'request', 'requests')}.")
    if mails:
        found.append(f"Forgot {_count(mails, 'mail', 'mails')} that came in.")
    return found


def _count(number: int, singular: str, plural: str) -> str:
    return f"{number} {singular if number == 1 else plural}"


def _ask(data: Path, method: str, address: str) -> dict[str, Any]:
    from urllib.parse import quote

    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            path = f"/control/person?address={quote(address, safe='')}"
            found: dict[str, Any] = engine.ask(method, path)
    return found
