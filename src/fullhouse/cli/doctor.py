"""`fullhouse doctor`: settings that are set, missing or failing."""

from pathlib import Path

import click

from fullhouse.cli.common import data_option

MARKS = {"ok": ("green", "ok"), "note": ("yellow", "note"), "fails": ("red", "fails")}


@click.command(
    help="Look at everything that has to work, change nothing, and say what to do. "
    "Exit code 1 if something fails."
)
@data_option
def doctor(data: Path) -> None:
    """Check everything that has to work, and print what to do."""
    import os

    from fullhouse.platforms.local.doctor import examine

    findings = examine(data, os.environ)
    _show([(finding.state, finding.about, finding.words) for finding in findings])
    failing = sum(finding.state == "fails" for finding in findings)
    if failing:
        things = "thing fails" if failing == 1 else "things fail"
        raise click.ClickException(f"{failing} {things}. See above.")
    click.echo("All is well.")


def _show(rows: list[tuple[str, str, str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for state, about, words in rows:
        colour, mark = MARKS[state]
        table.add_row(Text(mark, style=colour), Text(about), Text(words))
    Console().print(table)
