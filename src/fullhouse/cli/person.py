"""`fullhouse person`: hand out all that is kept about someone, or forget them."""

from pathlib import Path
from typing import Any

import click

from fullhouse.cli.common import data_option, in_plain_words


@click.group()
def person() -> None:
    """Export or erase one person's data, at all events, on the waitlist and in the book."""


@person.command()
@click.argument("address")
@data_option
def export(data: Path, address: str) -> None:
    """Write all that is kept under a mail address or a mobile number as JSON: records, what happened, messages."""
    import json

    click.echo(json.dumps(_ask(data, "GET", address), indent=2, ensure_ascii=False))


@person.command()
@click.argument("address")
@click.option("--yes", is_flag=True, help="Do not ask before erasing.")
@data_option
def erase(data: Path, address: str, *, yes: bool) -> None:
    """Forget someone: what they hold is given back, name, number and address go from everything that is kept."""
    if not yes:
        click.confirm(f"Erase {address} everywhere? This cannot be taken back", abort=True)
    told = _ask(data, "POST", address)
    done = _told(told)
    if not done:
        click.echo("Nobody is kept under this address.")
        return
    click.echo("\n".join(done))
    if told["also_at"]:
        click.echo(
            f"They also gave {', '.join(told['also_at'])}: erase that, too, if it is theirs.",
            err=True,
        )
    click.echo("Backups taken before still hold them: let those run out.", err=True)


def _told(told: dict[str, Any]) -> list[str]:
    """Say what was erased, in a sentence each."""
    counted = [
        ("Erased at {}: {}.", "event", "events", told["events"]),
        ("Erased on the waitlist, {}: {}.", "entry", "entries", told["entries"]),
        ("Erased in the book, {}: {}.", "appointment", "appointments", told["appointments"]),
    ]
    found = [
        text.format(_count(len(ids), one, many), ", ".join(ids))
        for text, one, many, ids in counted
        if ids
    ]
    proposals, mails = told["proposals"], told["mails"]
    found += [f"Forgot {_count(proposals, 'request', 'requests')}."] if proposals else []
    return [*found, f"Forgot {_count(mails, 'mail', 'mails')} that came in."] if mails else found


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _ask(data: Path, method: str, address: str) -> dict[str, Any]:
    from urllib.parse import quote

    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            told: dict[str, Any] = engine.ask(
                method, f"/control/person?address={quote(address, safe='')}"
            )
    return told
