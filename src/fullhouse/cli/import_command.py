"""`fullhouse import`: put a guest list on an event's list, after a preview of each row."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import quote

import click

from fullhouse.cli.common import data_option, in_plain_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from fullhouse.cli.api_client import ApiClient
    from fullhouse.inbound.guest_import.preview import ImportPreview, RowOutcome
    from fullhouse.inbound.guest_import.row import BadRow, GuestRow

STDIN = "<stdin>"
MOST_SHOWN = 20
MOST_WRONG = 100
BECAME = {
    "confirmed": "got a seat",
    "pending": "invited",
    "waitlisted": "on the waitlist",
    "already": "on the list before",
    "twice": "given twice",
    "problems": "not taken",
}


@click.command("import")
@click.argument("event_id", metavar="EVENT")
@click.argument("file", type=click.File("rb"))
@click.option(
    "--as",
    "place_as",
    type=click.Choice(["pending", "confirmed"]),
    default="pending",
    show_default=True,
    help="Invite people and hold a seat for each, or put them down as coming.",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_option
def import_(data: Path, event_id: str, file: BinaryIO, place_as: str, *, yes: bool) -> None:
    """Put a list on an event's list: CSV, text or XLSX; - reads standard input."""
    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            event = f"/api/v1/events/{quote(event_id, safe='')}"
            guests = f"{event}/guests"
            said, found = _read(file, engine.ask("GET", event)["questions"])
            look = _look(engine, guests, place_as, said, found)
            _show(look)
            if not look.coming:
                raise _nobody(look)
            _ask(look, yes=yes, piped=getattr(file, "name", STDIN) == STDIN)
            counts = _place(engine, guests, place_as, look.rows)
            _count_twice(counts, look.counts["twice"])
    click.echo(f"The list is in: {_counted(counts, BECAME)}.")


def _read(file: BinaryIO, questions: list[Any]) -> "tuple[str, list[GuestRow | BadRow]]":
    import msgspec

    from fullhouse.inbound.forms.guest_form import Invalid
    from fullhouse.inbound.guest_import.reader import LARGEST_FILE, read
    from fullhouse.products.rsvp.form_questions import FormQuestion

    asked = msgspec.convert(questions, tuple[FormQuestion, ...])
    try:
        reading = read(file.read(LARGEST_FILE + 1), asked)
        return reading.said, list(reading.rows)
    except Invalid as unfit:
        raise click.ClickException(str(unfit)) from unfit


def _look(
    engine: "ApiClient", guests: str, place_as: str, said: str, found: "Sequence[GuestRow | BadRow]"
) -> "ImportPreview":
    from fullhouse.inbound.guest_import.preview import OutcomeText, look_at
    from fullhouse.inbound.guest_import.row import GuestRow

    rows = [row for row in found if isinstance(row, GuestRow)]
    preview = engine.ask("POST", guests, {**_body(rows, place_as), "preview": True})
    outcomes = [
        OutcomeText(
            row["state"],
            row["position"],
            row.get("already", False),
            row.get("problem", {}).get("message", ""),
        )
        for row in preview["rows"]
    ]
    return look_at(said, found, outcomes)


def _body(rows: "Sequence[GuestRow]", place_as: str) -> dict[str, Any]:
    fields = ("name", "email", "party", "answers")
    listed = [{field: getattr(row, field) for field in fields} for row in rows]
    return {"rows": listed, "place_as": place_as}


def _show(look: "ImportPreview") -> None:
    from rich.console import Console

    from fullhouse.inbound.guest_import.preview import WOULD

    console = Console(highlight=False)
    click.echo(look.said)
    _table(console, look.wrong, MOST_WRONG)
    _table(console, look.usable, MOST_SHOWN)
    click.echo(f"{_counted(look.counts, WOULD)}.")


def _table(console: "Console", fates: "Sequence[RowOutcome]", most: int) -> None:
    from rich.table import Table
    from rich.text import Text

    if not fates:
        return
    title = "Rows that cannot be used" if fates[0].kind == "problems" else "Row by row"
    table = Table("line", "who", "what would happen", title=title, title_justify="left")
    for fate in fates[:most]:
        table.add_row(str(fate.line), Text(fate.who), Text(fate.text))
    console.print(table)
    if len(fates) > most:
        click.echo(f"and {len(fates) - most:,} more")


def _counted(counts: Counter[str], words: dict[str, str]) -> str:
    return ", ".join(f"{counts[kind]:,} {word}" for kind, word in words.items() if counts[kind])


def _nobody(look: "ImportPreview") -> Exception:
    """Return the error if no row can be used, or exit code 0 if all are on the list already."""
    if look.counts["already"]:
        click.echo("Nothing was changed: there is nobody new on this list.")
        return click.exceptions.Exit(0)
    return click.ClickException("There is nobody to put on the list.")


def _ask(look: "ImportPreview", *, yes: bool, piped: bool) -> None:
    if yes:
        return
    if piped:
        raise click.ClickException(
            "The list came in on standard input, so nobody can be asked. Add --yes to go on."
        )
    number = "1 person" if look.coming == 1 else f"{look.coming:,} people"
    if not click.confirm(f"Put {number} on the list?"):
        raise click.ClickException("Nothing was changed.")


def _place(
    engine: "ApiClient", guests: str, place_as: str, rows: "Sequence[GuestRow]"
) -> Counter[str]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    counts: Counter[str] = Counter()
    columns = (TextColumn("Putting them on the list"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=len(rows))
        for part in _parts(rows):
            counts.update(engine.ask("POST", guests, _body(part, place_as))["counts"])
            bar.advance(task, len(part))
    return counts


def _count_twice(counts: Counter[str], twice: int) -> None:
    """Count rows given twice apart: their guests are on the list only since this import."""
    counts["twice"] = min(twice, counts["already"])
    counts["already"] -= counts["twice"]


def _parts(rows: "Sequence[GuestRow]") -> "Iterator[Sequence[GuestRow]]":
    from fullhouse.inbound.guest_import.placement import AT_ONCE

    for first in range(0, len(rows), AT_ONCE):
        yield rows[first : first + AT_ONCE]
