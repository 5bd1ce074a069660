from collections import Counter

import pytest

from fullhouse.engine.catalogue import AUDITED
from fullhouse.engine.ports import AllRecords, AuditPage
from fullhouse.kernel.audit import Broken, Line, compare, replay
from fullhouse.platforms.aws.store import DynamoStore
from tests.aws.play import Play
from tests.aws.stories import STORIES, Story
from tests.aws.stories_of_appointments import APPOINTMENTS
from tests.aws.stories_of_bookings import BOOKINGS
from tests.aws.stories_of_corners import CORNERS
from tests.aws.stories_of_documents import DOCUMENTS, SCANS
from tests.aws.stories_of_rare_days import RARE_DAYS
from tests.aws.stories_of_slack import SLACK
from tests.aws.stories_of_staff import STAFFS
from tests.aws.stories_of_trouble import TROUBLE
from tests.aws.stories_of_waitlist import WAITLIST
from tests.aws.stories_of_waitlist_trouble import WAITLIST_TROUBLE

pytestmark = pytest.mark.timeout(1800)
# A business's come first: they put the clock forward by weeks, which rings all that the events have booked by then.
OF_THE_HOUSE = (*WAITLIST, *STAFFS, *DOCUMENTS, *WAITLIST_TROUBLE, *STORIES, *TROUBLE, *CORNERS)
OF_THE_CLINIC = (*APPOINTMENTS, *BOOKINGS, *SCANS, *SLACK, *RARE_DAYS)


def all_told(play: Play, clinic: Play) -> tuple[Play, Play]:
    """Tell all stories that were not told yet; where one went wrong, its own test says how."""
    told = [(story, play.begin(story)) for story in OF_THE_HOUSE]
    told += [(story, clinic.begin(story)) for story in OF_THE_CLINIC]
    if wrong := [story.__name__ for story, how in told if how.exception()]:
        pytest.fail(f"stories that went wrong: {', '.join(wrong)}", pytrace=False)
    return play, clinic


@pytest.fixture(params=["house", "clinic"])
def told(request: pytest.FixtureRequest, play: Play, clinic: Play) -> Play:
    """All stories, told; first what became of the one, then of the other."""
    return dict(zip(("house", "clinic"), all_told(play, clinic), strict=True))[request.param]


@pytest.mark.parametrize("story", OF_THE_HOUSE, ids=lambda story: story.__name__)
def test_a_story(play: Play, story: Story) -> None:
    play.tell(story)


@pytest.mark.parametrize("story", OF_THE_CLINIC, ids=lambda story: story.__name__)
def test_a_story_of_appointments(clinic: Play, story: Story) -> None:
    clinic.tell(story)


def test_the_audit_replays_to_exactly_what_is_stored(told: Play) -> None:
    store = DynamoStore(told.emulator.client("dynamodb"))
    lines: list[Line] = []
    while page := store.load(AuditPage("", lines[-1].number if lines else 0, 1000)):
        lines += page
    problems: list[Broken] = []
    compare(replay(lines, AUDITED, problems), store.load(AllRecords()), problems)
    assert problems == []
    assert len(lines) > 100


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
