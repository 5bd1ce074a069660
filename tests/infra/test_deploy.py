"""The deploy command against AWS on this machine: deploy, repeat, change, take down."""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fullhouse.platforms.aws.dynamodb.tables import (
    APPOINTMENTS_TABLES,
    TABLES,
    WAITLIST_TABLES,
    Table,
)
from infra import deploy as deploying
from infra import stacks
from infra import undeploy as undeploying
from infra.__main__ import main
from infra.aws import Aws, Refused
from infra.deploy import OPTIONAL, Wish, deploy, described
from infra.package_contents import CONTENTS
from infra.registry import FUNCTIONS
from infra.undeploy import undeploy
from tests.aws.emulator import Emulator, running

NOT_HERE = tuple(one for one in OPTIONAL if one != "waitlist")  # what ministack does not take
GONE = tuple(f"{one}: gone" for one in ("wl-waitlist", "ar-appointments", "ev-guest-list"))
ANSWERS = "def handle(event, context):\n    return {'statusCode': 200, 'body': 'here'}\n"


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with running(auth=True) as one:
        yield one


@pytest.fixture(scope="module")
def aws(emulator: Emulator) -> Iterator[Aws]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in emulator.environment.items():
            patch.setenv(name, value)
        yield Aws()


@pytest.fixture(scope="module")
def wish(tmp_path_factory: pytest.TempPathFactory) -> Wish:
    folder = tmp_path_factory.mktemp("deploy")
    package = folder / "stub.zip"
    with zipfile.ZipFile(package, "w") as packed:
        for one in FUNCTIONS:
            packed.writestr(one.handler.rpartition(".")[0].replace(".", "/") + ".py", ANSWERS)
    return Wish(
        packages=dict.fromkeys(CONTENTS, package),
        owner="owner@example.org",
        sender="Evenings, and more <events@example.org>",
        protect="no",
        time_zone="Asia/Singapore",
        without=NOT_HERE,
        folder=folder,
    )


@pytest.mark.proof
def test_a_deploy_can_be_repeated_changed_and_taken_down(
    emulator: Emulator, aws: Aws, wish: Wish
) -> None:
    """The whole life of a deployment."""
    told: list[str] = []
    urls = deploy(wish, aws, told.append)
    assert set(urls) == {"register", "links", "desk", "waitlist", "claims", "hooks", "replies"}
    assert all(url.startswith("https://") and not url.endswith("/") for url in urls.values())
    assert "ev-guest-list: in place" in told
    _holds_what_was_wished(emulator, urls)

    told.clear()
    remembered = Wish(packages=wish.packages, without=NOT_HERE, folder=wish.folder)
    assert deploy(remembered, aws, told.append) == urls
    assert [words for words in told if words.startswith(("ev-", "wl-", "ar-"))] == [
        "ev-assets: nothing to change",
        "ev-guest-list: nothing to change",
        "ar-appointments: nothing to change",
        "wl-waitlist: nothing to change",
    ]

    told.clear()
    undeploy(aws, told.append)
    assert [words for words in told if words in GONE] == list(GONE)
    assert "35 days" in told[-1]
    _is_gone(emulator, aws)


def _holds_what_was_wished(emulator: Emulator, urls: dict[str, str]) -> None:
    found = emulator.client("ssm").get_parameters_by_path(Path="/ev/config/", Recursive=True)[
        "Parameters"
    ]
    settings = {one["Name"].removeprefix("/ev/config/"): one["Value"] for one in found}
    assert settings["owner"] == "owner@example.org"
    assert settings["sender"] == "Evenings, and more <events@example.org>"
    assert settings["urls/desk"].rstrip("/") == urls["desk"]
    assert "mail-domain" not in settings
    table = emulator.client("dynamodb").describe_table(TableName="ev-guests")["Table"]
    assert table["DeletionProtectionEnabled"] in (False, "false")
    business = emulator.client("ssm").get_parameters_by_path(Path="/wl/config/", Recursive=True)[
        "Parameters"
    ]
    assert {one["Name"] for one in business} == {
        f"/wl/config/urls/{name}" for name in ("waitlist", "claims", "hooks")
    }
    schedules = emulator.client("scheduler").list_schedules(GroupName="ev")["Schedules"]
    assert {one["Name"] for one in schedules} == {
        *("ev-sweep", "wl-housekeeping", "wl-monthly-summary"),
        *("ar-hourly-tick", "ar-calendar-sync", "ar-weekly-summary"),
    }
    booked = emulator.client("ssm").get_parameters_by_path(Path="/ar/config/", Recursive=True)[
        "Parameters"
    ]
    assert {one["Name"] for one in booked} == {"/ar/config/urls/replies"}
    policies = emulator.client("iam").get_role_policy(
        RoleName="ev-messenger", PolicyName="ev-messenger"
    )
    assert "identity/" in str(policies["PolicyDocument"])


def _is_gone(emulator: Emulator, aws: Aws) -> None:
    assert described(aws, "ev-guest-list") is None
    assert described(aws, "wl-waitlist") is None
    assert described(aws, "ar-appointments") is None
    assert described(aws, "ev-assets") is None
    assert emulator.client("dynamodb").list_tables()["TableNames"] == []
    assert emulator.client("s3").list_buckets()["Buckets"] == []
    assert emulator.client("lambda").list_functions()["Functions"] == []
    assert emulator.client("secretsmanager").list_secrets()["SecretList"] == []


class Noting(Aws):
    """Notes what would be asked of AWS, and finds nothing there."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, dict[str, Any]]] = []
        self.region = "ap-southeast-1"

    def __call__(self, service: str, operation: str, **words: Any) -> object:
        self.asked.append((service, operation, words))
        return {}


@pytest.mark.parametrize(
    ("stack", "tables"),
    [
        ("ev-guest-list", TABLES),
        ("wl-waitlist", WAITLIST_TABLES),
        ("ar-appointments", APPOINTMENTS_TABLES),
    ],
)
@pytest.mark.parametrize("guarded", ["yes", "no"])
def test_guarded_tables_are_let_go_before_they_are_taken_down(
    stack: str, tables: tuple[Table, ...], guarded: str
) -> None:
    """Whoever said yes to all of it is not stopped halfway."""
    aws = Noting()
    known = {"Parameters": [{"ParameterKey": "Protect", "ParameterValue": guarded}]}
    prepare = undeploying._made_ready  # noqa: SLF001 - the first step alone
    prepare(aws, stack, known, "000000000000", print)
    let_go = [
        words["TableName"]
        for _, operation, words in aws.asked
        if operation == "update_table" and words["DeletionProtectionEnabled"] is False
    ]
    assert let_go == ([one.name for one in tables] if guarded == "yes" else [])


def test_the_last_packages_stay_and_older_ones_go() -> None:
    """There is a way back for a while."""
    aws = Noting()
    deploying._tidy(  # noqa: SLF001 - deploying whole takes minutes; this is its last step
        aws,
        "bucket",
        [f"packages/{kind}-{n}.zip" for n in range(5) for kind in ("guests", "house")],
    )
    assert [words["Key"] for _, _, words in aws.asked] == [
        "packages/guests-3.zip",
        "packages/guests-4.zip",
        "packages/house-3.zip",
        "packages/house-4.zip",
    ]


def test_the_first_deploy_asks_for_what_it_cannot_know() -> None:
    """In words that say what is missing."""
    template = stacks.guest_list()
    with pytest.raises(Refused, match="The first time, Owner has to be said"):
        deploying._parameters(template, {}, None)  # noqa: SLF001 - where it is decided


def test_a_stack_that_does_not_exist_cannot_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """A misspelt name is said, and nothing is touched."""
    assert main(["deploy", "--without", "budgets"]) == 1
    assert "There is no stack budgets to leave out" in capsys.readouterr().err


def test_templates_are_written_where_git_does_not_look(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """They can always be made again."""
    monkeypatch.chdir(tmp_path)
    assert main(["templates"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "dist/templates/ev-assets.json"
    assert "/dist/" in (Path(__file__).parents[2] / ".gitignore").read_text()


def test_what_texts_may_cost_is_said_to_sns_where_it_is_wished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """CloudFormation has no words for it."""
    aws, bound = Noting(), {"attributes": {"MonthlySpendLimit": "20"}}
    monkeypatch.setattr(deploying, "put", lambda *_said: {})
    for dollars, asked in (("", []), ("20", [("sns", "set_sms_attributes", bound)])):
        wish = Wish(packages={}, text_dollars=dollars)
        deploy = deploying._front_desk  # noqa: SLF001 - the part for a business
        assert deploy(aws, wish, {}, print, "bucket") == {}
        assert aws.asked == asked
