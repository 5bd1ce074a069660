"""Roles of the templates: exact actions, on resources of ours, and nothing granted twice."""

import json
import re
from typing import Any

import pytest

from fullhouse.platforms.aws import bedrock
from fullhouse.platforms.aws.dynamodb.derived_items import DIGEST
from fullhouse.platforms.aws.dynamodb.tables import EVERY_TABLE
from infra import names, registry
from infra.function import Function
from infra.registry import FUNCTIONS
from tests.infra.reading import by, every, logical, of_kind, plain, statements, template

LARGEST_INLINE_POLICY = 10_240
ANY_KIND = "*"
SECRET_KINDS = ("token", "signing_key", "member_sessions")


@pytest.mark.parametrize("one", FUNCTIONS, ids=lambda one: one.full_name)
def test_a_role_names_exact_actions_on_resources_of_ours(one: Function) -> None:
    """No action has a star, nor a resource, but phone numbers and Textract's jobs have no name."""
    for statement in statements(one.full_name):
        assert not [action for action in statement["Action"] if "*" in action]
        if statement["Action"] in (
            ["sns:CheckIfPhoneNumberIsOptedOut", "sns:Publish"],
            ["sns:Publish"],
        ):
            continue
        if statement["Action"] == [
            "textract:GetDocumentTextDetection",
            "textract:StartDocumentTextDetection",
        ]:
            continue
        for place in _places(statement["Resource"]):
            assert re.search(
                r"(ev|wl|ar)[-/]|event-bus/default|\$\{SenderIdentity\}|identity/", place
            ), place


@pytest.mark.parametrize(("product", "shelf"), [("wl", "waitlist"), ("ar", "bookings")])
def test_only_the_parsers_of_front_desks_may_have_files_read_and_textract_may_only_tell_them(
    product: str, shelf: str
) -> None:
    """A job has no name, so its folder bounds what may be read, and the role who is told."""
    asks = [
        one.full_name for one in FUNCTIONS if "textract:" in json.dumps(statements(one.full_name))
    ]
    assert asks == ["wl-intake-ses-parser", "ar-intake-ses-parser"]
    said = statements(f"{product}-intake-ses-parser")
    (passes,) = [one for one in said if one["Action"] == ["iam:PassRole"]]
    assert _places(passes["Resource"])[0].endswith(f":role/{product}-textract")
    assert passes["Condition"] == {
        "StringEquals": {"iam:PassedToService": "textract.amazonaws.com"}
    }
    (parts,) = [one for one in said if one["Action"] == ["s3:GetObject", "s3:PutObject"]]
    assert _places(parts["Resource"]) == [
        f"arn:${{AWS::Partition}}:s3:::{product}-raw-mime-<account>-<region>/parts/{shelf}/*"
    ]
    topic = logical("AWS::SNS::Topic", "TopicName", f"{product}-documents-read")
    role = by("AWS::IAM::Role", "RoleName", f"{product}-textract")
    (may,) = role["Policies"][0]["PolicyDocument"]["Statement"]
    assert (may["Action"], may["Resource"]) == (["sns:Publish"], {"Ref": topic})
    (trusts,) = role["AssumeRolePolicyDocument"]["Statement"]
    assert trusts["Principal"] == {"Service": "textract.amazonaws.com"}
    assert set(trusts["Condition"]) == {"StringEquals", "ArnLike"}
    (hears,) = [
        one
        for one in of_kind("AWS::SNS::Subscription").values()
        if one["TopicArn"] == {"Ref": topic}
    ]
    parser = logical("AWS::Lambda::Function", "FunctionName", f"{product}-intake-ses-parser")
    assert (hears["Protocol"], hears["Endpoint"]) == ("lambda", {"Fn::GetAtt": [parser, "Arn"]})


@pytest.mark.parametrize("name", ["wl-sender", "ar-dispatch"])
def test_only_two_may_text_and_no_function_may_publish_to_a_topic(name: str) -> None:
    """A text has no resource of its own, so all is allowed, and all that has a name is denied."""
    texts = {
        one.full_name: [s for s in statements(one.full_name) if "sns:Publish" in s["Action"]]
        for one in FUNCTIONS
    }
    assert [one for one, said in texts.items() if said] == ["wl-sender", "ar-dispatch"]
    allowed, denied = texts[name]
    assert (allowed["Effect"], allowed["Resource"]) == ("Allow", "*")
    assert (denied["Effect"], denied["Resource"]) == (
        "Deny",
        {"Fn::Sub": "arn:${AWS::Partition}:sns:*:*:*"},
    )


def _places(said: Any) -> list[str]:
    if isinstance(said, dict) and "Fn::If" in said:
        return [place for branch in said["Fn::If"][1:] for place in _places(branch)]
    return [plain(one) for one in (said if isinstance(said, list) else [said])]


def _kinds(statement: dict[str, Any]) -> list[str]:
    """Return the kinds of items that a statement is about."""
    sets = statement.get("Condition", {}).get("ForAllValues:StringEquals", {})
    kinds = sets.get("dynamodb:LeadingKeys", ANY_KIND)
    return kinds if isinstance(kinds, list) else [kinds]


def test_only_the_desk_may_use_every_kind_of_item_in_its_table() -> None:
    """It has members, sessions, tokens, and secrets of webhooks."""
    granted = {
        (one.full_name, action.removeprefix("dynamodb:"), kind)
        for one in FUNCTIONS
        for statement in statements(one.full_name)
        if any(place.endswith(":table/ev-desk") for place in _places(statement["Resource"]))
        for action in statement["Action"]
        for kind in _kinds(statement)
    }
    assert {name for name, _, kind in granted if kind == ANY_KIND} == {"ev-desk"}
    others = {one for one in granted if one[0] != "ev-desk"}
    assert {kind for _, _, kind in others}.isdisjoint({*SECRET_KINDS, DIGEST})
    members = {one for one in others if one[2] == "member"}
    parsers = ("wl-intake-ses-parser", "ar-intake-ses-parser")
    assert members == {(name, "Query", "member") for name in parsers}
    hooks = {name for name, _, kind in others if kind == "hook"}
    assert hooks == {"ev-feedback", "wl-slot-webhook"}
    sends = {name for name, action, kind in others if kind == "mark" and action == "PutItem"}
    assert sends == {"ev-messenger", "wl-sender", "ar-dispatch"}
    for counted in ("message_budget", "known_addresses"):
        assert {name for name, _, kind in others if kind == counted} == sends


@pytest.mark.parametrize("one", FUNCTIONS, ids=lambda one: one.full_name)
def test_a_role_says_nothing_twice_and_fits_into_its_policy(one: Function) -> None:
    """IAM counts every letter of what stands in a role."""
    said = statements(one.full_name)
    pairs = [
        (statement["Effect"], action, place, kind)
        for statement in said
        for action in statement["Action"]
        for place in _places(statement["Resource"])
        for kind in _kinds(statement)
    ]
    assert len(pairs) == len(set(pairs))
    whole = {pair[:3] for pair in pairs if pair[3] == ANY_KIND}
    assert not [pair for pair in pairs if pair[3] != ANY_KIND and pair[:3] in whole]
    policy = json.dumps({"Statement": said}).replace("${AWS::AccountId}", "1" * 12)
    assert len(policy.replace(" ", "")) < LARGEST_INLINE_POLICY


@pytest.mark.parametrize("one", FUNCTIONS, ids=lambda one: one.full_name)
def test_a_function_writes_to_its_own_log_alone(one: Function) -> None:
    """One function's log cannot be filled by another."""
    logs = [
        statement
        for statement in statements(one.full_name)
        if statement["Action"][0].startswith("logs:")
    ]
    assert [_places(statement["Resource"])[0].split(":log-group:")[1] for statement in logs] == [
        f"{one.logs}:*"
    ]


@pytest.mark.parametrize("name", ["ev-messenger", "wl-sender", "ar-dispatch"])
def test_only_those_who_relay_may_send_and_only_in_our_name(name: str) -> None:
    """Mail leaves through one door of each product, from one identity, by one configuration set."""
    may = {one.full_name: statements(one.full_name) for one in FUNCTIONS}
    sends = {
        name: [s for s in said if s["Action"][0].startswith("ses:")] for name, said in may.items()
    }
    assert [one for one, said in sends.items() if said] == [
        "ev-messenger",
        "wl-sender",
        "ar-dispatch",
    ]
    (identity, configuration) = sends[name]
    assert _places(identity["Resource"])[1].endswith("identity/${SenderIdentity}")
    assert identity["Resource"]["Fn::If"][0] == "InSandbox"
    assert _places(configuration["Resource"])[0].endswith("configuration-set/ev-mail")


def test_six_functions_may_ask_the_model_if_it_is_wished_for_and_only_by_its_profile() -> None:
    """The one that sends may not, nor whoever decides anything; and without the wish nobody may."""
    may: dict[str, Any] = {}
    for one in FUNCTIONS:
        always, *wished = by("AWS::IAM::Role", "RoleName", one.full_name)["Policies"]
        assert "bedrock" not in json.dumps(always)
        may |= dict.fromkeys([one.full_name] if wished else [], *wished)
    assert sorted(may) == [
        "ar-intake-ses-parser",
        "ar-summary",
        "ev-desk",
        "ev-host-summary",
        "wl-intake-ses-parser",
        "wl-summary",
    ]
    for policy in may.values():
        condition, said, otherwise = policy["Fn::If"]
        assert (condition, otherwise) == ("HasModel", {"Ref": "AWS::NoValue"})
        by_profile, models = said["PolicyDocument"]["Statement"]
        assert by_profile["Action"] == models["Action"] == ["bedrock:InvokeModel"]
        profile = (
            f"arn:${{AWS::Partition}}:bedrock:<region>:<account>:inference-profile/{bedrock.MODEL}"
        )
        assert _places(by_profile["Resource"]) == [profile]
        model = f"foundation-model/{bedrock.MODEL.removeprefix('global.')}"
        assert _places(models["Resource"]) == [
            f"arn:${{AWS::Partition}}:bedrock:{region}::{model}" for region in ("<region>", "")
        ]
        assert plain(models["Condition"]["StringEquals"]["bedrock:InferenceProfileArn"]) == profile


@pytest.mark.parametrize("stack", ["ev-guest-list", "ar-appointments", "wl-waitlist"])
def test_a_model_is_wished_for_or_there_is_none(stack: str) -> None:
    """As on a machine of one's own: nothing is asked of a model unless it is said."""
    found = template(stack)
    assert (
        found["Parameters"]["Model"]["Default"],
        found["Parameters"]["Model"]["AllowedValues"],
    ) == (
        "none",
        ["none", "bedrock"],
    )
    assert found["Conditions"]["HasModel"] == {"Fn::Equals": [{"Ref": "Model"}, "bedrock"]}
    assert every()["ModelSetting"]["Condition"] == "HasModel"


def test_a_wildcard_in_a_grant_is_one_of_a_few() -> None:
    """Schedules have hashed names, objects ids, and secrets end in six letters of Amazon's."""
    stars = {
        re.sub(r".*\$\{AWS::(AccountId|Region)\}[:/]?", "", grant.resource)
        for one in FUNCTIONS
        for grant in registry.all_grants(one)
        if "*" in grant.resource or "?" in grant.resource
    }
    of_google = (names.GOOGLE_ACCOUNT, names.APPOINTMENTS_GOOGLE_ACCOUNT)
    kept = (names.LINK_KEY, names.WEBHOOK_SECRET, names.SLACK_APP, *of_google)
    allowed = {"schedule/ev/*", "imports/*", "*", *(f"secret:{one}-??????" for one in kept)}
    allowed |= {
        "sheets/*",
        "sheets/appointments/*",
        "waitlist/*",
        "bookings/*",
        "discarded/waitlist/*",
        "discarded/bookings/*",
        "parts/waitlist/*",
        "parts/bookings/*",
    }
    allowed |= {f"parameter/{one}/config*" for one in ("ev", "wl", "ar")} | {
        "arn:${AWS::Partition}:sns:*:*:*"
    }
    allowed |= {f"table/{one.name}/stream/*" for one in EVERY_TABLE} | {
        f"log-group:{one.logs}:*" for one in FUNCTIONS
    }
    assert stars <= allowed
