"""Stories of failures around slots and their repair: each leaves everything as it was."""

import json
from datetime import timedelta

from tests.aws.emulator import ACCOUNT, REGION
from tests.aws.play import MAIL_DOMAIN, Play
from tests.aws.stories import Story
from tests.aws.stories_of_staff import asks, discards
from tests.aws.stories_of_trouble import not_allowed, replay


def what_the_waitlist_failed_at_is_set_aside_and_done_again_by_replay(play: Play) -> None:
    """A slot is freed and a text is due while both are blocked; afterwards nothing is lost."""
    salon = play.salon
    with not_allowed(play, "wl-sender", "dynamodb:GetItem"):
        person = salon.waits("Balayage", "Una")
        play.wait(lambda: play.dead_letters("wl") > 0)
        known = play.dead_letters("wl")
        assert play.texts(person["phone"]) == []
    with not_allowed(play, "wl-intake-ses-parser", "s3:GetObject"):
        asks(play, "A Balayage, please!", "mailed@example.org", f"waitlist@{MAIL_DOMAIN}")
        play.wait(lambda: play.dead_letters("wl") > known)
        known = play.dead_letters("wl")
    with not_allowed(play, "wl-offer-engine", "dynamodb:GetItem"):
        slot = salon.frees("Balayage")
        play.wait(lambda: play.dead_letters("wl") > known)
    assert (
        len(play.texts(person["phone"])) < 2
    )  # what could not leave may be found by the sweep first
    assert "failed" not in replay(play, "wl")
    discards(play)
    play.answers(play.text(person["phone"], 2).link)
    assert salon.stands(slot, "booked")["offers"][0]["status"] == "claimed"
    assert play.dead_letters("wl") == 0


def what_the_waitlist_lost_is_found_by_the_sweep(play: Play) -> None:
    """Dead letters are dropped; a sweep later the offer has lapsed, rolled on and left."""
    salon = play.salon
    first, second = salon.waits("Gloss", "Vic"), salon.waits("Gloss", "Wim")
    with not_allowed(play, "ev-keeper", "scheduler:CreateSchedule"):
        slot = salon.frees("Gloss")
        play.text(first["phone"], 2)
        play.wait(lambda: play.dead_letters("ev-keeper") > 0)
    with not_allowed(play, "wl-sender", "dynamodb:GetItem"):
        third = salon.waits("Gloss", "Xia")
        play.wait(lambda: play.dead_letters("wl") > 0)
    for function in ("ev-keeper", "wl"):
        play.emulator.client("sqs").purge_queue(QueueUrl=play.queue(function))
    play.moves_to(play.there() + timedelta(minutes=16))
    play.text(second["phone"], 2)
    play.text(third["phone"], 1)
    assert salon.slot(slot)["offers"][0]["status"] == "timed_out"


def whoever_holds_an_offer_that_never_lapsed_goes_off_the_list_all_the_same(play: Play) -> None:
    """Their dates have passed; the nightly housekeeping ends the offer, and the slot rolls on."""
    salon = play.salon
    day = play.there() + timedelta(hours=2)
    with not_allowed(play, "wl-roll-on-timer", "dynamodb:GetItem"):
        person = salon.waits("Bob", "Yul", latest=f"{day:%Y-%m-%d}")
        slot = salon.frees("Bob", hours=2)
        play.text(person["phone"], 2)
        play.moves_to((day + timedelta(days=1)).replace(hour=2, minute=59, second=57))
        play.wait(lambda: salon.entry(person["id"])["state"] == "expired")
        play.wait(lambda: play.dead_letters("wl") > 0)
    assert salon.stands(slot, "handed_back")["offers"][0]["status"] == "withdrawn"
    play.emulator.client("sqs").purge_queue(QueueUrl=play.queue("wl"))


def outsiders_hear_of_slots_on_the_bus_without_names(play: Play) -> None:
    queues, bus, salon = play.emulator.client("sqs"), play.emulator.client("events"), play.salon
    queue = queues.create_queue(QueueName="neighbour")["QueueUrl"]
    bus.put_rule(Name="neighbour", EventPattern=json.dumps({"source": ["fullhouse.wl"]}))
    bus.put_targets(
        Rule="neighbour",
        Targets=[{"Id": "queue", "Arn": f"arn:aws:sqs:{REGION}:{ACCOUNT}:neighbour"}],
    )
    people = [salon.waits("Updo", name) for name in ("Yan", "Zoe")]
    slots = [salon.frees("Updo", hours=3)]
    play.visitor().post(play.text(people[0]["phone"], 2).link)
    slots.append(salon.frees("Updo", hours=5))
    play.text(people[1]["phone"], 2)
    play.api("POST", f"/slots/{slots[1]}/withdraw")
    heard: list[tuple[str, str]] = []

    def listen() -> bool:
        for message in queues.receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get(
            "Messages", ()
        ):
            told = json.loads(message["Body"])
            assert not any(
                one["name"] in message["Body"] or one["phone"] in message["Body"] for one in people
            )
            if told["detail"]["slot_id"] in slots:
                heard.append((told["detail-type"], told["detail"]["slot_id"]))
            queues.delete_message(QueueUrl=queue, ReceiptHandle=message["ReceiptHandle"])
        return len(heard) >= 6

    play.wait(listen)
    for slot, last in zip(slots, ("wl.booked", "wl.hand_back"), strict=True):
        assert [what for what, about in heard if about == slot] == [
            "wl.slot_freed",
            "wl.make_offer",
            last,
        ]
    bus.remove_targets(Rule="neighbour", Ids=["queue"])
    bus.delete_rule(Name="neighbour")


WAITLIST_TROUBLE: tuple[Story, ...] = (
    what_the_waitlist_failed_at_is_set_aside_and_done_again_by_replay,
    what_the_waitlist_lost_is_found_by_the_sweep,
    whoever_holds_an_offer_that_never_lapsed_goes_off_the_list_all_the_same,
    outsiders_hear_of_slots_on_the_bus_without_names,
)
