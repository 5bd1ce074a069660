"""`fullhouse cost`: the costs of an event or a month on AWS, from simulated calls."""

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
    "Two slots are freed for every five who join; "
    "the first who is asked lets the window pass, the next one claims.\n"
    "An offer is a text of one part, a confirmation has two. "
    "A part is reckoned at ${price}; what it costs\n"
    "where you are, say with --text-price. "
    "Each page of a file in a mail that is read costs ${page} more."
)
ASSUMED_OF_BOOKS = (
    "Everyone is reminded once, by a text of one part; "
    "four of five confirm, and one gives the time up.\n"
    "A part is reckoned at ${price}; what it costs where you are, say with --text-price.\n"
    "Each page of a file in a mail that is read costs ${page} more."
)


@click.command(
    help="Say what an event or a month costs on AWS, by service; "
    "on your own machine it costs nothing."
)
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
    """Print the costs of an event or a month on AWS, by service."""
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
    table = Table("", *(f"{bill.size:,} {what}" for bill in bills), box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for service in bills[-1].services:
        table.add_row(service, *(_dollars(bill.services.get(service, 0.0)) for bill in bills))
    totals = [f"[bold]{_dollars(bill.total)}[/bold]" for bill in bills]
    table.add_row("[bold]Together[/bold]", *totals)
    if any(bill.size in planned for bill in bills):
        table.add_row("The plan", *(_planned(bill, planned) for bill in bills), style="dim")
    Console(highlight=False).print(table)


def _say(monthly: dict[str, float], whatever: str) -> None:
    from fullhouse.platforms.aws.cost.prices import AS_OF, REGION

    prices = " and ".join(f"${price:.2f} for {service}" for service, price in monthly.items())
    click.echo(
        f"\nList prices in {REGION}, {AS_OF}, without the free tier. "
        f"Each month, {whatever}: {prices}."
    )


def _dollars(amount: float) -> str:
    if amount < LEAST:
        return f"under ${LEAST}"
    return f"${amount:,.2f}" if amount >= 1 else f"${amount:.4f}"


def _planned(bill: "Bill", planned: dict[int, float]) -> str:
    """Return the planned costs, and how many times ours they are."""
    plan = planned.get(bill.size)
    if not plan:
        return ""
    times = plan / bill.total
    # A fraction only matters for small factors.
    digits = 0 if times >= 2 else 1  # noqa: PLR2004 - the smallest plain factor
    return f"${plan:,.2f} ({times:.{digits}f} times)"
