"""Settings of the functions, read once per process.

A function's surroundings come from environment variables, settings from Parameter Store: general
ones under `/ev/config/`, the waitlist's under `/wl/config/`, those of appointments under
`/ar/config/`.
"""

import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from fullhouse.engine.message_budget import BudgetLimits

PREFIX = "/ev/config/"
WAITLIST_PREFIX = "/wl/config/"
APPOINTMENTS_PREFIX = "/ar/config/"
# The functions of each of these products share one dead letter queue.
SHARE_LETTERS = ("wl-", "ar-")
LONGEST_KEPT_DAYS = 36_500
MOST_MESSAGES = 1000
DOMAIN = re.compile(r"[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+", re.ASCII)
VARIABLES = {
    "region": "AWS_REGION",
    "account": "EV_ACCOUNT",
    "scheduler_role": "EV_SCHEDULER_ROLE",
    "raw_mime": "EV_RAW_MIME",
    "assets": "EV_ASSETS",
    "waitlist_mime": "WL_RAW_MIME",
    "waitlist_source": "WL_WAITLIST_SOURCE",
    "rules_source": "WL_RULES_SOURCE",
    "appointments_mime": "AR_RAW_MIME",
    "appointments_source": "AR_APPOINTMENTS_SOURCE",
    "google": "WL_GOOGLE",
    "slack": "AR_SLACK",
}
PARAMETERS = {
    "urls/register": "register_url",
    "urls/links": "links_url",
    "urls/desk": "desk_url",
    "sender": "sender",
    "owner": "owner",
    "mail-domain": "mail_domain",
    "configuration-set": "configuration_set",
    "keep-days": "keep_days",
    "messages-an-hour": "messages_an_hour",
    "messages-a-day": "messages_a_day",
    "defaults": "defaults",
    "model": "model",
}
WAITLIST_PARAMETERS = {
    "urls/waitlist": "page_url",
    "urls/claims": "claims_url",
    "urls/hooks": "hooks_url",
    "texts-from": "texts_from",
    "texts-answers": "texts_answers",
    "staff-mail": "staff_mail",
    "sheet": "sheet",
    "tab": "tab",
    "rules": "rules",
    "voice": "voice",
    "calendar": "calendar",
}
APPOINTMENTS_PARAMETERS = {
    "urls/replies": "replies_url",
    "sheet": "sheet",
    "tab": "tab",
    "calendar": "calendar",
    "push": "push",
    "slack-channel": "slack_channel",
}


class BadConfig(Exception):
    """A setting is invalid; the text says which and why."""


class Deployment(msgspec.Struct, frozen=True, kw_only=True):
    """Surroundings of a function. The stack sets only those that the function needs."""

    region: str = ""
    account: str = ""
    scheduler_role: str = ""
    raw_mime: str = ""
    assets: str = ""
    waitlist_mime: str = ""
    waitlist_source: str = ""
    rules_source: str = ""
    appointments_mime: str = ""
    appointments_source: str = ""
    google: str = ""  # base URL of Google, if not the usual one
    slack: str = ""  # and of Slack

    def function(self, name: str) -> str:
        """Return the ARN of a function."""
        return f"arn:aws:lambda:{self.region}:{self.account}:function:{name}"

    def topic(self, name: str) -> str:
        """Return the ARN of a topic."""
        return f"arn:aws:sns:{self.region}:{self.account}:{name}"

    def role(self, name: str) -> str:
        """Return the ARN of a role."""
        return f"arn:aws:iam::{self.account}:role/{name}"

    def dead_letters(self, name: str) -> str:
        """Return the ARN of a function's dead letter queue."""
        owner = name.partition("-")[0] if name.startswith(SHARE_LETTERS) else name
        return f"arn:aws:sqs:{self.region}:{self.account}:{owner}-dlq"


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """General settings: URLs of guest pages, links and desk, the sender, the owner."""

    register_url: str
    links_url: str
    desk_url: str
    sender: str
    owner: str
    mail_domain: str = ""
    configuration_set: str = ""
    keep_days: int = 0
    messages_an_hour: int = 5
    messages_a_day: int = 20
    defaults: str = "{}"
    model: Literal["", "bedrock"] = ""

    @property
    def limits(self) -> BudgetLimits:
        """The limits of messages that others trigger, per address."""
        return BudgetLimits(self.messages_an_hour, self.messages_a_day)

    @property
    def usual_settings(self) -> dict[str, Any]:
        """The settings of a new event, unless its host chooses others."""
        from fullhouse.inbound.forms.event_json import read_settings
        from fullhouse.inbound.forms.guest_form import Invalid

        try:
            return read_settings(msgspec.json.decode(self.defaults, type=dict[str, Any]))
        except (msgspec.DecodeError, Invalid) as error:
            said = error.problems[0].message if isinstance(error, Invalid) else str(error)
            raise BadConfig(
                f"{_parameter('defaults')} must be settings of an event as JSON: {said}"
            ) from error

    def __post_init__(self) -> None:
        """Raise ValueError for invalid settings."""
        for name in ("register_url", "links_url", "desk_url"):
            if not getattr(self, name).startswith(("https://", "http://")):
                raise ValueError(f"{_parameter(name)} must begin with https:// or http://")
        for name in ("sender", "owner"):
            if "@" not in getattr(self, name):
                raise ValueError(f"{_parameter(name)} must be a mail address")
        if self.mail_domain and not DOMAIN.fullmatch(self.mail_domain):
            raise ValueError(
                f"{_parameter('mail_domain')} must be a domain such as rsvp.example.org"
            )
        if not 0 <= self.keep_days <= LONGEST_KEPT_DAYS:
            raise ValueError(
                f"{_parameter('keep_days')} must be from 0 to {LONGEST_KEPT_DAYS}; "
                "0 keeps people until they are erased"
            )
        for name in ("messages_an_hour", "messages_a_day"):
            if not 1 <= getattr(self, name) <= MOST_MESSAGES:
                raise ValueError(f"{_parameter(name)} must be from 1 to {MOST_MESSAGES}")


class WaitlistConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of the waitlist: URLs, sender of SMS, address of staff.

    And its outside sources: the sheet and its tab, the two documents, the calendar.
    `texts_answers` is "yes" if our number publishes the answers to its texts to our topic.
    """

    page_url: str = ""
    claims_url: str = ""
    hooks_url: str = ""
    texts_from: str = ""
    texts_answers: str = ""
    staff_mail: str = ""
    sheet: str = ""
    tab: str = ""
    rules: str = ""
    voice: str = ""
    calendar: str = ""


class AppointmentsConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of appointments: the URL of replies, the sheet and the calendar, the Slack channel.

    `push` is "yes" if Google sends a message when the calendar changes.
    """

    replies_url: str = ""
    sheet: str = ""
    tab: str = ""
    calendar: str = ""
    push: str = ""
    slack_channel: str = ""


def _parameter(field: str) -> str:
    return PREFIX + next(name for name, known in PARAMETERS.items() if known == field)


def read_place(environment: Mapping[str, str]) -> Deployment:
    """Read the surroundings of this function."""
    return Deployment(**{field: environment.get(name, "") for field, name in VARIABLES.items()})


def read_config(client: Any) -> Config:  # noqa: ANN401 - made by botocore
    """Read the general parameters; raise `BadConfig`. Unknown names are ignored."""
    found = {
        PARAMETERS[name]: value for name, value in _parameters(client, PREFIX) if name in PARAMETERS
    }
    missing = [
        _parameter(name)
        for name in Config.__struct_fields__
        if name not in found and _is_needed(name)
    ]
    if missing:
        raise BadConfig(
            f"Parameter Store lacks {', '.join(missing)}. "
            "Deploy the stack again, or put them there."
        )
    try:
        return msgspec.convert(found, Config, strict=False)
    except msgspec.ValidationError as error:
        words = str(error).partition(" - at `$.")[0]
        raise BadConfig(f"A parameter under {PREFIX} cannot be used: {words}.") from error


def _is_needed(field: str) -> bool:
    return field in ("register_url", "links_url", "desk_url", "sender", "owner")


def read_waitlist(client: Any) -> WaitlistConfig:  # noqa: ANN401 - made by botocore
    """Read the waitlist's parameters; there are none before its stack is deployed."""
    found = _parameters(client, WAITLIST_PREFIX)
    known = {
        WAITLIST_PARAMETERS[name]: value for name, value in found if name in WAITLIST_PARAMETERS
    }
    return WaitlistConfig(**known)


def read_appointments(client: Any) -> AppointmentsConfig:  # noqa: ANN401 - made by botocore
    """Read the parameters of appointments; there are none before their stack is deployed."""
    found = _parameters(client, APPOINTMENTS_PREFIX)
    known = {
        APPOINTMENTS_PARAMETERS[name]: value
        for name, value in found
        if name in APPOINTMENTS_PARAMETERS
    }
    return AppointmentsConfig(**known)


def _parameters(client: Any, path: str) -> list[tuple[str, str]]:  # noqa: ANN401 - made by botocore
    asked: dict[str, Any] = {"Path": path, "Recursive": True}
    found: list[tuple[str, str]] = []
    while True:
        page = client.get_parameters_by_path(**asked)
        found += [
            (parameter["Name"].removeprefix(path), parameter["Value"].strip())
            for parameter in page["Parameters"]
        ]
        if not page.get("NextToken"):
            return found
        asked["NextToken"] = page["NextToken"]
