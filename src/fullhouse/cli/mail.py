"""`fullhouse mail`: feed one mail by hand, as if it had come in."""

import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from fullhouse.cli.common import data_option, in_plain_words

WORDS = {"done": "Taken", "ignored": "Set aside", "refused": "Refused"}


@click.command()
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
)
@click.option(
    "--to",
    default="",
    metavar="ADDRESS",
    help="Whom it was sent to.  [default: as its headers say]",
)
@data_option
def mail(data: Path, file: Path, to: str) -> None:
    """Take in the mail in FILE, and say what was made of it."""
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            taken = engine.ask("POST", f"/control/mail?to={quote(to, safe='')}", raw)
    click.echo(mail_report(taken))


def mail_report(taken: dict[str, Any]) -> str:
    """Return one line about what was made of a mail, and why."""
    what = f" ({taken['what']})" if taken["what"] else ""
    event = f" for {taken['scope']}" if taken["scope"] else ""
    return f"{WORDS[taken['made']]}{what}{event}: {taken['reason']}."
