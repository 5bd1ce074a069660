"""`fullhouse event`: open, list and show events."""

from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

import click

from fullhouse.cli.common import data_option, in_plain_words


@click.group()
def event() -> None:
    """Open, list and show events."""


@event.command()
@click.argument("name")
@click.option(
    "--starts",
    "starts_at",
    required=True,
    metavar="TIME",
    help="Local time, such as 2026-06-20T18:00.",
)
@click.option(
    "--ends",
    "ends_at",
    metavar="TIME",
    help="Local time; three hours after the start if not given.",
)
@click.option("--zone", "timezone", required=True, help="The time zone, such as Europe/Berlin.")
@click.option("--cap", required=True, type=int, help="How many seats there are.")
@click.option("--venue", default="", help="Where it is.")
@click.option("--host-email", default="", help="Who gets the daily headcount.")
@click.option("--host-name", default="", help="Who invites, as guests know them.")
@click.option(
    "--description",
    type=click.File(encoding="utf-8"),
    help="A file with what guests read about it, as Markdown; - reads standard input.",
)
@click.option("--contact", help="Whom guests can ask: an email, a phone number or an https link.")
@click.option("--map-url", metavar="URL", help="An https link to a map.")
@click.option("--map-of-venue/--no-map-of-venue", default=None, help="Link a map of the venue.")
@click.option("--price-note", help="What it costs, in a few words.")
@click.option("--dress-note", help="What to wear, in a few words.")
@data_option
def new(data: Path, description: TextIO | None, **fields: str | int | None) -> None:
    """Open a guest list."""
    given = {name: value for name, value in fields.items() if value is not None}
    if description is not None:
        given["description"] = description.read()
    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            made = engine.ask("POST", "/api/v1/events", given)
    click.echo(made["id"])
    click.echo(f"The event is open at {made['url']}", err=True)


@event.command("list")
@data_option
def list_(data: Path) -> None:
    """List all events."""
    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            for listed in engine.all("/api/v1/events"):
                numbers = _numbers(listed["headcount"])
                start = f"{listed['id']}\t{listed['starts_at']}\t{listed['state']}"
                click.echo(f"{start}\t{numbers}\t{listed['name']}")


@event.command()
@click.argument("event_id", metavar="EVENT")
@data_option
def show(data: Path, event_id: str) -> None:
    """Show one event as JSON."""
    with in_plain_words():
        import json

        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            found = engine.ask("GET", f"/api/v1/events/{quote(event_id, safe='')}")
            click.echo(json.dumps(found, indent=2))


def _numbers(headcount: dict[str, Any]) -> str:
    return (
        f"{headcount['confirmed']} of {headcount['cap']} confirmed, {headcount['waiting']} waiting"
    )
