from collections import Counter
from typing import Any

import pytest

from fullhouse.engine.catalogue import AUDITED
from fullhouse.engine.ports import AllRecords, AuditPage
from fullhouse.kernel.audit import AuditLine, AuditMismatch, compare, replay
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from tests.aws.play import Play
from tests.aws.stories import STORIES, Story
from tests.aws.stories_of_appointments import APPOINTMENTS
from tests.aws.stories_of_bookings import BOOKINGS
from tests.aws.stories_of_combined_mail import COMBINED
from tests.aws.stories_of_corners import CORNERS
from tests.aws.stories_of_documents import DOCUMENTS, SCANS
from tests.aws.stories_of_last_minutes import LAST_MINUTES
from tests.aws.stories_of_rare_days import RARE_DAYS
from tests.aws.stories_of_replies import REPLIES
from tests.aws.stories_of_slack import SLACK
from tests.aws.stories_of_staff import STAFFS
from tests.aws.stories_of_the_door import DOOR
from tests.aws.stories_of_trouble import TROUBLE
from tests.aws.stories_of_waitlist import WAITLIST
from tests.aws.stories_of_waitlist_trouble import WAITLIST_TROUBLE

pytestmark = pytest.mark.timeout(1800)
# A business's come first: they move the clock by weeks, which rings all alarms of events so far.
OF_THE_HOUSE = (
    *WAITLIST,
    *STAFFS,
    *DOCUMENTS,
    *WAITLIST_TROUBLE,
    *STORIES,
    *LAST_MINUTES,
    *REPLIES,
    *COMBINED,
    *DOOR,
    *TROUBLE,
    *CORNERS,
)
OF_THE_CLINIC = (*APPOINTMENTS, *BOOKINGS, *SCANS, *SLACK, *RARE_DAYS)


# One of each kind and product; `make proof` tells all of them.
QUICK = {
    "a_freed_slot_is_offered_claimed_and_booked",
    "a_request_that_is_mailed_becomes_a_proposal_that_staff_approve",
    "eight_ask_for_four_seats_and_every_freed_seat_finds_its_next_guest",
    "mail_that_comes_in_is_answered",
    "what_functions_failed_at_is_set_aside_and_done_again_by_replay",
    "a_customer_is_reminded_and_confirms",
    "a_given_up_time_is_offered_to_the_line_and_becomes_an_appointment",
    "staff_keep_the_book_at_google",
    "staff_are_told_in_slack_and_decide_there",
}


def in_proof(stories: tuple[Story, ...]) -> list[Any]:
    """Mark the stories that only `make proof` tells."""
    return [
        pytest.param(one, marks=[] if one.__name__ in QUICK else pytest.mark.proof)
        for one in stories
    ]


def is_quick(config: pytest.Config) -> bool:
    """Return True if only the quick stories are told."""
    return bool(config.option.markexpr == "not proof")


def all_told(config: pytest.Config, play: Play, clinic: Play) -> tuple[Play, Play]:
    """Play all stories of this run not played yet; where one fails, its own test shows how."""
    told = [
        (story, house.begin(story))
        for house, stories in ((play, OF_THE_HOUSE), (clinic, OF_THE_CLINIC))
        for story in stories
        if story.__name__ in QUICK or not is_quick(config)
    ]
    if wrong := [story.__name__ for story, how in told if how.exception()]:
        pytest.fail(f"stories that went wrong: {', '.join(wrong)}", pytrace=False)
    return play, clinic


@pytest.fixture(params=["house", "clinic"])
def told(request: pytest.FixtureRequest, play: Play, clinic: Play) -> Play:
    """All stories, told; first what became of the one, then of the other."""
    houses = all_told(request.config, play, clinic)
    return dict(zip(("house", "clinic"), houses, strict=True))[request.param]


@pytest.mark.parametrize("story", in_proof(OF_THE_HOUSE), ids=lambda story: story.__name__)
def test_a_story(play: Play, story: Story) -> None:
    play.tell(story)


@pytest.mark.parametrize("story", in_proof(OF_THE_CLINIC), ids=lambda story: story.__name__)
def test_a_story_of_appointments(clinic: Play, story: Story) -> None:
    clinic.tell(story)


def test_every_quick_story_is_there() -> None:
    assert {story.__name__ for story in (*OF_THE_HOUSE, *OF_THE_CLINIC)} >= QUICK


def test_the_audit_replays_to_exactly_what_is_stored(
    told: Play, pytestconfig: pytest.Config
) -> None:
    store = DynamoStore(told.emulator.client("dynamodb"))
    lines: list[AuditLine] = []
    while page := store.load(AuditPage("", lines[-1].number if lines else 0, 1000)):
        lines += page
    problems: list[AuditMismatch] = []
    compare(replay(lines, AUDITED, problems), store.load(AllRecords()), problems)
    assert problems == []
    assert len(lines) > (25 if is_quick(pytestconfig) else 100)


def test_no_message_was_handed_to_the_carrier_twice(told: Play) -> None:
    told.wait(lambda: told.record)
    keys = Counter(one.key for one in told.tail.letters)
    assert [key for key, times in keys.items() if times > 1] == []
    texts = Counter((one.to, one.words) for one in told.tail.texts)
    assert [text for text, times in texts.items() if times > 1] == []


def test_the_test_itself_invoked_no_function(told: Play) -> None:
    by_hand = [one for one in told.record.calls if one.operation == "Invoke" and not one.role]
    assert {one.names["FunctionName"].rpartition(":")[2] for one in by_hand} <= REPLAYED


REPLAYED = {
    "ev-intake-ses-parser",
    "ev-host-import",
    "ev-feedback",
    "ev-keeper",
    "ev-reminder-fire",
    "wl-intake-ses-parser",
    "wl-offer-engine",
    "wl-sender",
    "ar-intake-ses-parser",
}  # by `fullhouse replay`, as its stories tell
