"""`fullhouse demo`: sample events and a salon on a manual clock, in a temporary folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket

import click

from fullhouse.cli.common import in_plain_words

USUAL_PORT = 8000


@click.command()
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep the demo here.  [default: nowhere]",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port to listen on.  [default: 8000, or a free one]",
)
def demo(data: Path | None, host: str, port: int | None) -> None:
    """Show sample evenings and a salon; "What happens next" on the desk moves time on."""
    with in_plain_words(), _folder(data) as folder, _listener(host, port) as listener:
        _demo(folder, listener)


def _demo(folder: Path, listener: socket) -> None:
    from fullhouse.cli.demo_clock import virtual_clock
    from fullhouse.cli.demo_events import fill, first_day
    from fullhouse.cli.server import Start, run, run_fast
    from fullhouse.platforms.local.config import Config

    clock = virtual_clock(folder, first_day().isoformat())
    start = Start(data=folder, config=Config(), clock=clock, settles=True, prepare=fill)
    click.echo(
        "Evenings and a salon on a clock that stands still. "
        'On the desk, "What happens next" moves it on.'
    )
    run_fast(run(start, listener))


@contextmanager
def _folder(data: Path | None) -> Iterator[Path]:
    if data is not None:
        yield data
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="fullhouse-demo-") as folder:
        yield Path(folder)


def _listener(host: str, port: int | None) -> socket:
    """Bind the given port; without one, the usual port or any free one."""
    from fullhouse.cli.server import listen

    if port is not None:
        return listen(host, port)
    try:
        return listen(host, USUAL_PORT)
    except click.ClickException:
        return listen(host, 0)
