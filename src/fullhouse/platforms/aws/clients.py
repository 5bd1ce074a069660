"""The AWS services that we speak to, by botocore alone: one session per process, each client made when it is needed."""

from functools import cache
from typing import Any


@cache
def _session() -> Any:  # noqa: ANN401 - botocore makes its classes when it runs
    import botocore.session

    return botocore.session.get_session()


@cache
def client(service: str, *, attempts: int = 3, patience: float = 4) -> Any:  # noqa: ANN401 - as above
    """Return the client of a service, such as `dynamodb`. Region and credentials come from the environment.

    It tries so many times in all, and waits so many seconds for an answer: all of it takes less than a function has,
    so that what does not answer is told kindly, and what SES said can still be written down.
    """
    from botocore.config import Config

    config = Config(
        retries={"mode": "standard", "total_max_attempts": attempts},
        connect_timeout=2,
        read_timeout=patience,
        max_pool_connections=64,
    )
    return _session().create_client(service, config=config)
