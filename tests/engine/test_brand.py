"""The look of the house: set, replaced and removed; and what emails get of it."""

from fullhouse.engine.brand import HOUSE, Brand, BrandLogo, SetBrand, SetLogo, letter_look
from fullhouse.engine.composing import Composer
from fullhouse.engine.urls import one_address
from fullhouse.kernel.letters import LetterLook
from fullhouse.kernel.records import Get
from tests.engine.test_core import KEYS
from tests.products.rsvp.told import letter
from tests.support.rsvp_world import Room

LOGO = SetLogo(digest="d1", width=240, height=80, content=b"png")


def brand(room: Room) -> Brand | None:
    return room.store.load(Get(Brand, (HOUSE,)))


def logo(room: Room) -> BrandLogo | None:
    return room.store.load(Get(BrandLogo, (HOUSE,)))


def test_a_house_has_no_look_until_somebody_sets_one() -> None:
    room = Room()
    assert (brand(room), logo(room), letter_look(room.store.load)) == (None, None, None)
    assert room.give(SetBrand(), "jo") == "unchanged"
    assert brand(room) is None


def test_a_name_and_a_colour_are_set_and_removed() -> None:
    room = Room()
    assert room.give(SetBrand(name="The mill", accent="#1f6b43"), "jo") == "changed"
    assert brand(room) == Brand(name="The mill", accent="#1f6b43")
    assert room.give(SetBrand(name="The mill", accent="#1f6b43"), "jo") == "unchanged"
    assert room.give(SetBrand(name="The mill"), "jo") == "changed"
    assert brand(room) == Brand(name="The mill", rev=1)


def test_a_logo_and_what_is_said_of_it_change_together() -> None:
    room = Room()
    assert room.give(LOGO, "jo") == "changed"
    assert room.give(LOGO, "jo") == "unchanged"
    assert brand(room) == Brand(logo="d1", width=240, height=80)
    assert logo(room) == BrandLogo(digest="d1", content=b"png")
    assert room.give(SetLogo(), "jo") == "changed"
    assert brand(room) == Brand(rev=1)
    assert logo(room) == BrandLogo(digest="", content=b"", rev=1)


def test_emails_get_colours_that_can_be_read_and_half_of_the_pixels() -> None:
    room = Room()
    room.give(SetBrand(name="The mill", accent="#ffcc00"), "jo")
    look = letter_look(room.store.load)
    assert look is not None
    assert (look.name, look.logo) == ("The mill", b"")
    assert look.accent != "#ffcc00"
    assert look.night_accent == "#ffcc00"
    room.give(SetBrand(), "jo")
    room.give(LOGO, "jo")
    assert letter_look(room.store.load) == LetterLook(logo=b"png", width=120, height=40)


def composer_with(look: LetterLook | None) -> Composer:
    composer = Composer(one_address("https://mill.example"), KEYS)
    composer.look = lambda: look
    return composer


def test_a_page_shows_an_email_with_its_pictures_in_it() -> None:
    look = LetterLook("#1f6b43", "#7fd0a3", "The mill", b"png", 120, 40)
    shown = composer_with(look).shown_html(letter("confirmation"))
    assert 'src="data:image/png;base64,cG5n" alt="The mill"' in shown
    assert 'src="data:image/svg+xml' in shown
    plain = composer_with(None).shown_html(letter("cancelled"))
    assert "<img" not in plain


def test_a_composer_has_no_look_of_its_own() -> None:
    told = letter("confirmation")
    assert Composer(one_address("https://mill.example"), KEYS).with_look(told) == told
