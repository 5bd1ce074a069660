"""`fullhouse token`: keys for scripts."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from fullhouse.cli.common import data_option, in_plain_words

SCOPES = ("read", "events", "frontdesk", "write")
EVERYTHING = "everything"


@click.group()
def token() -> None:
    """Make, list and revoke keys for scripts that use the API."""


@token.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(SCOPES),
    help="What it may do: read, change events, change the front desk, or everything (write). "
    "May be repeated. Without it: everything.",
)
@click.option("--expires", default="", help="How long it is valid, such as 90d. Default: for good.")
@data_option
def new(data: Path, name: str, scopes: tuple[str, ...], expires: str) -> None:
    """Make a token; it is shown this once."""
    asked = {"name": name, "scopes": scopes, "expires": expires}
    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            made = engine.ask("POST", "/control/tokens", asked)
    click.echo(made["token"])
    click.echo(
        "Keep it safe: only its fingerprint is stored. Send it as: Authorization: Bearer …",
        err=True,
    )


@token.command(name="list")
@data_option
def list_(data: Path) -> None:
    """List all tokens: id, name, what each may do, and until when."""
    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            found = engine.ask("GET", "/control/tokens")["items"]
    for one in found:
        click.echo("\t".join(_columns(one)))
    if not found:
        click.echo("There are no tokens.", err=True)


@token.command()
@click.argument("token_id", metavar="ID")
@data_option
def revoke(data: Path, token_id: str) -> None:
    """Revoke a token for good; `token list` shows the ids."""
    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            revoked = engine.ask("POST", f"/control/tokens/{_safe(token_id)}/revoke")
    click.echo(f"The token {revoked['name']} is revoked. Nothing can be done with it any more.")


def _columns(one: dict[str, Any]) -> tuple[str, ...]:
    scopes = ",".join(one["scopes"]) or EVERYTHING
    return (one["id"], one["name"], scopes, _state(one))


def _state(one: dict[str, Any]) -> str:
    if one["revoked_at"]:
        return f"revoked {one['revoked_at']}"
    if not one["expires_at"]:
        return "no end"
    has_expired = datetime.fromisoformat(one["expires_at"]) <= datetime.now(UTC)
    return f"{'expired' if has_expired else 'until'} {one['expires_at']}"


def _safe(typed: str) -> str:
    from urllib.parse import quote

    return quote(typed, safe="")
