"""What is set from outside: read in one go, and refused in words where it cannot be used."""

from typing import Any

import pytest

from fullhouse.engine.message_budget import BudgetLimits
from fullhouse.platforms.aws.config import BadConfig, Config, Deployment, read_config, read_place

GOOD = {
    "urls/register": "https://register.example.org/",
    "urls/links": "https://links.example.org/",
    "urls/desk": "https://desk.example.org/",
    "sender": "Supper club <events@example.org>",
    "owner": "kim@example.org",
}


class Parameters:
    """Parameter Store, two parameters to a page."""

    def __init__(self, parameters: dict[str, str]) -> None:
        self.all = [
            {"Name": f"/ev/config/{name}", "Value": value} for name, value in parameters.items()
        ]
        self.asked: list[dict[str, Any]] = []

    def get_parameters_by_path(self, **asked: Any) -> dict[str, Any]:
        self.asked.append(asked.copy())
        start = int(asked.get("NextToken", "0"))
        more = {"NextToken": str(start + 2)} if start + 2 < len(self.all) else {}
        return {"Parameters": self.all[start : start + 2], **more}


def test_all_parameters_are_read_page_by_page() -> None:
    more = {
        "mail-domain": "rsvp.example.org",
        "configuration-set": "ev-mail",
        "keep-days": "30",
        "messages-an-hour": "7",
        "messages-a-day": "70",
        "defaults/cap": "80",
    }
    client = Parameters(GOOD | more)
    assert read_config(client) == Config(
        register_url="https://register.example.org/",
        links_url="https://links.example.org/",
        desk_url="https://desk.example.org/",
        sender="Supper club <events@example.org>",
        owner="kim@example.org",
        mail_domain="rsvp.example.org",
        configuration_set="ev-mail",
        keep_days=30,
        messages_an_hour=7,
        messages_a_day=70,
    )
    assert read_config(client).limits == BudgetLimits(7, 70)
    assert len(client.asked) == 2 * 6
    assert client.asked[0] == {"Path": "/ev/config/", "Recursive": True}


def test_new_events_are_set_as_the_defaults_say() -> None:
    set_so = read_config(Parameters(GOOD | {"defaults": '{"claim_window": "4h", "max_party": 3}'}))
    assert set_so.usual_settings == {"claim_window": "4h", "max_party": 3}
    assert read_config(Parameters(GOOD)).usual_settings == {}


@pytest.mark.parametrize(
    ("defaults", "words"),
    [("{", "must be settings of an event as JSON"), ('{"max_party": 99}', "from 1 to 50")],
)
def test_defaults_that_cannot_be_used_are_refused_in_words(defaults: str, words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        _ = read_config(Parameters(GOOD | {"defaults": defaults})).usual_settings


def test_what_is_missing_is_named() -> None:
    with pytest.raises(BadConfig, match="lacks /ev/config/urls/links, /ev/config/owner"):
        read_config(
            Parameters({name: GOOD[name] for name in ("urls/register", "urls/desk", "sender")})
        )


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("urls/desk", "desk.example.org", "/ev/config/urls/desk must begin with https://"),
        ("sender", "Supper club", "/ev/config/sender must be a mail address"),
        ("owner", "", "/ev/config/owner must be a mail address"),
        ("mail-domain", "rsvp example", "/ev/config/mail-domain must be a domain"),
        ("keep-days", "-1", "/ev/config/keep-days must be from 0 to 36500"),
        ("messages-an-hour", "0", "/ev/config/messages-an-hour must be from 1 to 1000"),
        ("messages-a-day", "1001", "/ev/config/messages-a-day must be from 1 to 1000"),
        ("keep-days", "a while", "cannot be used"),
    ],
)
def test_what_cannot_be_used_is_refused_in_words(name: str, value: str, words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        read_config(Parameters(GOOD | {name: value}))


def test_a_function_knows_where_it_runs() -> None:
    place = read_place(
        {"AWS_REGION": "ap-southeast-1", "EV_ACCOUNT": "123456789012", "EV_RAW_MIME": "ev-raw-mime"}
    )
    assert place == Deployment(
        region="ap-southeast-1", account="123456789012", raw_mime="ev-raw-mime"
    )
    assert (
        place.function("ev-keeper")
        == "arn:aws:lambda:ap-southeast-1:123456789012:function:ev-keeper"
    )
    assert (
        place.dead_letters("ev-keeper") == "arn:aws:sqs:ap-southeast-1:123456789012:ev-keeper-dlq"
    )
    assert place.dead_letters("wl-sender") == "arn:aws:sqs:ap-southeast-1:123456789012:wl-dlq"
