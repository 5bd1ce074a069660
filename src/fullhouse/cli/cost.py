"""`fullhouse cost`: what an event or a month costs on AWS, from the calls that a play really made."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fullhouse.cli.common import data_option

if TYPE_CHECKING:
    from fullhouse.platforms.aws.cost.estimate import Bill

LEAST = 0.0001
MOST = 1_000_000
ASSUMED = (
    "Two slots are freed for every five who join; the first who is asked lets the window pass, "
    "the next one claims.\nAn offer is a text of two parts, a booking is confirmed in one. A part "
    "is reckoned at ${price}; what it costs\nwhere you are, say with --text-price. Each page of a "
    "file in a mail that is read costs ${page} more."
)
ASSUMED_OF_BOOKS = (
    "Everyone is reminded once, by a text of two parts; four of five confirm, and one gives the "
    "time up.\nA part is reckoned at ${price}; what it costs where you are, say with "
    "--text-price.\nEach page of a file in a mail that is read costs ${page} more."
)


@click.command()
@click.option(
    "--guests",
    type=click.IntRange(1, 100_000),
    help="How many guests.  [default: a few usual sizes]",
)
@click.option(
    "--entries", type=click.IntRange(1, MOST), help="A month of the waitlist in which so many join."
)
@click.option(
    "--appointments", type=click.IntRange(1, MOST), help="A month with so many appointments."
)
@click.option(
    "--text-price", type=click.FloatRange(0, 10), help="What one part of a text costs, in dollars."
)
@data_option
def cost(
    data: Path,
    guests: int | None,
    entries: int | None,
    appointments: int | None,
    text_price: float | None,
) -> None:
    """Say what an event or a month costs on AWS, by service; on your own machine it costs nothing."""
    if sum(map(bool, (guests, entries, appointments))) > 1:
        raise click.UsageError(
            "Say --guests for an event, --entries for a month of the waitlist, or --appointments "
            "for a month of those."
        )
    if appointments:
        _book(appointments, text_price)
    elif entries or text_price is not None:
        _month(entries, text_price)
    else:
        _event(guests)


def _event(guests: int | None) -> None:
    from fullhouse.platforms.aws.cost.estimate import PLANNED, SIZES, bill
    from fullhouse.platforms.aws.cost.prices import MONTHLY

    _show([bill(size) for size in ((guests,) if guests else SIZES)], "guests", PLANNED)
    _say(MONTHLY, "events or none")


def _month(entries: int | None, text_price: float | None) -> None:
    from fullhouse.platforms.aws.cost.estimate import MONTHS, PLANNED_MONTHS, month
    from fullhouse.platforms.aws.cost.prices import MONTHLY, MONTHLY_OF_WAITLIST, PAGE_READ, PRICES

    sizes = (entries,) if entries else MONTHS
    _show([month(size, text_price) for size in sizes], "entries", PLANNED_MONTHS)
    price = PRICES["texts"].dollars if text_price is None else text_price
    click.echo(f"\n{ASSUMED.format(price=price, page=PAGE_READ)}")
    _say(
        {name: engine + MONTHLY_OF_WAITLIST[name] for name, engine in MONTHLY.items()},
        "slots or none",
    )


def _book(appointments: int, text_price: float | None) -> None:
    from fullhouse.platforms.aws.cost.estimate import PLANNED_BOOKS, book
    from fullhouse.platforms.aws.cost.prices import (
        MONTHLY,
        MONTHLY_OF_APPOINTMENTS,
        PAGE_READ,
        PRICES,
    )

    _show([book(appointments, text_price)], "appointments", PLANNED_BOOKS)
    price = PRICES["texts"].dollars if text_price is None else text_price
    click.echo(f"\n{ASSUMED_OF_BOOKS.format(price=price, page=PAGE_READ)}")
    _say(
        {name: engine + MONTHLY_OF_APPOINTMENTS[name] for name, engine in MONTHLY.items()},
        "appointments or none",
    )


def _show(bills: "Iterable[Bill]", what: str, planned: dict[int, float]) -> None:
    from rich.console import Console
    from rich.table import Table

    bills = list(bills)
    table = Table("", *(f"{one.size:,} {what}" for one in bills), box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for service in bills[-1].services:
        table.add_row(service, *(_dollars(one.services.get(service, 0.0)) for one in bills))
    table.add_row(
        "[bold]Together[/bold]", *(f"[bold]{_dollars(one.total)}[/bold]" for one in bills)
    )
    if any(one.size in planned for one in bills):
        table.add_row("The plan", *(_planned(one, planned) for one in bills), style="dim")
    Console(highlight=False).print(table)


def _say(monthly: dict[str, float], whatever: str) -> None:
    from fullhouse.platforms.aws.cost.prices import AS_OF, REGION

    said = " and ".join(f"${price:.2f} for {service}" for service, price in monthly.items())
    click.echo(
        f"\nList prices in {REGION}, {AS_OF}, without the free tier. Each month, {whatever}: {said}."
    )


def _dollars(amount: float) -> str:
    if amount < LEAST:
        return f"under ${LEAST}"
    return f"${amount:,.2f}" if amount >= 1 else f"${amount:.4f}"


def _planned(one: "Bill", planned: dict[int, float]) -> str:
    """Say what the plan reckons with, and how many times ours that is."""
    there = planned.get(one.size)
    if not there:
        return ""
    times = there / one.total
    return (
        f"${there:,.2f} ({times:.0f} times)" if times >= 2 else f"${there:,.2f} ({times:.1f} times)"  # noqa: PLR2004 - from there on nobody needs the rest
    )
