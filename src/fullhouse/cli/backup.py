"""`fullhouse backup` and `fullhouse restore`: one file that holds everything, and the way back."""

from pathlib import Path

import click

from fullhouse.cli.common import data_option, in_plain_words

NICE = 10
PLAIN = "Keep it safe: whoever has it can read every address and make links in your name."
CAME_BACK = """\
Passwords and tokens in the settings are not in backups: set them again. All else is as it was:
- API keys and members: one revoked or removed since works again. Look at `fullhouse token list`
  and at the team on the desk.
- People erased since {date} are back: erase them again with `fullhouse person erase`.
- Keys for links: if you revoked them since, do it again with `fullhouse key rotate --revoke`.
Then run `fullhouse doctor` and `fullhouse serve`. Everyone signs in to the desk again."""
ENCRYPTED = "It is encrypted. Keep the identity file elsewhere: nothing else opens the backup."


@click.command(
    help="Back everything up, also while a server runs: to a file, "
    "or into a folder under a name with the time in it."
)
@click.argument("target", type=click.Path(path_type=Path))
@click.option(
    "--encrypt-to",
    "recipients",
    multiple=True,
    metavar="RECIPIENT",
    help="Encrypt it for the owner of this age or SSH key (age1… or ssh-…). May be repeated.",
)
@data_option
def backup(data: Path, target: Path, recipients: tuple[str, ...]) -> None:
    """Back everything up, also while a server runs."""
    from fullhouse.platforms.local.sqlite.backup import CannotBackUp, back_up
    from fullhouse.platforms.local.sqlite.encryption import back_up_encrypted

    _give_way()
    with in_plain_words():
        try:
            if recipients:
                done = back_up_encrypted(data, target, recipients)
            else:
                done = back_up(data, target)
        except CannotBackUp as error:
            raise click.ClickException(str(error)) from error
    click.echo(done.file)
    checked = done.checked
    count = f"all {checked.records}"
    if checked.one_in != 1:
        count = f"{checked.records} (one in {checked.one_in})"
    click.echo(
        f"{done.size / 1e6:.1f} MB. "
        f"Sound: {count} records replay from {checked.lines} audit lines.",
        err=True,
    )
    for name in done.left_out:
        click.echo(
            f"{name} is not in it: its secrets could not be taken out. Keep a copy of it yourself.",
            err=True,
        )
    click.echo(ENCRYPTED if recipients else PLAIN, err=True)


def _give_way() -> None:
    """Let the server have the processor first."""
    import os

    os.nice(NICE)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--force", is_flag=True, help="Replace a folder that is not empty; it is kept beside."
)
@click.option(
    "--identity",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file with the age or SSH key that opens an encrypted backup.",
)
@data_option
def restore(data: Path, file: Path, identity: Path | None, *, force: bool) -> None:
    """Put a backup back into a folder that is empty, or that may be replaced."""
    from fullhouse.platforms.local.sqlite.encryption import restore_any
    from fullhouse.platforms.local.sqlite.restore import CannotRestore

    with in_plain_words():
        try:
            done = restore_any(file, data, identity, force=force)
        except CannotRestore as error:
            raise click.ClickException(str(error)) from error
    click.echo(f"{done.folder} is as it was on {done.taken_at:%Y-%m-%d at %H:%M:%S} UTC.")
    if done.kept is not None:
        click.echo(
            f"What was there before is in {done.kept}. Remove it when you no longer need it."
        )
    if done.waiting:
        click.echo(
            f"{done.waiting} messages waited to leave then; "
            "they leave at the next start, also if they left since."
        )
    click.echo(CAME_BACK.format(date=f"{done.taken_at:%Y-%m-%d}"))
