"""The door page in a real browser: tap, search, offline, two devices, walk-ins, a code."""

import pytest
from playwright.sync_api import expect

from fullhouse.products.rsvp.commands import EditEvent
from fullhouse.products.rsvp.form_questions import EditQuestions, FormQuestion
from fullhouse.products.rsvp.model import GuestPage
from tests.browser.door.phones import SAVED, SMALL, Device
from tests.browser.looking import is_for_everyone
from tests.browser.test_event_content_browser import is_too_wide, photograph
from tests.support.event_app import Evening

NOTHING_IS_SENT = """
window.sends = window.fetch;
window.fetch = () => Promise.reject(new TypeError("offline"));
"""


def test_a_party_is_found_and_checked_in_by_parts_and_undone(device: Device) -> None:
    page = device()
    page.get_by_label("Search, any part of a name").fill("NN")
    expect(page.locator("#people li")).to_have_count(1)
    page.get_by_role("button", name="One person: Anna").click()
    expect(page.locator("#people")).to_contain_text("1 of 3 here")
    page.get_by_role("button", name="All 2: Anna").click()
    expect(page.locator("#here")).to_have_text("3 of 5 here")
    expect(page.locator("#state")).to_have_text(SAVED)
    page.get_by_role("button", name="Undo: Anna").click()
    expect(page.locator("#here")).to_have_text("0 of 5 here")
    expect(page.locator("#state")).to_have_text(SAVED)


def test_check_ins_made_offline_survive_a_reload_and_are_sent(
    device: Device, desk: tuple[Evening, str], gala: str
) -> None:
    page = device()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("caches.match(location.href).then(Boolean)")
    # Around a reload the browser forgets for a moment that it is offline.
    page.add_init_script(NOTHING_IS_SENT)
    page.evaluate(f"() => {{ {NOTHING_IS_SENT} }}")
    page.context.set_offline(True)
    page.get_by_role("button", name="Check in: Bert").click()
    expect(page.locator("#state")).to_have_text("Offline: 1 waiting to be sent.")
    page.reload()
    expect(page.locator("#state")).to_have_text("Offline: 1 waiting to be sent.")
    expect(page.locator("#here")).to_have_text("1 of 5 here")
    page.get_by_text("Someone who is not on the list").click()
    page.get_by_label("Name", exact=True).fill("Wanda")
    page.get_by_role("button", name="Let in", exact=True).click()
    expect(page.locator("#state")).to_have_text("Offline: 2 waiting to be sent.")
    assert desk[0].event(gala).checked_in == 0
    page.evaluate("() => { window.fetch = window.sends; }")
    page.context.set_offline(False)
    expect(page.locator("#state")).to_have_text(SAVED)
    assert desk[0].event(gala).checked_in == 2


def test_the_rest_of_a_party_that_is_partly_here_is_checked_in_offline(
    device: Device, desk: tuple[Evening, str], gala: str
) -> None:
    page = device()
    page.get_by_role("button", name="One person: Anna").click()
    expect(page.locator("#state")).to_have_text(SAVED)
    page.context.set_offline(True)
    page.get_by_role("button", name="One person: Anna").click()
    expect(page.locator("#people")).to_contain_text("2 of 3 here")
    page.get_by_role("button", name="Check in: Anna").click()
    expect(page.locator("#people")).to_contain_text("3 of 3 here")
    expect(page.locator("#here")).to_have_text("3 of 5 here")
    page.get_by_role("button", name="Undo: Anna").click()
    expect(page.locator("#people")).to_contain_text("0 of 3 here")
    page.get_by_role("button", name="All 3: Anna").click()
    expect(page.locator("#here")).to_have_text("3 of 5 here")
    page.context.set_offline(False)
    expect(page.locator("#state")).to_have_text(SAVED)
    assert desk[0].event(gala).checked_in == 3


def test_two_devices_agree_after_syncing_and_extras_are_listed(
    device: Device, desk: tuple[Evening, str], gala: str
) -> None:
    one, other = device(), device()
    for page in (one, other):
        page.context.set_offline(True)
        page.get_by_role("button", name="All 3: Anna").click()
        page.get_by_text("Someone who is not on the list").click()
        page.get_by_label("Name", exact=True).fill("Wanda" if page is one else "Wim")
        page.get_by_role("button", name="Let in", exact=True).click()
        expect(page.locator("#state")).to_have_text("Offline: 2 waiting to be sent.")
        expect(page.locator("#here")).to_have_text("4 of 6 here")
        expect(page.locator("#free")).to_have_text("Free seats: 0")
    for page in (one, other):
        page.context.set_offline(False)
        expect(page.locator("#state")).to_have_text(SAVED)
    expect(other.locator("#notes")).to_contain_text("Wim was let in without a free seat")
    for page in (one, other):
        expect(page.locator("#here")).to_have_text("4 of 6 here")
        expect(page.locator("#extras")).to_contain_text("Wim")
    event = desk[0].event(gala)
    assert (event.taken, event.checked_in) == (6, 4)


def test_a_walk_in_is_refused_when_the_room_is_full(device: Device) -> None:
    page = device()
    expect(page.locator("#free")).to_have_text("Free seats: 1")
    page.get_by_text("Someone who is not on the list").click()
    page.get_by_label("Name", exact=True).fill("Zoe")
    page.get_by_label("How many people?").fill("2")
    page.get_by_role("button", name="Let in", exact=True).click()
    expect(page.locator("#notes")).to_contain_text("Zoe needs 2 seats, and fewer are free.")
    expect(page.locator("#here")).to_have_text("0 of 5 here")


def test_a_walk_in_by_mistake_is_undone_offline_and_online(device: Device) -> None:
    page = device()
    for offline in (True, False):
        page.context.set_offline(offline)
        page.get_by_text("Someone who is not on the list").click()
        page.get_by_label("Name", exact=True).fill("Typo")
        page.get_by_role("button", name="Let in", exact=True).click()
        expect(page.locator("#free")).to_have_text("Free seats: 0")
        page.get_by_role("button", name="Undo: Typo").click()
        expect(page.locator("#free")).to_have_text("Free seats: 1")
        expect(page.locator("#people")).not_to_contain_text("Typo")
        page.context.set_offline(False)
        expect(page.locator("#state")).to_have_text(SAVED)
        expect(page.locator("#free")).to_have_text("Free seats: 1")
        page.get_by_text("Someone who is not on the list").click()


def test_a_code_checks_its_guest_in(device: Device, desk: tuple[Evening, str], gala: str) -> None:
    page = device()
    page.evaluate(
        """(code) => {
          const codes = ["https://elsewhere.example/#door-x", code];
          window.BarcodeDetector = class { async detect() {
            const next = codes.shift();
            return next ? [{ rawValue: next }] : [];
          } };
          const canvas = document.createElement("canvas");
          const paint = canvas.getContext("2d");
          window.setInterval(() => paint.fillRect(0, 0, Math.random() * 50, 50), 50);
          navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(5);
        }""",
        f"{desk[1]}/e/{gala}#door-bert",
    )
    page.get_by_role("button", name="Scan a code").click()
    expect(page.locator("#notes")).to_contain_text("This code is for another event")
    expect(page.locator("#here")).to_have_text("1 of 5 here")
    page.get_by_role("button", name="Scan a code").click()
    expect(page.locator("#camera")).to_be_hidden()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        ("Object.defineProperty(window, 'isSecureContext', {value: false})", "https"),
        ("delete window.BarcodeDetector", "cannot read codes"),
    ],
)
def test_without_a_camera_the_page_says_so(device: Device, spoil: str, sentence: str) -> None:
    page = device()
    page.evaluate(spoil)
    page.get_by_role("button", name="Scan a code").click()
    expect(page.locator("#scan-note")).to_contain_text(sentence)
    expect(page.get_by_label("Search, any part of a name")).to_be_focused()


def test_the_page_is_for_everyone_and_fits_a_phone(device: Device) -> None:
    page = device()
    is_for_everyone(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_after_the_end_the_page_only_shows_who_came(
    device: Device, desk: tuple[Evening, str], gala: str
) -> None:
    page = device()
    page.get_by_role("button", name="Check in: Bert").click()
    expect(page.locator("#here")).to_have_text("1 of 5 here")
    expect(page.locator("#state")).to_have_text(SAVED)
    desk[0].clock.move_to(desk[0].event(gala).ends)
    page.reload()
    expect(page.locator("#state")).to_have_text("The event is over.")
    expect(page.locator("#people li")).to_have_count(3)
    expect(page.locator("#people button")).to_have_count(0)
    expect(page.get_by_text("Someone who is not on the list")).to_be_hidden()


BUS = FormQuestion("bus", "By bus?", "yes_no", required=True)
FOOD = FormQuestion("food", "What do you eat?", "choice", ("Fish", "Vegan"), True, "party")


def test_a_walk_in_answers_offline_and_online(
    device: Device, desk: tuple[Evening, str], gala: str
) -> None:
    desk[0].give(EditQuestions(event_id=gala, questions=(BUS,)))
    desk[0].give(EditEvent(event_id=gala, cap=9))
    page = device()
    page.get_by_text("Someone who is not on the list").click()
    page.get_by_label("Name", exact=True).fill("Wanda")
    desk[0].give(EditQuestions(event_id=gala, questions=(FOOD, BUS)))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_label("What do you eat?").select_option("Fish")
    page.get_by_label("How many people?").fill("2")
    expect(page.get_by_role("group", name="Person 2")).to_be_visible()
    expect(page.get_by_label("What do you eat?").first).to_have_value("Fish")
    assert page.get_by_label("Name", exact=True).input_value() == "Wanda"
    is_for_everyone(page)
    assert not is_too_wide(page)
    photograph(page, "door-walk-in")
    page.context.set_offline(True)
    page.get_by_label("By bus?").select_option("no")
    page.get_by_role("button", name="Let in", exact=True).click()
    expect(page.locator("#state")).to_have_text("Offline: 1 waiting to be sent.")
    expect(page.get_by_role("group", name="Person 2")).to_have_count(0)
    assert page.get_by_label("What do you eat?").input_value() == ""
    page.context.set_offline(False)
    expect(page.locator("#state")).to_have_text(SAVED)
    (wanda,) = (one for one in desk[0].load(GuestPage(gala)) if one.name == "Wanda")
    assert wanda.answers == {"food": ("Fish", ""), "bus": ("no",)}
