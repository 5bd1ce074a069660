"""Trying a message out: to the member who asked, marked as a test, once per press."""

from fullhouse.engine.access import AddMember
from fullhouse.engine.catalogue import PRODUCTS
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.team import RemoveMember
from fullhouse.engine.trial_messages import MARK, SendTrialMessage
from fullhouse.kernel.letters import Button, Letter
from fullhouse.kernel.messages import Message
from tests.support.rsvp_world import Room

LETTER = Letter(
    subject="You're in: Summer party",
    heading="You're in.",
    paragraphs=("Hello.",),
    buttons=(Button("manage", "See your seat", "https://party.example/e/party", main=True),),
    footer=("You get this mail because this address is on the list.",),
)


def trials(room: Room) -> tuple[Message, ...]:
    return room.store.load(MessagePage(kind="test"))


def room_with_hosts() -> Room:
    room = Room()
    room.give(AddMember(member_id="ada", email="ada@example.org", role="owner"))
    room.give(AddMember(member_id="ben", email="ben@example.org"))
    room.give(AddMember(member_id="nameless", email=""))
    return room


def test_a_test_goes_to_its_member_and_says_that_it_is_one() -> None:
    room = room_with_hosts()
    room.give(SendTrialMessage(member_id="ada", letter=LETTER, occasion="1"))
    (message,) = trials(room)
    letter = PRODUCTS["desk"].post.compose(message, lambda purpose: purpose)
    assert (message.to, message.scope, message.person) == ("ada@example.org", "desk", "ada")
    assert letter.subject == "Test: You're in: Summer party"
    assert letter.paragraphs == (MARK, "Hello.")
    assert letter.links == LETTER.links
    assert "because you asked for a test" in letter.footer[0]


def test_it_leaves_by_the_same_door_as_all_mail() -> None:
    room = room_with_hosts()
    room.give(SendTrialMessage(member_id="ada", letter=LETTER, occasion="1"))
    room.settle()
    assert trials(room)[0].status == "sent"


def test_a_press_sends_it_once_and_the_next_press_again() -> None:
    room = room_with_hosts()
    for occasion in ("1", "1", "2"):
        room.give(SendTrialMessage(member_id="ada", letter=LETTER, occasion=occasion))
    assert len(trials(room)) == 2


def test_nobody_else_gets_a_test() -> None:
    room = room_with_hosts()
    room.give(RemoveMember(member_id="ben", asked_by="ada"))
    for who in ("nobody", "ben", "nameless"):
        assert room.give(SendTrialMessage(member_id=who, letter=LETTER, occasion="1")) is None
    assert trials(room) == ()
