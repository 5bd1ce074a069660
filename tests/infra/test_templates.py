"""Promises of the templates: narrow roles, kept data, nothing lost, nothing open needlessly."""

import json
from typing import Any

import pytest

from fullhouse.platforms.aws.dynamodb.tables import EVERY_TABLE, Table
from infra import stacks
from infra.function import Function
from infra.registry import FUNCTIONS
from infra.shapes import written
from tests.infra.reading import by, every, logical, of_kind, plain, statements, table, template

MOST_RESOURCES = 500
LARGEST_TEMPLATE = 1_000_000


@pytest.mark.parametrize("stack", stacks.STACKS)
def test_a_template_is_the_same_each_time_and_within_cloudformations_limits(stack: str) -> None:
    """So an unchanged registry is no change."""
    once, again = written(stacks.STACKS[stack]()), written(stacks.STACKS[stack]())
    assert once == again
    assert len(once) < LARGEST_TEMPLATE
    assert len(template(stack)["Resources"]) < MOST_RESOURCES


@pytest.mark.parametrize("one", FUNCTIONS, ids=lambda one: one.full_name)
def test_a_function_is_as_the_registry_says(one: Function) -> None:
    """Name, size, handler, role, and its environment alone."""
    found = by("AWS::Lambda::Function", "FunctionName", one.full_name)
    assert (found["MemorySize"], found["Timeout"], found["Handler"]) == (
        one.memory,
        one.timeout,
        one.handler,
    )
    assert every()[found["Role"]["Fn::GetAtt"][0]]["Properties"]["RoleName"] == one.full_name
    assert tuple(found.get("Environment", {}).get("Variables", ())) == one.told
    assert "ReservedConcurrentExecutions" not in found
    logs = every()[found["LoggingConfig"]["LogGroup"]["Ref"]]["Properties"]
    assert logs == {"LogGroupName": f"/aws/lambda/{one.full_name}", "RetentionInDays": 7}


@pytest.mark.parametrize("bucket", ["wl-raw-mime", "ar-raw-mime"])
def test_what_textract_was_handed_is_gone_after_two_days_in_every_version(bucket: str) -> None:
    (found,) = [
        one
        for one in of_kind("AWS::S3::Bucket").values()
        if plain(one["BucketName"]).startswith(bucket)
    ]
    (rule,) = [
        one for one in found["LifecycleConfiguration"]["Rules"] if one.get("Prefix") == "parts/"
    ]
    assert (rule["ExpirationInDays"], rule["NoncurrentVersionExpiration"]) == (
        1,
        {"NoncurrentDays": 1},
    )
    (wakes,) = found["NotificationConfiguration"]["LambdaConfigurations"]
    assert not "parts/".startswith(wakes["Filter"]["S3Key"]["Rules"][0]["Value"])


@pytest.mark.parametrize("one", FUNCTIONS, ids=lambda one: one.full_name)
def test_what_is_woken_without_anyone_waiting_has_a_queue_behind_it_and_an_alarm(
    one: Function,
) -> None:
    """What fails for good is set aside, encrypted, for 14 days, and told."""
    woken = one.asynchronous or one.rung or bool(one.streams)
    queues = [
        queue for queue in of_kind("AWS::SQS::Queue").values() if queue["QueueName"] == one.letters
    ]
    if not woken:
        assert queues == [] or one.product in ("wl", "ar")
        return
    assert queues == [
        {
            "QueueName": one.letters,
            "MessageRetentionPeriod": 14 * 86400,
            "SqsManagedSseEnabled": True,
        }
    ]
    queue = {"Fn::GetAtt": [logical("AWS::SQS::Queue", "QueueName", one.letters), "Arn"]}
    target = {"Ref": logical("AWS::Lambda::Function", "FunctionName", one.full_name)}
    (tries,) = [
        each
        for each in of_kind("AWS::Lambda::EventInvokeConfig").values()
        if each["FunctionName"] == target
    ]
    assert tries["DestinationConfig"] == {"OnFailure": {"Destination": queue}}
    assert tries["Qualifier"] == "$LATEST"
    assert (
        by("AWS::CloudWatch::Alarm", "AlarmName", one.letters)["Dimensions"][0]["Value"][
            "Fn::GetAtt"
        ][0]
        == queue["Fn::GetAtt"][0]
    )


def test_streams_wake_whom_they_should_and_set_bad_records_apart() -> None:
    """One bad record is tried a few times by itself, then laid aside; the others go on."""
    mappings = list(of_kind("AWS::Lambda::EventSourceMapping").values())
    woken = {(_source(one["EventSourceArn"]), one["FunctionName"]["Ref"]) for one in mappings}
    assert woken == {
        ("AlarmsTable", "KeeperFunction"),
        ("AuditTable", "KeeperFunction"),
        ("MessagesTable", "MessengerFunction"),
        ("AlarmsStream", "WlOfferEngineFunction"),
        ("WlAuditTable", "WlOfferEngineFunction"),
        ("MessagesStream", "WlSenderFunction"),
        ("ArAuditTable", "ArReminderFunction"),
    }
    for one in mappings:
        assert one["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
        assert one["BisectBatchOnFunctionError"] is True
        assert (
            one["BatchSize"],
            one["MaximumRetryAttempts"],
            one["MaximumRecordAgeInSeconds"],
        ) == (10, 5, 21600)
        assert one["StartingPosition"] == "TRIM_HORIZON"
        assert one["DestinationConfig"]["OnFailure"]["Destination"]["Fn::GetAtt"][1] == "Arn"


def _source(said: dict[str, Any]) -> str:
    """Name the table of this stack, or the parameter by which a stack is told of another's."""
    return str(said["Fn::GetAtt"][0] if "Fn::GetAtt" in said else said["Ref"])


def test_the_house_tells_the_waitlist_of_its_streams() -> None:
    """What one stack puts out is what the other asks for."""
    asked = {name for name in template("wl-waitlist")["Parameters"] if name.endswith("Stream")}
    told = template("ev-guest-list")["Outputs"]
    assert asked == {name for name in told if name.endswith("Stream")}
    assert told["MessagesStream"] == {"Value": {"Fn::GetAtt": ["MessagesTable", "StreamArn"]}}


def test_each_who_sends_is_woken_only_by_what_is_queued_and_theirs() -> None:
    """A sent message costs no call, and each message wakes one of the two; one hands on."""
    both = {}
    for one in of_kind("AWS::Lambda::EventSourceMapping").values():
        if "Messages" in _source(one["EventSourceArn"]):
            (said,) = one["FilterCriteria"]["Filters"]
            both[one["FunctionName"]["Ref"]] = json.loads(said["Pattern"])["dynamodb"]["NewImage"]
    assert {tuple(one["status"]["S"]) for one in both.values()} == {("queued",)}
    assert both["WlSenderFunction"]["product"] == {"S": ["waitlist", "appointments"]}
    assert both["MessengerFunction"]["product"] == {
        "S": [{"anything-but": ["waitlist", "appointments"]}]
    }


def test_the_offer_engine_is_woken_by_moves_that_are_due_and_by_news() -> None:
    """A cleared alarm is no move, and a line that was rewritten is no news."""
    (looks,) = every()["WlOfferEngineAlarmsTableStream"]["Properties"]["FilterCriteria"]["Filters"]
    assert json.loads(looks["Pattern"]) == {
        "eventName": ["INSERT", "MODIFY"],
        "dynamodb": {"Keys": {"key": {"S": [{"prefix": "look:"}]}}},
    }
    (news,) = every()["WlOfferEngineWlAuditTableStream"]["Properties"]["FilterCriteria"]["Filters"]
    assert json.loads(news["Pattern"]) == {"eventName": ["INSERT"]}


@pytest.mark.parametrize("one", EVERY_TABLE, ids=lambda one: one.name)
def test_a_table_is_as_the_store_knows_it(one: Table) -> None:
    """Keys, indexes, stream and expiry come from one place."""
    found = table(one.name)
    assert found["BillingMode"] == "PAY_PER_REQUEST"
    assert found["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert found["DeletionProtectionEnabled"] == {"Fn::If": ["Protected", "true", "false"]}
    assert [key["AttributeName"] for key in found["KeySchema"]] == [
        k.name for k in (one.partition, one.sort) if k
    ]
    assert found.get("StreamSpecification", {}).get("StreamViewType", "") == one.stream
    assert found.get("TimeToLiveSpecification", {}).get("AttributeName", "") == one.expires
    indexes = {index["IndexName"]: index for index in found.get("GlobalSecondaryIndexes", [])}
    assert set(indexes) == {index.name for index in one.indexes}
    for index in one.indexes:
        projection = indexes[index.name]["Projection"]
        assert tuple(projection.get("NonKeyAttributes", ())) == index.carries
        assert projection["ProjectionType"] == ("INCLUDE" if index.carries else "KEYS_ONLY")
    named = {
        key
        for schema in (found, *indexes.values())
        for part in schema["KeySchema"]
        for key in [part["AttributeName"]]
    }
    assert {each["AttributeName"] for each in found["AttributeDefinitions"]} == named


@pytest.mark.parametrize(
    "bucket",
    [
        "Assets",
        "RawMime",
        "WlRawMime",
        "WaitlistSource",
        "RulesSource",
        "ArRawMime",
        "AppointmentsSource",
    ],
)
def test_a_bucket_is_private_encrypted_versioned_and_reached_by_tls_alone(bucket: str) -> None:
    """Nobody comes in from outside, and nothing passes in the clear."""
    found = every()[bucket]["Properties"]
    assert set(found["PublicAccessBlockConfiguration"].values()) == {True}
    assert found["OwnershipControls"]["Rules"] == [{"ObjectOwnership": "BucketOwnerEnforced"}]
    assert found["VersioningConfiguration"] == {"Status": "Enabled"}
    assert "AES256" in json.dumps(found["BucketEncryption"])
    said = json.dumps(every()[f"{bucket}Policy"])
    assert '"aws:SecureTransport": "false"' in said
    assert '"Effect": "Deny"' in said


def test_old_mails_go_to_the_archive_and_then_away_and_lists_stay_a_week() -> None:
    """What has a use for a while is kept for a while."""
    mail, versions = every()["RawMime"]["Properties"]["LifecycleConfiguration"]["Rules"]
    assert mail["Transitions"] == [{"StorageClass": "GLACIER_IR", "TransitionInDays": 30}]
    assert mail["ExpirationInDays"] == 365
    assert versions["NoncurrentVersionExpiration"] == {"NoncurrentDays": 30}
    rules = every()["Assets"]["Properties"]["LifecycleConfiguration"]["Rules"]
    assert {one.get("Prefix"): one.get("ExpirationInDays") for one in rules} == {
        "imports/": 7,
        "templates/": 30,
        None: None,
    }


def test_versions_of_lists_are_kept_for_years_and_those_of_the_rules_for_good() -> None:
    """A bad edit of long ago can still be taken back."""
    (sheets,) = every()["WaitlistSource"]["Properties"]["LifecycleConfiguration"]["Rules"]
    assert sheets["Transitions"] == [{"StorageClass": "GLACIER_IR", "TransitionInDays": 90}]
    assert sheets["ExpirationInDays"] == 3 * 365
    assert sheets["NoncurrentVersionExpiration"] == {"NoncurrentDays": 3 * 365}
    (book,) = every()["AppointmentsSource"]["Properties"]["LifecycleConfiguration"]["Rules"]
    assert (book["Transitions"], book["ExpirationInDays"]) == (sheets["Transitions"], 2 * 365)
    (rules,) = every()["RulesSource"]["Properties"]["LifecycleConfiguration"]["Rules"]
    assert "ExpirationInDays" not in rules


@pytest.mark.parametrize(
    ("bucket", "named"),
    [("RawMime", "ev-raw-mime"), ("WlRawMime", "wl-raw-mime"), ("ArRawMime", "ar-raw-mime")],
)
def test_ses_alone_may_put_mail_into_a_bucket_and_only_by_our_rules(
    bucket: str, named: str
) -> None:
    """A bucket that wakes a function takes nothing from strangers."""
    allowed = every()[f"{bucket}Policy"]["Properties"]["PolicyDocument"]["Statement"][0]
    assert (allowed["Principal"], allowed["Action"]) == (
        {"Service": "ses.amazonaws.com"},
        ["s3:PutObject"],
    )
    assert plain(allowed["Condition"]["ArnLike"]["aws:SourceArn"]).endswith(
        "receipt-rule-set/ev-inbound-rules:receipt-rule/*"
    )
    permission = every()[f"{bucket}Permission"]["Properties"]
    assert permission["SourceAccount"] == {"Ref": "AWS::AccountId"}
    assert plain(permission["SourceArn"]).endswith(f":::{named}-<account>-<region>")
    assert every()[bucket]["DependsOn"] == f"{bucket}Permission"


@pytest.mark.parametrize(
    ("bucket", "shelf"), [("WlRawMime", "waitlist/"), ("ArRawMime", "bookings/")]
)
def test_only_mail_that_comes_in_wakes_a_parser_and_none_that_is_set_aside(
    bucket: str, shelf: str
) -> None:
    """What staff discard is put into the same bucket, under a name of its own."""
    (told,) = every()[bucket]["Properties"]["NotificationConfiguration"]["LambdaConfigurations"]
    assert told["Filter"] == {"S3Key": {"Rules": [{"Name": "prefix", "Value": shelf}]}}


def test_mail_to_the_waitlist_and_about_bookings_is_looked_at_before_all_other_mail() -> None:
    """The events' rule takes the whole domain, so the two addresses have to come first."""
    waitlist, bookings, events = every()["WaitlistRule"], every()["BookingsRule"], every()["Rule"]
    assert bookings["Properties"]["Rule"]["Recipients"] == [{"Fn::Sub": "bookings@${MailDomain}"}]
    assert (
        bookings["Properties"]["Rule"]["Actions"][0]["S3Action"]["ObjectKeyPrefix"] == "bookings/"
    )
    assert (bookings["Properties"]["After"], bookings["Condition"]) == (
        {"Ref": "WaitlistRule"},
        "HasWaitlist",
    )
    assert waitlist["Properties"]["Rule"]["Recipients"] == [{"Fn::Sub": "waitlist@${MailDomain}"}]
    assert (
        waitlist["Properties"]["Rule"]["Actions"][0]["S3Action"]["ObjectKeyPrefix"] == "waitlist/"
    )
    assert waitlist["Condition"] == "HasWaitlist"
    assert events["Properties"]["After"] == {
        "Fn::If": ["HasWaitlist", {"Ref": "BookingsRule"}, {"Ref": "AWS::NoValue"}]
    }


def test_seven_functions_have_addresses_with_both_permissions() -> None:
    """Since October 2025 Lambda asks for both; without one every page answers 403."""
    urls = [
        one["TargetFunctionArn"]["Fn::GetAtt"][0] for one in of_kind("AWS::Lambda::Url").values()
    ]
    assert sorted(urls) == [
        "ArReplyHandlerFunction",
        "DeskFunction",
        "LinkHandlerFunction",
        "RegisterFunction",
        "WlClaimHandlerFunction",
        "WlSlotWebhookFunction",
        "WlWebFormFunction",
    ]
    public = [one for one in of_kind("AWS::Lambda::Permission").values() if one["Principal"] == "*"]
    for name in urls:
        mine = {one["Action"]: one for one in public if one["FunctionName"] == {"Ref": name}}
        assert mine["lambda:InvokeFunctionUrl"]["FunctionUrlAuthType"] == "NONE"
        assert mine["lambda:InvokeFunction"]["InvokedViaFunctionUrl"] is True
    assert len(public) == 2 * len(urls)


def test_schedules_may_ring_exactly_the_functions_that_are_rung() -> None:
    """The role of schedules trusts our group of schedules alone."""
    role = by("AWS::IAM::Role", "RoleName", "ev-scheduler")
    rings, lays_aside = statements("ev-scheduler")
    rung = [one for one in FUNCTIONS if one.rung]
    assert [plain(place).rpartition(":")[2] for place in rings["Resource"]] == [
        one.full_name for one in rung
    ]
    queues = list(dict.fromkeys(one.letters for one in rung))
    assert [plain(place).rpartition(":")[2] for place in lays_aside["Resource"]] == queues
    (trust,) = role["AssumeRolePolicyDocument"]["Statement"]
    assert plain(trust["Condition"]["ArnEquals"]["aws:SourceArn"]).endswith(":schedule-group/ev")


def test_the_sweep_wakes_the_keeper_every_quarter_of_an_hour() -> None:
    """Whatever signal was lost, the sweep finds it."""
    sweep = by("AWS::Scheduler::Schedule", "Name", "ev-sweep")
    assert sweep["ScheduleExpression"] == "rate(15 minutes)"
    assert json.loads(sweep["Target"]["Input"]) == {"sweep": True}
    assert sweep["Target"]["Arn"] == {"Fn::GetAtt": ["KeeperFunction", "Arn"]}
    assert sweep["Target"]["DeadLetterConfig"] == {"Arn": {"Fn::GetAtt": ["KeeperLetters", "Arn"]}}


def test_the_waitlists_rounds_come_by_the_clock_on_the_business_wall() -> None:
    """The zone is said, so that no deploy can move the night's round to another hour."""
    rounds = of_kind("AWS::Scheduler::Schedule", "wl")
    assert {one["Name"]: one["ScheduleExpression"] for one in rounds.values()} == {
        "wl-drive-sync": "rate(3 minutes)",
        "wl-housekeeping": "cron(0 3 * * ? *)",
        "wl-monthly-summary": "cron(0 9 ? * 2#1 *)",
    }
    for name, one in rounds.items():
        assert one["ScheduleExpressionTimezone"] == {"Ref": "TimeZone"}
        assert one["Target"]["DeadLetterConfig"] == {"Arn": {"Fn::GetAtt": ["WlLetters", "Arn"]}}
        assert plain(one["Target"]["RoleArn"]).endswith("role/ev-scheduler")
        assert every()[name].get("Condition") == ("Syncs" if name == "DriveSync" else None)


def test_the_rounds_of_appointments_come_by_the_same_clock() -> None:
    """The tick is the one round on which reminders hang."""
    rounds = of_kind("AWS::Scheduler::Schedule", "ar")
    assert {
        one["Name"]: (one["ScheduleExpression"], one["Target"]["Input"]) for one in rounds.values()
    } == {
        "ar-drive-sync": ("rate(5 minutes)", '{"sync": true}'),
        "ar-calendar-sync": ("rate(1 hour)", '{"sync": true}'),
        "ar-hourly-tick": ("rate(15 minutes)", '{"tick": true}'),
        "ar-weekly-summary": ("cron(0 8 ? * MON *)", '{"summarise": true}'),
    }
    for name, one in rounds.items():
        assert every()[name].get("Condition") == ("SyncsBook" if name == "BookSync" else None)
        assert one["ScheduleExpressionTimezone"] == {"Ref": "TimeZone"}
        assert one["Target"]["DeadLetterConfig"] == {"Arn": {"Fn::GetAtt": ["ArLetters", "Arn"]}}
        assert plain(one["Target"]["RoleArn"]).endswith("role/ev-scheduler")


def test_the_webhooks_secret_is_made_by_aws_and_googles_key_is_put_in_by_the_owner() -> None:
    """Nobody has to think one up, and none stands in a template."""
    made = every()["WebhookSecret"]["Properties"]
    assert made["GenerateSecretString"] == {"PasswordLength": 48, "ExcludePunctuation": True}
    for account in ("GoogleAccount", "BookGoogleAccount"):
        assert every()[account]["Properties"]["SecretString"] == "{}"


def test_the_first_key_is_made_by_aws_and_changed_by_our_function() -> None:
    """Nobody ever sees or types a key."""
    made = every()["LinkKey"]["Properties"]["GenerateSecretString"]
    assert json.loads(made["SecretStringTemplate"]) == {"keys": []}
    assert (made["GenerateStringKey"], made["PasswordLength"], made["ExcludePunctuation"]) == (
        "first",
        64,
        True,
    )
    (rotation,) = of_kind("AWS::SecretsManager::RotationSchedule").values()
    assert plain(rotation["RotationLambdaARN"]).endswith(":function:ev-rotate-key")
    assert rotation["RotationRules"] == {"AutomaticallyAfterDays": 90}


def test_what_holds_data_says_what_becomes_of_it() -> None:
    """A table or a bucket is never replaced and thrown away by an update."""
    for kind in ("AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::SecretsManager::Secret"):
        for name in of_kind(kind):
            assert (every()[name]["DeletionPolicy"], every()[name]["UpdateReplacePolicy"]) == (
                "Delete",
                "Retain",
            )
