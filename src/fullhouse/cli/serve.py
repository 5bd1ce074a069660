"""`fullhouse serve`: run on this machine."""

from pathlib import Path

import click

from fullhouse.cli.common import data_option, in_plain_words


@click.command()
@data_option
@click.option("--host", help="The address to listen on.  [default: 127.0.0.1]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port to listen on; 0 takes a free one.  [default: 8000]",
)
@click.option(
    "--clock",
    type=click.Choice(["real", "virtual"]),
    default="real",
    help="A virtual clock stands still.",
)
@click.option(
    "--start", metavar="TIME", help="Where a virtual clock starts, such as 2026-06-01T09:00Z."
)
@click.option(
    "--log", type=click.Choice(["plain", "json"]), help="How the log is written.  [default: plain]"
)
def serve(data: Path, clock: str, start: str | None, **given: str | int | None) -> None:
    """Serve guest pages, the desk and the API."""
    if start is not None and clock != "virtual":
        raise click.BadParameter(
            "only a virtual clock can be told where to start", param_hint="--start"
        )
    with in_plain_words():
        options = {name: value for name, value in given.items() if value is not None}
        _serve(data, clock, start, options)


def _serve(data: Path, clock: str, start: str | None, given: dict[str, str | int]) -> None:
    import os

    import msgspec

    from fullhouse.cli.demo_clock import virtual_clock
    from fullhouse.cli.server import Start, listen, run, run_fast
    from fullhouse.engine.clock import SystemClock
    from fullhouse.platforms.local.config import read_config, strange_names

    config = msgspec.structs.replace(read_config(data, os.environ), **given)
    for name in strange_names(os.environ):
        click.echo(f"{name} is not a setting of Fullhouse; it is ignored.", err=True)
    time = virtual_clock(data, start) if clock == "virtual" else SystemClock()
    with listen(config.host, config.port) as listener:
        settings = Start(data=data, config=config, clock=time, settles=clock == "virtual")
        run_fast(run(settings, listener))
