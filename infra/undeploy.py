"""Taking the stacks down again: buckets are emptied first, and what is kept is said."""

from typing import Any

from fullhouse.platforms.aws.dynamodb.tables import EVERY_TABLE, Table
from infra.aws import Aws, Refused
from infra.deploy import Say, described
from infra.names import (
    APPOINTMENTS_GOOGLE_ACCOUNT,
    APPOINTMENTS_MIME,
    APPOINTMENTS_SOURCE,
    ASSETS,
    GOOGLE_ACCOUNT,
    LINK_KEY,
    RAW_MIME,
    RULE_SET,
    RULES_SOURCE,
    SLACK_APP,
    WAITLIST_MIME,
    WAITLIST_SOURCE,
    WEBHOOK_SECRET,
)
from infra.stacks import STACKS
from infra.waiting import pauses

MOST_AT_ONCE = 1000
BUCKETS = {
    "ev-assets": (ASSETS,),
    "ev-guest-list": (RAW_MIME,),
    "wl-waitlist": (WAITLIST_MIME, WAITLIST_SOURCE, RULES_SOURCE),
    "ar-appointments": (APPOINTMENTS_MIME, APPOINTMENTS_SOURCE),
}
HOLDS_TABLES = ("ev-guest-list", "wl-waitlist", "ar-appointments")
KEPT = (
    "Kept: each table as it was, for 35 days, among DynamoDB's backups (Backups, in the console);"
    " your domain in SES; the DNS records."
)


def undeploy(aws: Aws, say: Say = print) -> None:
    """Take down all stacks, the last one first."""
    account = aws.account()
    all_of_them = aws("cloudformation", "describe_stacks")["Stacks"]
    known = {
        one["StackName"]: one for one in all_of_them if one["StackStatus"] != "DELETE_COMPLETE"
    }
    for stack in [one for one in reversed(STACKS) if one in known]:
        _made_ready(aws, stack, known[stack], account, say)
        say(f"{stack}: taking it down")
        aws("cloudformation", "delete_stack", StackName=stack)
        _gone(aws, stack)
        say(f"{stack}: gone")
    for secret in (
        LINK_KEY,
        WEBHOOK_SECRET,
        GOOGLE_ACCOUNT,
        APPOINTMENTS_GOOGLE_ACCOUNT,
        SLACK_APP,
    ):
        aws.ask("secretsmanager", "delete_secret", SecretId=secret, ForceDeleteWithoutRecovery=True)
    say(KEPT)


def _made_ready(
    aws: Aws,
    stack: str,
    known: Any,  # noqa: ANN401 - as CloudFormation returns it
    account: str,
    say: Say,
) -> None:
    """Remove what would keep a stack from going."""
    if stack == "ev-mail-rules":
        active = aws("ses", "describe_active_receipt_rule_set").get("Metadata", {}).get("Name", "")
        if active == RULE_SET:
            aws("ses", "set_active_receipt_rule_set")
    _unguarded(
        aws,
        known,
        [one for one in EVERY_TABLE if stack in HOLDS_TABLES and one.name[:3] == stack[:3]],
    )
    for bucket in BUCKETS.get(stack, ()):
        _emptied(aws, f"{bucket}-{account}-{aws.region}", say)


def _unguarded(aws: Aws, known: Any, tables: list[Table]) -> None:  # noqa: ANN401 - as above
    values = {one["ParameterKey"]: one["ParameterValue"] for one in known.get("Parameters", [])}
    for table in tables if values.get("Protect") == "yes" else ():
        aws.ask(
            "dynamodb",
            "update_table",
            TableName=table.name,
            DeletionProtectionEnabled=False,
        )


def _emptied(aws: Aws, bucket: str, say: Say) -> None:
    """Delete every version of everything in a bucket."""
    count, at_once = 0, {"MaxItems": MOST_AT_ONCE}
    while found := aws.ask("s3", "list_object_versions", Bucket=bucket, PaginationConfig=at_once):
        all_of_it = [*found.get("Versions", []), *found.get("DeleteMarkers", [])]
        if not all_of_it:
            break
        objects = [{"Key": one["Key"], "VersionId": one["VersionId"]} for one in all_of_it]
        aws("s3", "delete_objects", Bucket=bucket, Delete={"Objects": objects, "Quiet": True})
        count += len(objects)
    if count:
        say(f"{bucket}: emptied of {count} objects and versions")


def _gone(aws: Aws, stack: str) -> None:
    for _ in pauses():
        known = described(aws, stack)
        if known is None:
            return
        if known["StackStatus"] == "DELETE_FAILED":
            raise Refused(
                f"{stack}: CloudFormation could not take it down. "
                f"{known.get('StackStatusReason', '')}"
            )
    raise Refused(f"{stack}: it took too long")
