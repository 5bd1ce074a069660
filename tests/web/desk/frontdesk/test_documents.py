"""Rules and voice: a bad line is named, the draft stays, and the last good text counts."""

import re
from html import unescape

import pytest

from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import Document
from tests.web.desk.frontdesk.salon import RULES, Salon, tidy
from tests.web.desk.support import Desk, text_of

BROKEN = f"{RULES}Claim windw: 10 minutes\nThe moon: full\n"


def document(desk: Desk, name: str = "rules") -> Document:
    found = desk.evening.load(Get(Document, (name,)))
    assert found is not None
    return found


def test_rules_are_put_in_force(desk: Desk) -> None:
    answer = desk.send("/desk/waitlist/rules", {"text": RULES.replace("\n", "\r\n")})
    assert answer.headers["location"] == "/desk/waitlist/rules?done=in_force"
    assert document(desk).text == RULES
    said = tidy(desk.read("/desk/waitlist/rules?done=in_force"))
    assert "It is in force from now on" in said
    assert "Colour 90 minutes, 120 EUR" in said
    assert "Mon 09:00-18:00" in said


def test_the_preview_says_when_people_are_reminded_though_no_line_does(desk: Desk) -> None:
    text = "Services\n- Cut: 45 minutes\n- Beard: 20 minutes; no reminders\n"
    said = tidy(text_of(desk.send("/desk/waitlist/rules", {"text": text, "preview": "yes"})))
    assert "Cut 45 minutes; reminders 24, 2 hours before" in said
    assert "Beard 20 minutes; no reminders" in said
    assert "A service whose line has no reminders sends them 24, 2 hours before." in said


def test_the_house_says_what_it_understands_of_appointments(desk: Desk) -> None:
    text = (
        "Services\n- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours\n"
        "Gap alert: 30 minutes before\n"
    )
    said = tidy(text_of(desk.send("/desk/waitlist/rules", {"text": text, "preview": "yes"})))
    assert "Cut 45 minutes, 55 EUR; reminders 24, 1 hours before" in said
    assert "Nobody answers you are told 30 minutes before" in said
    assert "Times given up are offered to those who wait" in said
    off = desk.send(
        "/desk/waitlist/rules", {"text": "Refill from the waitlist: no\n", "preview": "yes"}
    )
    assert "Times given up are simply free" in tidy(text_of(off))


def test_the_preview_says_what_anyone_may_book(desk: Desk) -> None:
    text = (
        "Services\n- Cut: 45 minutes\n- Colour: 90 minutes\nStaff: Jess, Sam\n"
        "Online booking: Cut\nBooking notice: 3 hours before\nBooking horizon: 30 days ahead\n"
        "Staff hours\n- Jess: Mon 09:00-12:00\n- Sam: daily closed\n"
        "Time between appointments: 10 minutes\nDaily maximum: 12, Jess 6, Colour 3\n"
    )
    said = tidy(text_of(desk.send("/desk/waitlist/rules", {"text": text, "preview": "yes"})))
    assert "Online booking Cut; from 180 minutes to 30 days ahead" in said
    assert "Staff hours Jess: Mon 09:00-12:00; Sam: not at work" in said
    assert "Between appointments 10 minutes stay free" in said
    assert "At most a day all together: 12, Jess: 6, Colour: 3" in said
    every = desk.send("/desk/waitlist/rules", {"text": "Online booking: yes\n", "preview": "yes"})
    assert "Online booking every service; from 120 minutes to 60 days" in tidy(text_of(every))
    off = desk.send("/desk/waitlist/rules", {"text": "Language: en\n", "preview": "yes"})
    assert "Online booking no: only you book" in tidy(text_of(off))


def test_a_line_that_cannot_be_understood_is_named_and_what_was_typed_stays(
    desk: Desk, salon: Salon
) -> None:
    answer = desk.send("/desk/waitlist/rules", {"text": BROKEN})
    said = tidy(text_of(answer))
    assert answer.status_code == 422
    problem = "2 lines could not be understood The last good text stays in force."
    assert f"{problem} What you typed is still here." in said
    assert (
        "Line 11: Claim windw: 10 minutes I do not know these words. Did you mean `Claim window`?"
        in said
    )
    assert "Line 12" in said
    assert "The moon: full\n</textarea>" in answer.text
    assert document(desk).text == RULES


def test_what_could_not_be_put_in_force_is_still_there_later(desk: Desk, salon: Salon) -> None:
    desk.send("/desk/waitlist/rules", {"text": BROKEN})
    assert "The moon: full\n</textarea>" in desk.web.get("/desk/waitlist/rules").text
    page = desk.web.get("/desk/waitlist/rules?start=in-force").text
    assert "The moon" not in page
    assert "This is the text in force." in page


def test_looking_changes_nothing(desk: Desk, salon: Salon) -> None:
    answer = desk.send(
        "/desk/waitlist/rules", {"text": "Services\n- Wash: 20 minutes\n", "preview": "yes"}
    )
    assert answer.status_code == 200
    assert "Wash 20 minutes" in tidy(text_of(answer))
    assert "This is not in force yet." in tidy(text_of(answer))
    assert document(desk).text == RULES


def test_an_old_version_is_put_in_force_again(desk: Desk, salon: Salon) -> None:
    desk.send("/desk/waitlist/rules", {"text": "Services\n- Wash: 20 minutes\n"})
    page = desk.web.get("/desk/waitlist/rules").text
    old = re.findall(r'name="version" value="(\d+)"', page)
    assert len(old) == 1, "the one in force needs no button"
    answer = desk.send("/desk/waitlist/rules/again", {"version": old[0]})
    assert answer.headers["location"] == "/desk/waitlist/rules?done=old_in_force"
    assert document(desk).text == RULES
    assert len(re.findall(r'name="version"', desk.web.get("/desk/waitlist/rules").text)) == 2


def test_an_unknown_version_changes_nothing(desk: Desk, salon: Salon) -> None:
    for version in ("", "0", "99999", "x"):
        assert desk.send("/desk/waitlist/rules/again", {"version": version}).status_code == 404
    assert document(desk).text == RULES


def test_a_text_that_cannot_be_read_at_all_keeps_our_defaults(desk: Desk) -> None:
    said = tidy(text_of(desk.send("/desk/waitlist/rules", {"text": "Abracadabra: yes"})))
    assert "1 line could not be understood" in said


def test_the_voice_shows_an_offer_with_its_parts_and_its_price(desk: Desk, salon: Salon) -> None:
    said = tidy(desk.read("/desk/waitlist/voice"))
    assert "Nobody has written a voice yet: these are our defaults." in said
    assert re.search(r"\d+ characters, 1 part, 0.08 EUR each time\.", said)
    assert "Salon Jess: Colour with Jess is free" in said
    long = f"# Text\n\n{{claim}} {'Come, come. ' * 20}\n"
    shown = tidy(text_of(desk.send("/desk/waitlist/voice", {"text": long, "preview": "yes"})))
    assert "2 parts, 0.16 EUR each time" in shown


def test_the_voice_shows_the_text_as_it_is_sent_and_its_price_by_country(
    desk: Desk, salon: Salon
) -> None:
    salon.writes(f"{RULES}Text prices: +33 0.07 EUR, +41 0.06 EUR\n")
    said = tidy(desk.read("/desk/waitlist/voice"))
    assert re.search(r"Kept for you until \d\d:\d\d: https?://[^/]+/s/[0-9A-Za-z]{12} Reply", said)
    assert "By country of the number: +33: 0.07 EUR, +41: 0.06 EUR" in said
    assert "does not fit into one part" not in said
    long = "# Text\n\n{service} on {when}: {claim} or {decline}\n"
    shown = tidy(text_of(desk.send("/desk/waitlist/voice", {"text": long, "preview": "yes"})))
    assert re.search(r"or https?://[^/]+/l/\S{60}", shown)
    assert "It does not fit into one part: a shorter text costs less." in shown
    assert "+33: 0.14 EUR" in shown


def test_the_voice_shows_a_reminder_for_each_template(desk: Desk, salon: Salon) -> None:
    said = tidy(desk.read("/desk/waitlist/voice"))
    assert "A reminder by text Salon Jess: Colour" in said
    assert "Are you coming? Please tell us: http" in said
    assert "# Reminder text" in said
    text = "# Reminder text\n\nAll: {confirm}\n\n# Reminder text: Perm\n\n{service}: {confirm}\n"
    shown = tidy(text_of(desk.send("/desk/waitlist/voice", {"text": text, "preview": "yes"})))
    assert "A reminder by text All: http" in shown
    assert "A reminder: Perm by text Perm: http" in shown


def test_a_reminder_without_its_link_is_named_with_its_line(desk: Desk, salon: Salon) -> None:
    answer = desk.send("/desk/waitlist/voice", {"text": "# Reminder text: Cut\n\nHello {name}\n"})
    assert answer.status_code == 422
    assert "Line 3" in tidy(text_of(answer))
    assert "A reminder as a text always needs {confirm}" in tidy(text_of(answer))


def test_a_letter_outside_the_small_alphabet_is_pointed_out(desk: Desk, salon: Salon) -> None:
    text = "# Text\n\nŁódź, ☂ {name}: {claim}\n"
    shown = tidy(text_of(desk.send("/desk/waitlist/voice", {"text": text, "preview": "yes"})))
    assert "A letter in it makes each part half as long." in shown


def test_a_voice_without_its_link_is_refused(desk: Desk, salon: Salon) -> None:
    answer = desk.send("/desk/waitlist/voice", {"text": "# Text\n\nHello {name}\n"})
    assert answer.status_code == 422
    assert "Line 3" in tidy(text_of(answer))
    assert "Our defaults stay in force." in tidy(text_of(answer))
    assert (
        desk.send("/desk/waitlist/voice", {"text": "# Text\n\nHello {name}: {claim}\n"}).status_code
        == 303
    )
    assert document(desk, "voice").text == "# Text\n\nHello {name}: {claim}\n"
    assert "Hello Ada: http" in tidy(desk.read("/desk/waitlist/voice"))


def test_an_empty_text_is_no_accident_that_breaks_the_page(desk: Desk, salon: Salon) -> None:
    assert desk.send("/desk/waitlist/voice", {"text": "  "}).status_code in (303, 422)
    assert desk.web.get("/desk/waitlist/voice").status_code == 200


def test_the_preview_says_whom_customers_call_and_where_they_come_to(desk: Desk) -> None:
    text = "Services\n- Cut: 30 minutes\n"
    said = tidy(text_of(desk.send("/desk/waitlist/rules", {"text": text, "preview": "yes"})))
    assert "Customers call no number is named" in said
    assert "Customers come to no address is named" in said
    text += "Phone: +49 (0)30 1234567\nAddress: Road 1 & Co, Berlin\n"
    said = tidy(text_of(desk.send("/desk/waitlist/rules", {"text": text, "preview": "yes"})))
    assert "Customers call +49 30 1234567" in said
    assert "Customers come to Road 1 & Co, Berlin" in said


def test_a_phone_without_its_country_is_named(desk: Desk) -> None:
    said = tidy(text_of(desk.send("/desk/waitlist/rules", {"text": "Phone: 030 1234567\n"})))
    assert "A phone number begins with a plus sign and the country's code, and has 7 digits" in said


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_the_preview_of_our_voice_stays_the_same_once_it_is_saved(
    desk: Desk, salon: Salon, language: str
) -> None:
    salon.writes(f"{RULES}Language: {language}\n")
    unsaved = shown_voice(desk)
    assert "{until}" in unsaved[0]
    desk.send("/desk/waitlist/voice", {"text": unsaved[0]})
    assert shown_voice(desk) == unsaved


def shown_voice(desk: Desk) -> tuple[str, list[str]]:
    """Return the text in the editor, and its previews without the parts of links."""
    page = desk.web.get("/desk/waitlist/voice").text
    (text,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    bubbles = re.findall(r'<p class="bubble"[^>]*>(.*?)</p>|<p class="subject">(.*?)</p>', page)
    return unescape(text).strip(), [re.sub(r"https?://\S+", "…", "".join(one)) for one in bubbles]
