"""`fullhouse key`: the keys that sign links."""

from pathlib import Path

import click

from fullhouse.cli.common import aws_in_plain_words, data_option, in_plain_words

REVOKES = (
    "Every link sent so far stops working: to confirm, cancel, claim or change a seat or an "
    "appointment, and the addresses of calendars. Everyone at the desk has to sign in again.\n"
    "Guests can ask for a new link on the page of their event; "
    "customers get one with their next message."
)
ROTATED = "A new key signs from now on. Links sent before still work."
REVOKED = "A new key signs from now on. Links sent before no longer work. Everyone is signed out."
LATER = "Functions that are running use it within five minutes."


@click.group()
def key() -> None:
    """Change the keys that sign links."""


@key.command()
@click.option("--revoke", is_flag=True, help="End the old keys, and every link sent so far.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--aws", "on_aws", is_flag=True, help="Change the keys of the functions on AWS.")
@data_option
def rotate(data: Path, *, revoke: bool, yes: bool, on_aws: bool) -> None:
    """Sign links with a new key; a running server takes it up at once."""
    if revoke:
        click.echo(REVOKES, err=True)
        if not yes:
            click.confirm("Go on?", abort=True, err=True)
    if on_aws:
        _rotate_on_aws(revoke=revoke)
    else:
        _rotate_here(data, revoke=revoke)
    click.echo(REVOKED if revoke else ROTATED)
    if on_aws:
        click.echo(LATER)


def _rotate_here(data: Path, *, revoke: bool) -> None:
    with in_plain_words():
        from fullhouse.cli.api_client import wire

        with wire(data) as engine:
            engine.ask("POST", "/control/keys", {"revoke": revoke})


def _rotate_on_aws(*, revoke: bool) -> None:
    with aws_in_plain_words("The keys are as they were."):
        from fullhouse.platforms.aws.clients import client
        from fullhouse.platforms.aws.key_rotation import add_key, revoke_keys
        from fullhouse.platforms.aws.signing_keys import SECRET

        change = revoke_keys if revoke else add_key
        change(client("secretsmanager"), SECRET)
