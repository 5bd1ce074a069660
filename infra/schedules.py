"""The group that one-off schedules live in, and the one schedule that stands: the sweep."""

from infra.functions import function_id
from infra.names import SCHEDULES, SWEEP, SWEEP_RATE
from infra.registry import function
from infra.shapes import Json, att, pascal, ref, resource

TRIES = 3
OLDEST_SECONDS = 900


def resources() -> Json:
    """Describe the group and the sweep. Functions book all others while the house runs."""
    keeper = function("keeper")
    sweep = {
        "Name": SWEEP,
        "GroupName": ref("Schedules"),
        "Description": "Rings what is due and relays what may leave, whatever signal was lost",
        "ScheduleExpression": SWEEP_RATE,
        "FlexibleTimeWindow": {"Mode": "OFF"},
        "Target": {
            "Arn": att(function_id(keeper), "Arn"),
            "RoleArn": att("SchedulerRole", "Arn"),
            "Input": '{"sweep": true}',
            "DeadLetterConfig": {"Arn": att(pascal(keeper.name) + "Letters", "Arn")},
            "RetryPolicy": {"MaximumRetryAttempts": TRIES, "MaximumEventAgeInSeconds": OLDEST_SECONDS},
        },
    }
    return {
        "Schedules": resource("AWS::Scheduler::ScheduleGroup", {"Name": SCHEDULES}),
        "Sweep": resource("AWS::Scheduler::Schedule", sweep),
    }
