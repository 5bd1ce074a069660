"""`fullhouse cost`: what an event costs on AWS, by service, from the calls that a played event really made."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fullhouse.cli.common import data_option

if TYPE_CHECKING:
    from fullhouse.platforms.aws.cost import Bill

LEAST = 0.0001


@click.command()
@click.option("--guests", type=click.IntRange(1, 100_000), help="How many guests.  [default: a few usual sizes]")
@data_option
def cost(data: Path, guests: int | None) -> None:
    """Say what an event costs on AWS, by service; on your own machine it costs nothing."""
    from rich.console import Console
    from rich.table import Table

    from fullhouse.platforms.aws.cost import PLANNED, SIZES, bill
    from fullhouse.platforms.aws.prices import AS_OF, MONTHLY, REGION

    bills = [bill(size) for size in ((guests,) if guests else SIZES)]
    table = Table("", *(f"{one.guests:,} guests" for one in bills), box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for service in bills[-1].services:
        table.add_row(service, *(_dollars(one.services.get(service, 0.0)) for one in bills))
    table.add_row("[bold]Together[/bold]", *(f"[bold]{_dollars(one.total)}[/bold]" for one in bills))
    if any(one.guests in PLANNED for one in bills):
        table.add_row("The plan", *(_planned(one, PLANNED) for one in bills), style="dim")
    console = Console(highlight=False)
    console.print(table)
    monthly = " and ".join(f"${price:.2f} for {service}" for service, price in MONTHLY.items())
    console.print(f"\nList prices in {REGION}, {AS_OF}, without the free tier. Each month, events or none: {monthly}.")


def _dollars(amount: float) -> str:
    if amount < LEAST:
        return f"under ${LEAST}"
    return f"${amount:,.2f}" if amount >= 1 else f"${amount:.4f}"


def _planned(one: "Bill", planned: dict[int, float]) -> str:
    """Say what the plan reckons with, and how many times ours that is."""
    there = planned.get(one.guests)
    return f"${there:,.2f} ({there / one.total:.0f} times)" if there else ""
