"""Roles: one per function, with exactly the grants of the registry, and one for schedules."""

from collections.abc import Iterable

from infra import registry
from infra.function import Function, Product
from infra.grants import Grant
from infra.names import SCHEDULER_ROLE, SCHEDULES
from infra.registry import FUNCTIONS
from infra.shapes import Json, allow, arn, only_when, policy, ref, resource, sub, when

SANDBOX = "InSandbox"
IDENTITY = arn("ses", "identity/${SenderIdentity}")


def role_id(one: Function) -> str:
    """Return what templates call a function's role."""
    return one.id + "Role"


def resources(product: Product) -> Json:
    """Describe the roles of a product's functions; the house's schedules have one role for both."""
    found = {role_id(one): _role(one) for one in registry.of(product)}
    return {**found, "SchedulerRole": _scheduler_role()} if product == "ev" else found


def _role(one: Function) -> Json:
    properties = {
        "RoleName": one.full_name,
        "Description": f"What {one.full_name} may do",
        "AssumeRolePolicyDocument": policy(_trusts("lambda.amazonaws.com")),
        "Policies": _policies(one),
    }
    return resource("AWS::IAM::Role", properties)


def _policies(one: Function) -> list[Json]:
    """Return the policies of a function: one for always, and one per condition."""
    alike: dict[str, list[Grant]] = {"": []}
    for grant in registry.all_grants(one):
        alike.setdefault(grant.only, []).append(grant)
    found = []
    for condition, grants in alike.items():
        name = f"{one.full_name}-{condition}" if condition else one.full_name
        said = {"PolicyName": name, "PolicyDocument": policy(*statements(grants))}
        found.append(only_when(condition, said) if condition else said)
    return found


def statements(grants: Iterable[Grant]) -> list[Json]:
    """Return grants as statements; equal ones are merged, as IAM limits the size of a policy."""
    alike: dict[tuple[object, ...], list[Grant]] = {}
    for one in grants:
        alone = one.resource if one.resource in (IDENTITY, "*") else ""
        alike.setdefault((one.actions, one.condition, one.effect, alone), []).append(one)
    return [_statement(several) for several in alike.values()]


def _statement(grants: list[Grant]) -> Json:
    first, places = grants[0], [_place(one) for one in grants]
    conditions = first.conditions()
    where = places[0] if len(places) == 1 else places
    said = allow(first.actions, where, **({"Condition": conditions} if conditions else {}))
    return {**said, "Effect": first.effect}


def _place(grant: Grant) -> object:
    """Return the resource of a grant. In the sandbox of SES, recipients' identities count, too."""
    place = sub(grant.resource)
    if grant.resource == IDENTITY:
        return when(SANDBOX, sub(arn("ses", "identity/*")), place)
    return place


def _trusts(service: str, **conditions: object) -> Json:
    said = {"Condition": conditions} if conditions else {}
    return {
        "Effect": "Allow",
        "Principal": {"Service": service},
        "Action": "sts:AssumeRole",
        **said,
    }


def _scheduler_role() -> Json:
    """Describe the role of all schedules: it may invoke functions, and store dead letters."""
    rung = [one for one in FUNCTIONS if one.rung]
    group = sub(arn("scheduler", f"schedule-group/{SCHEDULES}"))
    trusted = _trusts(
        "scheduler.amazonaws.com",
        StringEquals={"aws:SourceAccount": ref("AWS::AccountId")},
        ArnEquals={"aws:SourceArn": group},
    )
    rings = allow(
        ["lambda:InvokeFunction"], [sub(arn("lambda", f"function:{one.full_name}")) for one in rung]
    )
    queues = dict.fromkeys(one.letters for one in rung)
    lays_aside = allow(["sqs:SendMessage"], [sub(arn("sqs", name)) for name in queues])
    properties = {
        "RoleName": SCHEDULER_ROLE,
        "Description": "What schedules may do: ring these functions",
        "AssumeRolePolicyDocument": policy(trusted),
        "Policies": [{"PolicyName": SCHEDULER_ROLE, "PolicyDocument": policy(rings, lays_aside)}],
    }
    return resource("AWS::IAM::Role", properties)
