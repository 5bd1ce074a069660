from collections import Counter
from urllib.parse import quote

import pytest

from fullhouse.engine.access import AddMember
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.commands import SignUp
from fullhouse.web.desk.mailbox import KINDS, status_text
from tests.web.desk.support import OURS, Desk, text_of


@pytest.fixture
def busy(desk: Desk) -> Desk:
    desk.evening.opens(cap=1)
    desk.evening.opens("tea", name="Tea")
    desk.evening.signs_up("Anna")
    desk.evening.signs_up("Bert")
    desk.evening.signs_up("Anna", "tea")
    return desk


def test_each_kind_in_the_filter_has_a_label_of_its_own() -> None:
    labels = Counter(KINDS.values())
    assert [label for label, count in labels.items() if count > 1] == []


def test_every_message_is_there_the_newest_first(busy: Desk) -> None:
    page = busy.read("/desk/mailbox")
    assert (
        page.index("· Tea")
        < page.index("bert@example.org")
        < page.index("anna@example.org · Summer party")
    )


@pytest.mark.parametrize(
    ("query", "there", "gone"),
    [
        ("event=tea", "anna@example.org · Tea", "bert@example.org"),
        ("kind=waitlisted", "bert@example.org", "anna@example.org"),
        ("to=BERT@example.org", "bert@example.org", "anna@example.org"),
        ("kind=offer", "No message fits.", "anna@example.org"),
    ],
)
def test_it_can_be_filtered(busy: Desk, query: str, there: str, gone: str) -> None:
    page = busy.read(f"/desk/mailbox?{query}")
    assert there in page
    assert gone not in page


def test_older_messages_stand_on_the_next_page(desk: Desk) -> None:
    desk.evening.opens(cap=50)
    for number in range(41):
        desk.evening.signs_up(f"Guest{number:02}")
    page = desk.web.get("/desk/mailbox?event=party").text
    assert "guest00@" not in page
    older = page.split('<p class="pages"><a href="')[1].split('"')[0].replace("&amp;", "&")
    assert "guest00@" in desk.read(f"/desk/mailbox{older}")


def test_a_message_shows_its_state_its_links_and_its_text(busy: Desk) -> None:
    message = busy.evening.mails("confirmation", "anna@example.org")[0]
    page = busy.web.get(f"/desk/mailbox/m/{quote(message.id)}")
    letter = busy.evening.engine.composer.letter(message)
    assert letter.subject in text_of(page)
    assert "kept here: no mail server is set up" in page.text
    assert all(f'href="{url}"' in page.text for url in letter.links.values())
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in page.text
    assert "frame-src 'self'" in page.headers["content-security-policy"]


def test_one_message_that_cannot_be_composed_hides_no_others(busy: Desk) -> None:
    odd = SignUp(event_id="tea", guest_id="a/b", name="Ada", email="ada@example.org")
    busy.evening.give(odd)
    (broken,) = busy.evening.mails("confirmation", "ada@example.org")
    assert "anna@example.org · Tea" in busy.read("/desk/mailbox")
    for path in (f"m/{quote(broken.id)}", f"frame?id={quote(broken.id)}"):
        assert busy.web.get(f"/desk/mailbox/{path}").status_code == 200


def test_its_frame_may_run_nothing_and_reach_nothing(busy: Desk) -> None:
    message = busy.evening.mails("confirmation")[0]
    frame = busy.web.get(f"/desk/mailbox/frame?id={quote(message.id)}")
    rules = frame.headers["content-security-policy"]
    assert rules.startswith("sandbox ")
    assert "default-src 'none'" in rules
    assert "allow-scripts" not in rules
    assert "frame-ancestors 'self'" in rules
    assert '<base target="_blank">' in frame.text
    assert busy.web.get("/desk/mailbox/frame?id=nothing").status_code == 404


def test_a_sign_in_mail_is_shown_without_an_event(busy: Desk) -> None:
    busy.web.post("/desk/sign-in", data={"email": "jo@example.org"})
    assert "Your link to the desk" in busy.read("/desk/mailbox?kind=sign_in")


def test_a_link_that_signs_someone_else_in_is_not_shown(door: Desk) -> None:
    door.evening.give(AddMember(member_id="kim", email="kim@example.org", role="host"), "setup")
    door.web.post("/desk/sign-in", data={"email": "jo@example.org"})
    door.web.post("/desk/sign-in", data={"email": "kim@example.org"})
    kims, jos = (door.evening.mails("sign_in", f"{name}@example.org")[0] for name in ("kim", "jo"))
    door.web.post(door.evening.engine.composer.letter(kims).links["sign-in"], headers=OURS)
    for message, shown in ((kims, True), (jos, False)):
        for path in (
            f"/desk/mailbox/m/{quote(message.id)}",
            f"/desk/mailbox/frame?id={quote(message.id)}",
        ):
            assert ("/l/" in door.web.get(path).text) is shown, path


def test_a_kept_text_is_not_called_an_email(desk: Desk) -> None:
    message = Message(
        id="t1",
        scope="waitlist",
        product="waitlist",
        kind="offer",
        to="+4915123456789",
        channel="text",
        queued_at=desk.evening.clock.now(),
        not_before=desk.evening.clock.now(),
        at=desk.evening.clock.now(),
        status="kept",
    )
    assert status_text(message) == "kept here: no text provider is set up"
