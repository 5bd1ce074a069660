"""Calls of AWS, with the region and the credentials that its command line uses too."""

import os
from functools import cached_property
from pathlib import Path
from typing import Any

from infra.names import REGION

ROOT = Path(__file__).parents[1]
ABSENT = (
    "does not exist",
    "Not Found",
    "NotFound",
    "NoSuch",
    "non-existent",
    "can't find the specified",
)


class Refused(Exception):
    """AWS said no, or could not be asked."""


class Aws:
    """An account with its region, and its endpoint if not Amazon's."""

    def __init__(self) -> None:
        """Take the surroundings from the environment."""
        self.region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION") or REGION
        self.endpoint = os.environ.get("AWS_ENDPOINT_URL", "")
        self.clients: dict[str, Any] = {}

    @cached_property
    def session(self) -> Any:  # noqa: ANN401 - botocore makes its classes when it runs
        """Return what finds credentials and makes clients."""
        try:
            from botocore.session import Session
        except ImportError:
            raise Refused("The package botocore is missing. `make deploy` sets it up.") from None
        return Session()

    def client(self, service: str) -> Any:  # noqa: ANN401 - as above
        """Return the client of a service, made once."""
        if service not in self.clients:
            self.clients[service] = self.session.create_client(service, region_name=self.region)
        return self.clients[service]

    def __call__(self, service: str, operation: str, **words: Any) -> Any:  # noqa: ANN401 - as above
        """Make a call, page by page if there are several; raise what AWS said if it refused."""
        client = self.client(service)
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            if client.can_paginate(operation):
                return client.get_paginator(operation).paginate(**words).build_full_result()
            return getattr(client, operation)(**words)
        except (BotoCoreError, ClientError) as refused:
            raise Refused(str(refused)) from refused

    def ask(self, service: str, operation: str, **words: Any) -> Any:  # noqa: ANN401 - as above
        """Make a call; return None if it is refused because the resource does not exist."""
        try:
            return self(service, operation, **words)
        except Refused as refused:
            if any(word in str(refused) for word in ABSENT):
                return None
            raise

    def account(self) -> str:
        """Return the number of the account."""
        return str(self("sts", "get_caller_identity")["Account"])
