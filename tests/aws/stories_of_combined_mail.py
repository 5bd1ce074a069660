"""Stories of emails that hold several messages: what strangers trigger beyond a budget."""

from datetime import timedelta
from urllib.parse import quote

from tests.aws.play import Letter, Play, address
from tests.aws.stories import Story

SPENT = 6  # the five of an hour, and this hour's email of several messages


def what_waits_for_one_address_leaves_in_one_email(play: Play) -> None:
    """A stranger spends the budget of an inbox, and then its owner signs up for two events."""
    event, other = play.opens("Banquet", 20), play.opens("Brunch", 20)
    ivy = address(event, "Ivy")
    plus = [ivy.replace("@", f"+{number}@") for number in range(SPENT)]
    for number, email in enumerate(plus):
        play.signs_up(event, f"Ivy{number}", email=email)
        play.letter(email, "confirmation")
    for one in (event, other):
        play.signs_up(one, "Ivy", email=ivy)
    asked = play.visitor().post(f"{play.urls['register']}/e/{event}", do="link", email=ivy)
    assert asked.status == 200, asked.text
    play.wait(lambda: statuses(play, ivy) == ["queued"] * 3)
    assert play.letters(ivy) == []
    play.moves_to(play.there() + timedelta(hours=1, minutes=1))
    play.wait(lambda: statuses(play, ivy) == ["sent"] * 3)
    (letter,) = play.letters(ivy)
    assert all(name in letter.text for name in ("Banquet", "Brunch"))
    works(play, letter)


def statuses(play: Play, email: str) -> list[str]:
    """Return how the messages to an address stand."""
    found = play.api("GET", f"/messages?to={quote(email)}")["items"]
    return [one["status"] for one in found]


def works(play: Play, letter: Letter) -> None:
    """Press a link of the email."""
    page = play.visitor().get(letter.links["manage"])
    assert page.status == 200, page.text


COMBINED: tuple[Story, ...] = (what_waits_for_one_address_leaves_in_one_email,)
