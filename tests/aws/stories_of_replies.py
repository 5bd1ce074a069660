"""Stories of replies by mail: a no to an offer, a question, an event that is off."""

import re

from tests.aws.play import MAIL_DOMAIN, OWNER, Play, address
from tests.aws.stories import Story, mail_arrives, reply_address
from tests.aws.words import EVENT_IS_CANCELLED, NO_SUCH_EVENT


def a_no_by_mail_declines_the_offer_and_the_seat_rolls_on(play: Play) -> None:
    event = play.opens("Recital", 1)
    names = ("Ann", "Bo", "Cy")
    assert [play.signs_up(event, name)["state"] for name in names] == [
        "confirmed",
        "waitlisted",
        "waitlisted",
    ]
    ann, bo, cy = (address(event, name) for name in names)
    play.answers(play.letter(ann, "confirmation").links["cancel"])
    play.letter(bo, "offer")
    mail_arrives(play, "No thanks, not this time", bo, reply_address(play, bo))
    play.letter(bo, "declined")
    assert play.guests(event)[bo]["state"] == "waitlisted"
    play.letter(cy, "offer")
    mail_arrives(play, "Please take me off the list", cy, reply_address(play, cy))
    play.letter(cy, "cancelled")
    assert play.guests(event)[cy]["state"] == "cancelled"


def a_question_reaches_the_host_who_replies_from_the_desk(play: Play) -> None:
    event = play.opens("Vernissage", 3)
    to = f"rsvp+{event}@{MAIL_DOMAIN}"
    dee, eli = address(event, "Dee"), address(event, "Eli")
    mail_arrives(play, "Is there parking near the gallery?", dee, to)
    play.letter(dee, "reply")
    assert dee not in play.guests(event)
    asked = play.wait(
        lambda: next((one for one in play.letters(OWNER, "question") if dee in one.text), None)
    )
    assert "parking near the gallery" in asked.text
    questions = play.desk(f"/e/{event}/questions")
    assert "parking near the gallery" in questions.text
    link = re.search(rf"/desk/e/{event}/questions/\w+", questions.text)
    assert link is not None
    form = play.host.get(f"{play.urls['desk']}{link[0]}")
    assert play.host.press(form, text="Yes, behind the house.").status == 200
    answer = play.letter(dee, "reply", 2)
    assert "behind the house" in answer.text
    mail_arrives(play, "The three of us would love to come!", eli, to)
    assert "speaks of 3 people" in play.letter(eli, "reply").text
    play.api("POST", f"/events/{event}/cancel")
    mail_arrives(play, "I'm coming!", eli, to)
    assert EVENT_IS_CANCELLED in play.letter(eli, "reply", 2).text
    wrong = f"rsvp+nothing-{event}@{MAIL_DOMAIN}"
    mail_arrives(play, "I'd love to come", address(event, "Flo"), wrong)
    assert NO_SUCH_EVENT in play.letter(address(event, "Flo"), "reply").text


REPLIES: tuple[Story, ...] = (
    a_no_by_mail_declines_the_offer_and_the_seat_rolls_on,
    a_question_reaches_the_host_who_replies_from_the_desk,
)
