"""Clients of AWS services by botocore: one session per process, each client built on first use."""

from functools import cache
from typing import Any


@cache
def _session() -> Any:  # noqa: ANN401 - botocore builds its classes at run time
    import botocore.session

    return botocore.session.get_session()


@cache
def client(
    service: str,
    *,
    attempts: int = 3,
    patience: float = 4,
) -> Any:  # noqa: ANN401 - as above
    """Return the client of a service, such as `dynamodb`.

    Region and credentials come from the environment. `attempts` and `patience` in seconds keep a
    call shorter than a function's limit, so that an error can still be shown or recorded.
    """
    from botocore.config import Config

    config = Config(
        retries={"mode": "standard", "total_max_attempts": attempts},
        connect_timeout=2,
        read_timeout=patience,
        max_pool_connections=64,
    )
    return _session().create_client(service, config=config)
