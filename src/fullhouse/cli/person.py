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
    for sentence in _elsewhere(erased):
        click.echo(sentence, err=True)
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
    return [*found, *_unconfirmed(erased)]


def _unconfirmed(erased: dict[str, Any]) -> list[str]:
    """Return sentences about sign-ups never confirmed, and about earlier addresses."""
    found = []
    if erased["requests"]:
        requests = _count(erased["requests"], "sign-up", "sign-ups")
        found.append(f"Erased {requests} never confirmed by email.")
    if erased["former"]:
        people = _count(erased["former"], "guest or customer", "guests or customers")
        found.append(f"Erased this address from {people} with another address now.")
    return found


def _elsewhere(erased: dict[str, Any]) -> list[str]:
    """Return a sentence about other addresses, if there are any."""
    others = ", ".join(erased["also_at"])
    if not others:
        return []
    if erased["former"]:
        return [f"Their list entries are under {others} now: erase that, too, if it is theirs."]
    return [f"They also gave {others}: erase that, too, if it is theirs."]


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
