"""The AWS services that we speak to, by botocore alone: one session per process, each client made when it is needed."""

from functools import cache
from typing import Any


@cache
def _session() -> Any:  # noqa: ANN401 - botocore makes its classes when it runs
    import botocore.session

    return botocore.session.get_session()


@cache
def client(service: str) -> Any:  # noqa: ANN401 - botocore makes its classes when it runs
    """Return the client of a service, such as `dynamodb`. Region and credentials come from the environment."""
    from botocore.config import Config

    config = Config(
        retries={"mode": "standard", "max_attempts": 4}, connect_timeout=2, read_timeout=8, max_pool_connections=64
    )
    return _session().create_client(service, config=config)
