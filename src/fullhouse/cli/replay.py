"""`fullhouse replay`: repeat failed steps of functions on AWS."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from fullhouse.cli.common import aws_in_plain_words

if TYPE_CHECKING:
    from fullhouse.platforms.aws.dead_letters import DeadLetterQueue, ReplayResult, Services


@click.command(
    help="Do again what FUNCTION, such as messenger or wl (all of the waitlist's), "
    "or any on AWS, failed at.\n\n"
    "What fails again stays aside."
)
@click.argument("function", required=False, default="", metavar="[FUNCTION]")
def replay(function: str) -> None:
    """Repeat the failed steps of a function, or of all."""
    with aws_in_plain_words("Nothing that was set aside is lost."):
        from fullhouse.platforms.aws.dead_letters import queues, services

        known = services()
        found = queues(known.sqs, function)
        if not found:
            raise click.ClickException(_no_queue(function))
        results: list[ReplayResult] = []
        for queue in found:
            results += _replayed(known, queue)
    failed = sum(result.became == "failed" for result in results)
    click.echo(_sum(len(results) - failed, failed))
    if failed:
        raise SystemExit(1)


def _no_queue(function: str) -> str:
    wanted = "There are no queues of Fullhouse"
    if function:
        wanted = f"There is no queue for a function {function!r}"
    return (
        f"{wanted} in this account and region. Look at AWS_REGION and AWS_PROFILE, or deploy first."
    )


def _replayed(known: "Services", queue: "DeadLetterQueue") -> "Iterator[ReplayResult]":
    from rich.console import Console
    from rich.progress import Progress

    from fullhouse.platforms.aws.dead_letters import replay as again

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(queue.function, total=queue.waiting or None)
        for result in again(known, queue):
            progress.advance(task)
            click.echo(f"{result.function}: {result.words}.", err=result.became == "failed")
            yield result


def _sum(done: int, failed: int) -> str:
    if not done and not failed:
        return "Nothing waits: every step was done."
    stays = f" {failed} failed again; what failed stays in its queue." if failed else ""
    return f"{done} done again.{stays}"
