"""Deployment of the stacks by change sets; unchanged stacks are left alone."""

import hashlib
import os
import time
from collections.abc import Callable, Mapping
from email.utils import parseaddr
from pathlib import Path
from typing import Any, Literal

import msgspec

from infra import stacks
from infra.aws import Aws, Refused
from infra.functions import CODE_KEYS
from infra.names import ASSETS, RULE_SET
from infra.settings import BOOKED_OUTSIDE, OUTSIDE, PUSH, SLACK_CHANNEL, TEXTS_ANSWERS
from infra.shapes import Json, written
from infra.waiting import pauses

Say = Callable[[str], None]
LARGEST_TEMPLATE = 51_200
PACKAGES_KEPT = 3
DONE = ("CREATE_COMPLETE", "UPDATE_COMPLETE")
NOTHING_NEW = ("didn't contain changes", "No updates are to be performed")
OPTIONAL = ("waitlist", "rotation", "mail-rules", "budget")


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """The wanted settings; an empty one stays as it was deployed before."""

    packages: Mapping[str, Path]
    owner: str = ""
    sender: str = ""
    mail_domain: str = ""
    keep_days: str = ""
    defaults: str = ""
    time_zone: str = ""
    texts_from: str = ""
    texts_answers: Literal["", "yes", "no"] = ""
    staff_mail: str = ""
    sheet: str = ""
    tab: str = ""
    rules: str = ""
    voice: str = ""
    calendar: str = ""
    booksheet: str = ""
    booktab: str = ""
    bookcalendar: str = ""
    bookpush: Literal["", "yes", "no"] = ""
    slack_channel: str = ""
    slack_mail: str = ""
    text_dollars: str = ""
    model: Literal["", "none", "bedrock"] = ""
    protect: Literal["", "yes", "no"] = ""
    without: tuple[str, ...] = ()
    folder: Path = Path("dist/templates")


def deploy(wish: Wish, aws: Aws, say: Say = print) -> dict[str, str]:
    """Deploy all stacks, and return the URLs of their web functions."""
    account = aws.account()
    bucket = f"{ASSETS}-{account}-{aws.region}"
    endpoint = f", endpoint {aws.endpoint}" if aws.endpoint else ""
    say(f"Account {account}, region {aws.region}{endpoint}")
    tls = {"Tls": "no" if aws.endpoint.startswith("http://") else "yes"}
    put(aws, "ev-assets", tls, say, wish.folder)
    there = _packages_there(aws, bucket)
    values = {**_values(wish, aws), **_uploaded(aws, bucket, wish.packages, there, say), **tls}
    outputs = put(aws, "ev-guest-list", values, say, wish.folder, bucket)
    if "waitlist" not in wish.without:
        outputs |= _front_desk(aws, wish, values | outputs, say, bucket)
    if "rotation" not in wish.without:
        put(aws, "ev-rotation", {}, say, wish.folder)
    if "mail-rules" not in wish.without:
        _mail_rules(aws, wish, say)
    if "budget" not in wish.without:
        _budgets(aws, wish, say)
    _tidy(aws, bucket, there)
    return {
        name.removesuffix("Url").lower(): url.rstrip("/")
        for name, url in outputs.items()
        if name.endswith("Url")
    }


def _front_desk(
    aws: Aws, wish: Wish, values: Mapping[str, str], say: Say, bucket: str
) -> dict[str, str]:
    """Deploy both stacks of a business; the waitlist uses the day schedule, so that comes first."""
    said = {**values, **_business(wish)}
    outputs = put(aws, "ar-appointments", said, say, wish.folder, bucket)
    outputs |= put(aws, "wl-waitlist", said, say, wish.folder, bucket)
    if wish.text_dollars:
        aws("sns", "set_sms_attributes", attributes={"MonthlySpendLimit": wish.text_dollars})
    return outputs


def _business(wish: Wish) -> dict[str, str]:
    outside = {name: getattr(wish, name.lower()) for name in (*OUTSIDE, *BOOKED_OUTSIDE)}
    told = {"StaffMail": wish.staff_mail, SLACK_CHANNEL: wish.slack_channel, PUSH: wish.bookpush}
    texts = {"TextsFrom": wish.texts_from, TEXTS_ANSWERS: wish.texts_answers}
    return _given(TimeZone=wish.time_zone, **texts, **told, **outside)


def _budgets(aws: Aws, wish: Wish, say: Say) -> None:
    put(aws, "ev-budget", _given(Owner=wish.owner), say, wish.folder)
    if "waitlist" not in wish.without:
        put(aws, "wl-budget", _given(Owner=wish.owner), say, wish.folder)
        put(aws, "ar-budget", _given(Owner=wish.owner, SlackMail=wish.slack_mail), say, wish.folder)


def _given(**values: str) -> dict[str, str]:
    return {name: value for name, value in values.items() if value}


def _values(wish: Wish, aws: Aws) -> dict[str, str]:
    said = _given(
        Owner=wish.owner,
        Sender=wish.sender,
        MailDomain=wish.mail_domain,
        KeepDays=wish.keep_days,
        Defaults=wish.defaults,
        Protect=wish.protect,
        Model=wish.model,
    )
    if wish.sender:
        said["SenderIdentity"] = _identity(wish.sender, aws)
    account = aws("sesv2", "get_account")
    return said | {"Sandbox": "no" if account.get("ProductionAccessEnabled") else "yes"}


def _identity(sender: str, aws: Aws) -> str:
    """Return the SES identity of a sender: the address if it was verified, else its domain."""
    address = parseaddr(sender)[1]
    known = aws.ask("sesv2", "get_email_identity", EmailIdentity=address)
    return address if known else address.rpartition("@")[2]


def _packages_there(aws: Aws, bucket: str) -> list[str]:
    """Name the packages that lie in the bucket, the newest first."""
    found = aws("s3", "list_objects_v2", Bucket=bucket, Prefix="packages/").get("Contents", [])
    return [one["Key"] for one in sorted(found, key=lambda one: one["LastModified"], reverse=True)]


def _uploaded(
    aws: Aws, bucket: str, packages: Mapping[str, Path], there: list[str], say: Say
) -> dict[str, str]:
    """Bring the packages into the bucket, each under the digest of what is in it."""
    found = {}
    for name, path in packages.items():
        key = package_key(name, path)
        if key not in there:
            say(f"Bringing up {path.name}, {path.stat().st_size / 1e6:.1f} MB")
            aws("s3", "put_object", Bucket=bucket, Key=key, Body=path.read_bytes())
        found[CODE_KEYS[name]] = key
    return found


def package_key(name: str, path: Path) -> str:
    """Return where a package lies in the bucket."""
    return f"packages/{name}-{hashlib.sha256(path.read_bytes()).hexdigest()[:20]}.zip"


def _tidy(aws: Aws, bucket: str, there: list[str]) -> None:
    """Remove packages of long ago. The last few stay beside the one that runs, for the way back."""
    for name in CODE_KEYS:
        for old in [key for key in there if key.startswith(f"packages/{name}-")][PACKAGES_KEPT:]:
            aws("s3", "delete_object", Bucket=bucket, Key=old)


def _mail_rules(aws: Aws, wish: Wish, say: Say) -> None:
    """Deploy the rules of inbound mail if a domain is set; never replace rules of others."""
    if not wish.mail_domain and described(aws, "ev-mail-rules") is None:
        say("ev-mail-rules: no domain for answers by mail was named, so none come in")
        return
    waitlist = "no" if "waitlist" in wish.without else "yes"
    put(
        aws,
        "ev-mail-rules",
        _given(MailDomain=wish.mail_domain, Waitlist=waitlist),
        say,
        wish.folder,
    )
    active = aws("ses", "describe_active_receipt_rule_set").get("Metadata", {}).get("Name", "")
    if not active:
        aws("ses", "set_active_receipt_rule_set", RuleSetName=RULE_SET)
    elif active != RULE_SET:
        to_switch = f"aws ses set-active-receipt-rule-set --rule-set-name {RULE_SET}"
        say(f"SES follows the rules {active} just now. To let mail in here: {to_switch}")


def described(aws: Aws, stack: str) -> Any:  # noqa: ANN401 - what CloudFormation says of a stack
    """Return what is known of a stack, or nothing if there is none."""
    found = aws.ask("cloudformation", "describe_stacks", StackName=stack)
    one = found["Stacks"][0] if found else None
    return (
        None
        if one is None or one["StackStatus"] in ("REVIEW_IN_PROGRESS", "DELETE_COMPLETE")
        else one
    )


def _usable(aws: Aws, stack: str, known: Any, say: Say) -> Any:  # noqa: ANN401 - as described
    """Delete a stack whose creation failed: CloudFormation can do nothing else with it."""
    if known is None or known["StackStatus"] != "ROLLBACK_COMPLETE":
        return known
    say(f"{stack}: removing what is left of a try that failed")
    aws("cloudformation", "delete_stack", StackName=stack)
    for _ in pauses():
        if described(aws, stack) is None:
            return None
    raise Refused(f"{stack}: it took too long to remove what was left of a try that failed")


def put(
    aws: Aws, stack: str, values: Mapping[str, str], say: Say, folder: Path, bucket: str = ""
) -> dict[str, str]:
    """Put one stack in place by a change set, and return its outputs."""
    known = _usable(aws, stack, described(aws, stack), say)
    template = stacks.STACKS[stack]()
    body = _brought(aws, stack, written(template), folder, bucket)
    change = f"fullhouse-{int(time.time() * 1000)}"
    about = {"StackName": stack, "ChangeSetName": change}
    said = _parameters(template, values, known)
    parameters = {"Parameters": said} if said else {}
    aws(
        "cloudformation",
        "create_change_set",
        **about,
        ChangeSetType="UPDATE" if known else "CREATE",
        **body,
        **parameters,
        Capabilities=["CAPABILITY_NAMED_IAM"],
    )
    if not _worth_it(aws, about):
        aws("cloudformation", "delete_change_set", **about)
        say(f"{stack}: nothing to change")
    else:
        say(f"{stack}: {'changing' if known else 'making'} it")
        aws("cloudformation", "execute_change_set", **about)
        known = _followed(aws, stack, say)
    return {one["OutputKey"]: one["OutputValue"] for one in known.get("Outputs", [])}


def _brought(aws: Aws, stack: str, text: str, folder: Path, bucket: str) -> dict[str, str]:
    """Hand a template over: by its words, or through the bucket if it is too large for that."""
    folder.mkdir(parents=True, exist_ok=True)
    path, fresh = folder / f"{stack}.json", folder / f"{stack}.{os.getpid()}.new"
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)  # whole at every moment, for whoever deploys beside us
    if len(text.encode()) <= LARGEST_TEMPLATE:
        return {"TemplateBody": text}
    key = f"templates/{stack}-{hashlib.sha256(text.encode()).hexdigest()[:20]}.json"
    aws("s3", "put_object", Bucket=bucket, Key=key, Body=text.encode())
    where = aws.endpoint or f"https://s3.{aws.region}.amazonaws.com"
    return {"TemplateURL": f"{where}/{bucket}/{key}"}


def _parameters(
    template: Json,
    values: Mapping[str, str],
    known: Any,  # noqa: ANN401 - as described
) -> list[Json]:
    """Return the given values, and the previous ones for all other parameters."""
    before = {one["ParameterKey"] for one in known.get("Parameters", [])} if known else set()
    found: list[Json] = []
    for name, about in template.get("Parameters", {}).items():
        if name in values:
            found.append({"ParameterKey": name, "ParameterValue": values[name]})
        elif name in before:
            found.append({"ParameterKey": name, "UsePreviousValue": True})
        elif "Default" not in about:
            raise Refused(f"The first time, {name} has to be said. {about['Description']}.")
    return found


def _worth_it(aws: Aws, about: dict[str, str]) -> bool:
    """Wait until it is known what a change set changes; say whether it changes anything."""
    for _ in pauses():
        found = aws("cloudformation", "describe_change_set", **about)
        if found["Status"] == "CREATE_COMPLETE":
            return True
        if found["Status"] == "FAILED":
            if any(words in found.get("StatusReason", "") for words in NOTHING_NEW):
                return False
            raise Refused(
                found.get("StatusReason", "CloudFormation refused the change, and did not say why.")
            )
    raise Refused("CloudFormation did not say what would change.")


def _followed(aws: Aws, stack: str, say: Say) -> Any:  # noqa: ANN401 - as described
    """Wait until a stack is in place, telling how it goes; raise if it was rolled back."""
    told: set[str] = set()
    for _ in pauses():
        known = described(aws, stack)
        status = known["StackStatus"] if known else "DELETE_COMPLETE"
        if status in DONE:
            say(f"{stack}: in place")
            return known
        if not status.endswith("_IN_PROGRESS"):
            raise Refused("\n".join([f"{stack}: {status}", *_failures(aws, stack)]))
        if status not in told:
            told.add(status)
            say(f"{stack}: {status.replace('_', ' ').lower()}")
    raise Refused(f"{stack}: it took too long")


def _failures(aws: Aws, stack: str) -> list[str]:
    events = aws("cloudformation", "describe_stack_events", StackName=stack)["StackEvents"]
    found = [one for one in events if one["ResourceStatus"].endswith("FAILED")][-5:]
    return [f"{one['LogicalResourceId']}: {one.get('ResourceStatusReason', '')}" for one in found]
