"""Stories of instant notices: Slack, where staff decide, and Google's calendar pushes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from fullhouse.inbound.slack.blocks import DISCARD
from tests.aws.play import MAIL_DOMAIN, Play
from tests.aws.stories import Story
from tests.aws.stories_of_bookings import BOOK_DIARY, connected
from tests.aws.stories_of_staff import asks, discards, rings, starts_anew
from tests.inbound.slack.fake import SECRET, TOKEN, FakeSlack, fake_slack, form, signed

IN_SLACK = ("ar-dispatch",)


def staff_are_told_in_slack_and_decide_there(play: Play) -> None:
    play.salon.says()
    with in_slack(play) as slack:
        day = play.there() + timedelta(days=4)
        words = f"Rosa has booked a Trim on {day:%Y-%m-%d} at 15:00, +65 8123 7200"
        asks(play, words, "tool@example.org", f"bookings@{MAIL_DOMAIN}", "bookings")
        # Other notes may come in between.
        note = play.wait(lambda: slack.note_with(DISCARD))
        (one,) = play.api("GET", "/proposals?state=open")["items"]
        body = form(slack.press(DISCARD, note))
        said = signed(body, play.emulator.now().timestamp())
        answer = play.visitor().tell(f"{play.urls['desk']}/hooks/slack", body, said)
        assert answer.status == 200, answer.text
        play.wait(lambda: play.api("GET", f"/proposals/{one['id']}")["state"] == "discarded")
        assert slack.wrong == []


def what_staff_decide_elsewhere_is_said_in_slack(play: Play) -> None:
    play.salon.says()
    with in_slack(play) as slack:
        day = play.there() + timedelta(days=5)
        words = f"Olga has booked a Trim on {day:%Y-%m-%d} at 15:00, +65 8123 7201"
        asks(play, words, "tool@example.org", f"bookings@{MAIL_DOMAIN}", "bookings")
        note = play.wait(lambda: slack.note_with(DISCARD))
        discards(play)
        play.wait(lambda: slack.notes[note]["text"] == "Discarded at the desk.")
        assert slack.wrong == []


@contextmanager
def in_slack(play: Play) -> Iterator[FakeSlack]:
    """Set the token of a Slack app on the loopback as the owner does; then remove it."""
    safe = play.emulator.client("secretsmanager")
    with fake_slack() as slack:
        kept = json.dumps({"token": TOKEN, "signing_secret": SECRET})
        safe.put_secret_value(SecretId="ar/slack/bot-token", SecretString=kept)
        starts_anew(play, *IN_SLACK, AR_SLACK=slack.url)
        try:
            yield slack
        finally:
            safe.put_secret_value(SecretId="ar/slack/bot-token", SecretString="{}")
            starts_anew(play, *IN_SLACK, AR_SLACK="")


def google_says_that_the_calendar_has_changed(play: Play) -> None:
    play.salon.says()
    with connected(play, push="yes") as google:
        rings(play, "ar-calendar-sync")
        (name, asked) = play.wait(lambda: next(iter(google.channels.items()), None))
        known = google.calendars[BOOK_DIARY].events["mia"]
        google.calendars[BOOK_DIARY].put(**{**known, "id": "noa", "iCalUID": "noa@example.org"})
        told = {"channel-id": name, "channel-token": asked["token"], "resource-state": "exists"}
        headers = {f"x-goog-{key}": value for key, value in told.items()}
        answer = play.visitor().tell(f"{play.urls['desk']}/hooks/calendar", b"", headers)
        assert answer.status == 200, answer.text
        discards(play)


SLACK: tuple[Story, ...] = (
    staff_are_told_in_slack_and_decide_there,
    what_staff_decide_elsewhere_is_said_in_slack,
    google_says_that_the_calendar_has_changed,
)
