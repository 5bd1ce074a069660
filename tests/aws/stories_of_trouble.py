"""Stories of failures and their repair, and of listeners: each leaves everything as it was."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from infra.names import SCHEDULER_ROLE, SCHEDULES
from infra.registry import FUNCTIONS
from tests.aws.emulator import ACCOUNT, REGION, ROOT
from tests.aws.play import MAIL_DOMAIN, Play, address
from tests.aws.stories import Story, imports, is_imported, mail_arrives, ses_reports

KEY = "ev/links/signing-key"
POISON = '{"nobody": "understands this"}'


def old_links_work_after_the_key_was_changed(play: Play) -> None:
    event = play.opens("Dinner", 3)
    play.signs_up(event, "Mo")
    old = play.letter(address(event, "Mo"), "confirmation").links["cancel"]
    safe = play.emulator.client("secretsmanager")
    before = safe.get_secret_value(SecretId=KEY)["VersionId"]
    function = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:ev-rotate-key"
    safe.rotate_secret(
        SecretId=KEY, RotationLambdaARN=function, RotationRules={"AutomaticallyAfterDays": 90}
    )
    play.wait(lambda: safe.get_secret_value(SecretId=KEY)["VersionId"] != before)
    # Processes that run go on with the key they know. One that starts anew signs with the new one.
    play.emulator.client("lambda").update_function_configuration(
        FunctionName="ev-messenger", Timeout=30
    )
    play.signs_up(event, "Nia")
    new = play.letter(address(event, "Nia"), "confirmation").links["cancel"]
    assert new.rpartition("/")[2].split(".")[0] != old.rpartition("/")[2].split(".")[0]
    for link in (old, new):
        play.answers(link)
    assert play.headcount(event)["confirmed"] == 0
    assert play.desk("").status == 200


def what_functions_failed_at_is_set_aside_and_done_again_by_replay(play: Play) -> None:
    """A mail, a list and a bounce come while their readers are blocked; then nothing is lost."""
    event = play.opens("Recital", 5)
    play.signs_up(event, "Ole")
    play.letter(address(event, "Ole"), "confirmation")
    waiting = ("ev-intake-ses-parser", "ev-host-import", "ev-feedback")
    with ExitStack() as mistakes:
        for function, action in zip(
            waiting, ("s3:GetObject", "s3:GetObject", "dynamodb:GetItem"), strict=True
        ):
            mistakes.enter_context(not_allowed(play, function, action))
        mail_arrives(play, "Yes, please!", address(event, "Olga"), f"rsvp+{event}@{MAIL_DOMAIN}")
        progress = imports(play, event, "Otto")
        ses_reports(play, address(event, "Ole"), "Bounce")
        play.wait(lambda: all(play.dead_letters(function) == 1 for function in waiting))
    assert [*play.guests(event)] == [address(event, "Ole")]
    assert "3 done again" in replay(play)
    play.letter(address(event, "Olga"), "confirmation")
    play.wait(lambda: is_imported(play, progress))
    play.wait(lambda: play.guests(event)[address(event, "Ole")]["reach"] == "bounced")
    assert [play.dead_letters(function) for function in waiting] == [0, 0, 0]


def a_schedule_that_could_not_be_booked_is_booked_by_replay(play: Play) -> None:
    with not_allowed(play, "ev-keeper", "scheduler:CreateSchedule"):
        event = play.opens("Opening", 3, reminders=["1d"])
        play.wait(lambda: play.dead_letters("ev-keeper") > 0)
    said = replay(play, "keeper")
    assert "failed" not in said, said
    booked = play.emulator.client("scheduler").list_schedules(GroupName=SCHEDULES)["Schedules"]
    assert booked, event
    assert play.dead_letters("ev-keeper") == 0


def what_nobody_understands_ends_in_the_queue_behind_each_function_that_is_rung(play: Play) -> None:
    """A schedule that was made by hand, and says what nobody understands."""
    patient = [one.full_name for one in FUNCTIONS if one.rung]
    queues = Counter(one.letters.removesuffix("-dlq") for one in FUNCTIONS if one.rung)
    for queue in queues:
        play.emulator.client("sqs").purge_queue(QueueUrl=play.queue(queue))
    soon = play.emulator.now() + timedelta(seconds=1)
    for function in patient:
        play.emulator.client("scheduler").create_schedule(
            Name=f"poison-{function}",
            GroupName=SCHEDULES,
            ScheduleExpression=f"at({soon:%Y-%m-%dT%H:%M:%S})",
            FlexibleTimeWindow={"Mode": "OFF"},
            ActionAfterCompletion="DELETE",
            Target={
                "Arn": f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{function}",
                "RoleArn": f"arn:aws:iam::{ACCOUNT}:role/{SCHEDULER_ROLE}",
                "Input": POISON,
            },
        )
    play.wait(lambda: all(play.dead_letters(queue) == count for queue, count in queues.items()))
    assert "1 failed again" in replay(play, "reminder-fire")
    assert play.dead_letters("ev-reminder-fire") == 1
    for queue in queues:
        play.emulator.client("sqs").purge_queue(QueueUrl=play.queue(queue))


def outsiders_hear_of_seats_on_the_bus_without_names(play: Play) -> None:
    """Anyone in the account may listen: a rule and a queue of their own."""
    queues, bus = play.emulator.client("sqs"), play.emulator.client("events")
    queue = queues.create_queue(QueueName="outsider")["QueueUrl"]
    bus.put_rule(Name="outsider", EventPattern=json.dumps({"source": ["fullhouse.ev"]}))
    bus.put_targets(
        Rule="outsider",
        Targets=[{"Id": "queue", "Arn": f"arn:aws:sqs:{REGION}:{ACCOUNT}:outsider"}],
    )
    event = play.opens("Premiere", 1)
    for name in ("Pat", "Ray"):
        play.signs_up(event, name)
    play.answers(play.letter(address(event, "Pat"), "confirmation").links["cancel"])
    play.answers(play.letter(address(event, "Ray"), "offer").links["claim"])
    heard: list[dict[str, str]] = []

    def listen() -> bool:
        for message in queues.receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get(
            "Messages", ()
        ):
            told = json.loads(message["Body"])
            assert "@" not in message["Body"]
            if told["detail"]["event_id"] == event:
                heard.append({"what": told["detail-type"], **told["detail"]})
            queues.delete_message(QueueUrl=queue, ReceiptHandle=message["ReceiptHandle"])
        return len(heard) >= 4

    play.wait(listen)
    assert [one["what"] for one in heard] == [
        "ev.confirmed",
        "ev.cancelled",
        "ev.seat_freed",
        "ev.confirmed",
    ]
    assert [one["number"] for one in heard] == sorted(one["number"] for one in heard)
    bus.remove_targets(Rule="outsider", Ids=["queue"])
    bus.delete_rule(Name="outsider")


def streams_that_speak_twice_change_nothing(play: Play) -> None:
    """A second mapping hands over each record once more, at another time."""
    functions, tables = play.emulator.client("lambda"), play.emulator.client("dynamodb")
    twice = []
    for function, table in (
        ("ev-messenger", "ev-messages"),
        ("ev-keeper", "ev-alarms"),
        ("ev-keeper", "ev-audit"),
    ):
        stream = tables.describe_table(TableName=table)["Table"]["LatestStreamArn"]
        made = functions.create_event_source_mapping(
            FunctionName=function, EventSourceArn=stream, StartingPosition="LATEST", BatchSize=3
        )
        twice.append(made["UUID"])
    event = play.opens("Encore", 1)
    for name in ("Sam", "Tom"):
        play.signs_up(event, name)
    play.answers(play.letter(address(event, "Sam"), "confirmation").links["cancel"])
    play.answers(play.letter(address(event, "Tom"), "offer").links["claim"])
    play.letter(address(event, "Tom"), "confirmation")
    time.sleep(2)  # the second hearing may come later
    for uuid in twice:
        functions.delete_event_source_mapping(UUID=uuid)
    heard = Counter(one.key for one in play.tail.letters if event in one.to)
    assert set(heard.values()) == {1}, heard
    assert play.headcount(event) == {
        "cap": 1,
        "confirmed": 1,
        "held": 0,
        "waiting": 0,
        "pending": 0,
        "open": 0,
        "checked_in": 0,
    }


def a_bell_that_rings_early_twice_or_after_its_time_does_nothing_more(play: Play) -> None:
    clock = play.emulator.client("scheduler")
    event = play.opens("Finale", 1, claim_window="1h", reminders=["7d"])
    for name in ("Udo", "Ute", "Uwe"):
        play.signs_up(event, name)
    play.answers(play.letter(address(event, "Udo"), "confirmation").links["cancel"])
    play.letter(address(event, "Ute"), "offer")

    def booked() -> dict[str, Any] | None:
        made = [
            one.names["Name"]
            for one in play.record.functions_calls
            if one.operation == "CreateSchedule"
        ][-1]
        bell: dict[str, Any] = clock.get_schedule(GroupName=SCHEDULES, Name=made)
        return (
            bell
            if event in bell["Target"]["Input"] and "lapse" in bell["Target"]["Input"]
            else None
        )

    bell = play.wait(booked)
    due = datetime.fromisoformat(json.loads(bell["Target"]["Input"])["due_at"])
    for number, when in enumerate((play.emulator.now(), due, due, due + timedelta(seconds=2))):
        clock.create_schedule(
            Name=f"copy{number}-{event}",
            GroupName=SCHEDULES,
            ScheduleExpression=f"at({when + timedelta(seconds=1):%Y-%m-%dT%H:%M:%S})",
            FlexibleTimeWindow={"Mode": "OFF"},
            ActionAfterCompletion="DELETE",
            Target=bell["Target"],
        )
    play.wait(lambda: sum(one.name.endswith(event) for one in play.record.rings) == 1)
    play.emulator.move_to(due - timedelta(seconds=1))
    play.letter(address(event, "Ute"), "offer_lapsed")
    play.answers(play.letter(address(event, "Uwe"), "offer").links["claim"])
    play.wait(lambda: sum(one.name.endswith(event) for one in play.record.rings) == 4)
    time.sleep(1)
    lapses = [line for line in play.audit(event) if line["action"] == "lapsed"]
    assert len(lapses) == 1
    assert datetime.fromisoformat(lapses[0]["at"]) >= due
    assert play.guests(event)[address(event, "Uwe")]["state"] == "confirmed"


@contextmanager
def not_allowed(play: Play, role: str, action: str) -> Iterator[None]:
    """Take something away from a role for a while, as somebody's mistake would."""
    people = play.emulator.client("iam")
    denies = {
        "Version": "2012-10-17",
        "Statement": [{"Effect": "Deny", "Action": action, "Resource": "*"}],
    }
    people.put_role_policy(RoleName=role, PolicyName="mistake", PolicyDocument=json.dumps(denies))
    try:
        yield
    finally:
        people.delete_role_policy(RoleName=role, PolicyName="mistake")


def replay(play: Play, *functions: str) -> str:
    """Run the replay command as an operator does, and return its output."""
    done = subprocess.run(
        [str(Path(sys.executable).with_name("fullhouse")), "replay", *functions],
        cwd=ROOT,
        env={**os.environ, **play.emulator.environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout + done.stderr


TROUBLE: tuple[Story, ...] = (
    old_links_work_after_the_key_was_changed,
    what_functions_failed_at_is_set_aside_and_done_again_by_replay,
    a_schedule_that_could_not_be_booked_is_booked_by_replay,
    what_nobody_understands_ends_in_the_queue_behind_each_function_that_is_rung,
    outsiders_hear_of_seats_on_the_bus_without_names,
    streams_that_speak_twice_change_nothing,
    a_bell_that_rings_early_twice_or_after_its_time_does_nothing_more,
)
