"""`python -m bench [NAME…] [--quick]`: measure, and print one table."""

import argparse
from collections.abc import Callable

from bench.alarms import alarms
from bench.appointments import finding_free_times, one_tick
from bench.aws_weight import cold_start, weights
from bench.bookings import bookings
from bench.claims import claims
from bench.clinic_year import clinic_year
from bench.decision import decision
from bench.door import check_in
from bench.figures import QUICK, Figure, Figures, Sizes
from bench.footprint import footprint
from bench.freed import freed_to_offer
from bench.guest_list import guest_list
from bench.hostile import hostile
from bench.http_limits import http_limits
from bench.importing import imports
from bench.keeping import backups
from bench.machine import machine
from bench.mail import offers
from bench.replay import store_alone
from bench.replies import replies
from bench.rush import rush
from bench.sheet_sync import sheet_sync
from bench.signups import sign_ups
from bench.under_attack import under_attack

PARTS: dict[str, Callable[[Sizes], Figures]] = {
    "sign-ups": sign_ups,
    "rush": rush,
    "store": store_alone,
    "offers": offers,
    "replies": replies,
    "hostile": hostile,
    "under-attack": under_attack,
    "alarms": alarms,
    "imports": imports,
    "guest-list": guest_list,
    "check-in": check_in,
    "http-limits": http_limits,
    "decision": decision,
    "tick": one_tick,
    "free-times": finding_free_times,
    "clinic-year": clinic_year,
    "sheet-sync": sheet_sync,
    "backups": backups,
    "claims": claims,
    "bookings": bookings,
    "freed-to-offer": freed_to_offer,
    "footprint": footprint,
    "cold-start": cold_start,
    "weights": weights,
}
MET = {True: "yes", False: "no", None: ""}


def main() -> None:
    """Run the parts that were asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measure Fullhouse on this machine."
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"which parts: {', '.join(PARTS)} (all)"
    )
    parser.add_argument(
        "--quick", action="store_true", help="tiny sizes, to see that everything runs"
    )
    chosen = parser.parse_args()
    unknown = set(chosen.names) - set(PARTS)
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    sizes = QUICK if chosen.quick else Sizes()
    show(machine(), [figure for name in chosen.names or PARTS for figure in PARTS[name](sizes)])


def show(head: str, figures: list[Figure]) -> None:
    """Print the table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=head, title_justify="left")
    for column in ("figure", "measured", "wanted", "met"):
        table.add_column(column)
    for figure in figures:
        table.add_row(figure.name, figure.measured, figure.wanted, MET[figure.met])
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
