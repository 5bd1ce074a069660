"""Roles: one per function, with exactly what the registry grants it, and one that schedules ring with."""

from infra import registry
from infra.function import Function, Product
from infra.grants import Grant
from infra.names import SCHEDULER_ROLE, SCHEDULES
from infra.registry import FUNCTIONS
from infra.shapes import Json, allow, arn, policy, ref, resource, sub, when

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
        "Policies": [
            {
                "PolicyName": one.full_name,
                "PolicyDocument": policy(*(statement(grant) for grant in registry.all_grants(one))),
            }
        ],
    }
    return resource("AWS::IAM::Role", properties)


def statement(grant: Grant) -> Json:
    """Write a grant as a statement."""
    conditions = grant.conditions()
    said = allow(grant.actions, _place(grant), **({"Condition": conditions} if conditions else {}))
    return {**said, "Effect": grant.effect}


def _place(grant: Grant) -> object:
    """Say where a grant holds. In SES's sandbox the identities of those who receive are judged, too."""
    place = sub(grant.resource)
    if grant.resource == IDENTITY:
        return when(SANDBOX, sub(arn("ses", "identity/*")), place)
    return place


def _trusts(service: str, **conditions: object) -> Json:
    said = {"Condition": conditions} if conditions else {}
    return {"Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole", **said}


def _scheduler_role() -> Json:
    """Describe the role of all schedules: it rings functions, and puts aside what did not arrive."""
    rung = [one for one in FUNCTIONS if one.rung]
    group = sub(arn("scheduler", f"schedule-group/{SCHEDULES}"))
    trusted = _trusts(
        "scheduler.amazonaws.com",
        StringEquals={"aws:SourceAccount": ref("AWS::AccountId")},
        ArnEquals={"aws:SourceArn": group},
    )
    rings = allow(["lambda:InvokeFunction"], [sub(arn("lambda", f"function:{one.full_name}")) for one in rung])
    queues = dict.fromkeys(one.letters for one in rung)
    lays_aside = allow(["sqs:SendMessage"], [sub(arn("sqs", name)) for name in queues])
    properties = {
        "RoleName": SCHEDULER_ROLE,
        "Description": "What schedules may do: ring these functions",
        "AssumeRolePolicyDocument": policy(trusted),
        "Policies": [{"PolicyName": SCHEDULER_ROLE, "PolicyDocument": policy(rings, lays_aside)}],
    }
    return resource("AWS::IAM::Role", properties)
