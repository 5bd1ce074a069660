"""STOP and START: whoever wants no texts gets none, and what waited for them goes on."""

from tests.products.frontdesk.waitlist.salon import Salon, mail, phone, salon_with_people


def test_after_stop_no_offer_goes_there_and_start_brings_them_back() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    assert salon.reach(phone("anna"), "opted_out").code == "noted"
    salon.free()
    assert salon.asked() == "ben"
    answer = salon.reach(phone("anna"), "fine")
    assert (answer.code, answer.entry and answer.entry.id) == ("noted", "anna")
    salon.free("later", "2026-06-20 20:00")
    assert salon.asked("later") == "anna"


def test_after_stop_mail_goes_on_where_there_is_one() -> None:
    salon = salon_with_people()
    salon.reach(phone("anna"), "opted_out")
    salon.free()
    assert salon.handed("offer") == [("anna", "mail")]


def test_stop_while_holding_an_offer_leaves_it_theirs_until_its_deadline() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.reach(phone("anna"), "opted_out")
    assert salon.asked() == "anna"
    salon.reach(phone("anna"), "fine")
    assert salon.claim("anna").code == "booked"


def test_stop_before_an_offer_has_left_gives_it_to_the_next() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.settles = False
    salon.free()
    salon.ring()
    salon.reach(phone("anna"), "opted_out")
    salon.settle()
    assert (salon.story(), salon.handed("offer")) == (
        [("anna", "withdrawn"), ("ben", "live")],
        [("ben", "text")],
    )
    assert salon.slot().tried == ("ben",)


def test_after_stop_a_booking_is_not_confirmed_there() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free()
    salon.reach(phone("anna"), "opted_out")
    salon.claim("anna")
    assert salon.messages("booked")[0].error == "they want no messages there"


def test_stop_concerns_everyone_behind_the_number_and_wakes_what_waited_for_them() -> None:
    salon = Salon()
    salon.join("colour", phone=phone("anna"))
    salon.join("cut", phone=phone("anna"), service="Cut", email=mail("anna"))
    salon.join("gone", phone=phone("anna"), service="Table")
    salon.leave("gone")
    salon.free("first")
    salon.free("second", service="Cut", staff="Sam")
    salon.reach(phone("anna"), "opted_out")
    assert [salon.entry(one).channel for one in ("colour", "cut", "gone")] == ["", "mail", "text"]
    assert salon.slot("second").status == "open"
    salon.reach(mail("anna"), "bounced")
    assert salon.fate("second") == ("open", "nobody_fits")


def test_what_a_person_said_is_not_overruled_by_what_a_carrier_says() -> None:
    salon = Salon()
    salon.join("anna")
    salon.reach(phone("anna"), "opted_out")
    before = salon.lines()
    for reach in ("bounced", "unreachable"):
        assert salon.reach(phone("anna"), reach).code == "noted"
    assert salon.lines() == before


def test_a_stop_is_written_down_each_time_it_is_said() -> None:
    salon = Salon()
    salon.join("anna")
    salon.reach(phone("anna"), "opted_out")
    salon.reach(phone("anna"), "opted_out")
    said = [line for line in salon.lines() if line.action == "opted_out"]
    assert len(said) == 2
    assert salon.entry("anna").channel == ""


def test_stop_from_someone_who_is_not_on_the_list_is_remembered_for_when_they_are() -> None:
    salon = Salon()
    assert salon.reach(phone("anna"), "fine").code == "noted"
    assert salon.lines() == []
    salon.reach(phone("anna"), "opted_out")
    salon.join("anna")
    assert (salon.entry("anna").channel, salon.messages()) == ("", [])
