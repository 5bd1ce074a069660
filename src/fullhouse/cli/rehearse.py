"""`fullhouse rehearse`: play an event to its end on a copy, and show its messages."""

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from fullhouse.cli.common import data_option, in_plain_words

if TYPE_CHECKING:
    from rich.console import Console

    from fullhouse.products.rsvp.rehearsal import Rehearsal

STYLES = {"sent": "", "waits": "yellow", "dropped": "red", "happens": "dim"}


@click.command()
@click.argument("event_id", metavar="EVENT")
@click.option(
    "--guests",
    type=click.IntRange(0, 500),
    help="How many simulated guests sign up.  [default: a full room]",
)
@data_option
def rehearse(data: Path, event_id: str, guests: int | None) -> None:
    """Play an event on a copy with simulated guests; nothing is sent, nothing is changed."""
    with in_plain_words():
        from rich.console import Console

        console = Console(highlight=False)
        show(console, _played(data, event_id, guests))


def _played(data: Path, event_id: str, guests: int | None) -> "Rehearsal":
    import msgspec
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from fullhouse.cli.api_client import wire
    from fullhouse.products.rsvp.rehearsal import Rehearsal

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with (
        wire(data) as engine,
        Progress(*columns, console=Console(stderr=True), transient=True) as progress,
    ):
        progress.add_task("Rehearsing on a copy …", total=None)
        wanted = "" if guests is None else str(guests)
        path = f"/control/rehearsal?event={quote(event_id, safe='')}&guests={wanted}"
        found = engine.ask("GET", path)
    return msgspec.convert(found, Rehearsal)


def show(console: "Console", found: "Rehearsal") -> None:
    """Print the timeline, the reminders that will not come, and the sum."""
    from rich.markup import escape

    from fullhouse.web.desk.events import rehearsal_text as words
    from fullhouse.web.desk.formatting import day

    console.print(
        f"[bold]{escape(found.name)}[/bold], rehearsed with {found.simulated} simulated guests"
    )
    for reminder in found.reminders:
        fate = words.fate(reminder, found.timezone)
        console.print(f"  {words.reminder(reminder.name)}: {fate}")
    last = ""
    for line in words.lines(found):
        if (today := day(line.wall)) != last:
            console.print(f"\n[bold]{today}[/bold]")
            last = today
        why = f" ({line.why})" if line.why else ""
        console.print(
            f"  {line.wall:%H:%M}  {escape(line.what)}{escape(why)}", style=STYLES[line.status]
        )
    ending = " There was more than can be shown." if found.cut_short else ""
    console.print(
        f"\n{found.sent:,} messages would be sent.{ending} "
        "Nothing was sent, and nothing was changed."
    )
