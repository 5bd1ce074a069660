"""Parts that all commands share: the data option, and errors as sentences."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
NO_EXTRA = "This needs the parts for AWS: pip install 'fullhouse[aws]'"
NO_ONE = (
    "AWS does not know who you are. Sign in (aws sso login, or aws configure) or set AWS_PROFILE, "
    "and set AWS_REGION to where the house stands."
)


def data_option(command: F) -> F:
    """Add the option for the data folder to a command."""
    return click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        default=Path("data"),
        envvar="FULLHOUSE_DATA",
        show_default=True,
        help="The folder that holds everything.",
    )(command)


@contextmanager
def in_plain_words() -> Iterator[None]:
    """Turn expected errors into a sentence and exit code 1, without a traceback."""
    from fullhouse.engine.ports import StoreDown
    from fullhouse.platforms.local.config import BadConfig
    from fullhouse.platforms.local.sqlite.database import CannotOpen

    try:
        yield
    except (BadConfig, CannotOpen) as error:
        raise click.ClickException(str(error)) from error
    except StoreDown as error:
        raise click.ClickException(_about_store(str(error))) from error


def _about_store(trouble: str) -> str:
    if "malformed" in trouble:
        return (
            f"The database is damaged ({trouble}). "
            "Keep it, restore your last backup into the folder, and start again."
        )
    if "full" in trouble:
        return "The disk is full. Make room and start again; what was acknowledged before is safe."
    return (
        f"The store did not take it ({trouble}). "
        "What was acknowledged before is safe; look at the disk and try again."
    )


@contextmanager
def aws_in_plain_words(after: str) -> Iterator[None]:
    """Turn errors of AWS into a sentence that ends with what holds `after` one."""
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
        raise click.ClickException(f"AWS did not do it: {error}. {after}") from error
