"""`fullhouse replay`: do again what functions on AWS failed at and set aside."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from fullhouse.platforms.aws.dead_letters import DeadLetterQueue, ReplayResult, Services

NO_EXTRA = "This needs the parts for AWS: pip install 'fullhouse[aws]'"
NO_ONE = (
    "AWS does not know who you are. Sign in (aws sso login, or aws configure) or set AWS_PROFILE, "
    "and set AWS_REGION to where the house stands."
)


@click.command()
@click.argument("function", required=False, default="", metavar="[FUNCTION]")
def replay(function: str) -> None:
    """Do again what FUNCTION, such as messenger or wl (all of the waitlist's), or any on AWS, failed at.

    What fails again stays aside.
    """
    with _in_plain_words():
        from fullhouse.platforms.aws.dead_letters import queues, services

        known = services()
        found = queues(known.sqs, function)
        if not found:
            raise click.ClickException(_no_queue(function))
        told = [one for queue in found for one in _replayed(known, queue)]
    failed = sum(one.became == "failed" for one in told)
    click.echo(_sum(len(told) - failed, failed))
    if failed:
        raise SystemExit(1)


def _no_queue(function: str) -> str:
    wanted = (
        f"There is no queue for a function {function!r}"
        if function
        else "There are no queues of Fullhouse"
    )
    return (
        f"{wanted} in this account and region. Look at AWS_REGION and AWS_PROFILE, or deploy first."
    )


def _replayed(known: "Services", queue: "DeadLetterQueue") -> "Iterator[ReplayResult]":
    from rich.console import Console
    from rich.progress import Progress

    from fullhouse.platforms.aws.dead_letters import replay as again

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(queue.function, total=queue.waiting or None)
        for told in again(known, queue):
            progress.advance(task)
            click.echo(f"{told.function}: {told.words}.", err=told.became == "failed")
            yield told


def _sum(done: int, failed: int) -> str:
    if not done and not failed:
        return "Nothing waits: every step was done."
    stays = f" {failed} failed again; what failed stays in its queue." if failed else ""
    return f"{done} done again.{stays}"


@contextmanager
def _in_plain_words() -> Iterator[None]:
    try:
        from botocore.exceptions import (
            BotoCoreError,
            ClientError,
            NoCredentialsError,
            NoRegionError,
            ProfileNotFound,
        )
    except ImportError as error:
        raise click.ClickException(NO_EXTRA) from error
    try:
        yield
    except (NoCredentialsError, NoRegionError, ProfileNotFound) as error:
        raise click.ClickException(NO_ONE) from error
    except (BotoCoreError, ClientError) as error:
        raise click.ClickException(
            f"AWS did not do it: {error}. Nothing that was set aside is lost."
        ) from error
