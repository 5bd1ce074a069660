"""Phone numbers: one form for all, and a sentence for those that take no texts."""

from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.phone import clean_phone, is_e164, is_landline, region_of_zone


def refusal(typed: str, region: str) -> str:
    with pytest.raises(Invalid) as refused:
        clean_phone(typed, region)
    (problem,) = refused.value.problems
    assert problem.field == "phone"
    assert problem.message.endswith(".")
    return problem.code


@pytest.mark.parametrize(
    ("typed", "region", "number"),
    [
        ("0171 123 45 67", "DE", "+491711234567"),
        (" +49 (0)171/1234567 ", "US", "+491711234567"),
        ("0049 171 1234567", "DE", "+491711234567"),
        ("(212) 555-0123", "US", "+12125550123"),
        ("212.555.0123", "CA", "+12125550123"),
        ("07700 900123", "GB", "+447700900123"),
        ("+447700900123", "", "+447700900123"),
        ("9123 4567", "SG", "+6591234567"),
        ("06 12 34 56 78", "FR", "+33612345678"),
        ("612 345 678", "ES", "+34612345678"),
        ("tel:+49-171-1234567", "", "+491711234567"),
        (
            "\uff10\uff11\uff17\uff11 \uff11\uff12\uff13\uff14\uff15\uff16\uff17",
            "DE",
            "+491711234567",
        ),
        ("+39 347 1234567", "DE", "+393471234567"),
        ("+15005550006", "", "+15005550006"),
    ],
)
def test_a_number_is_written_as_carriers_write_it_however_it_was_typed(
    typed: str, region: str, number: str
) -> None:
    assert clean_phone(typed, region) == number
    assert clean_phone(number, "US") == number


@pytest.mark.parametrize("typed", ["07700 900123", "07700 900999"])
def test_a_number_that_nobody_has_but_that_could_exist_is_taken(typed: str) -> None:
    assert clean_phone(typed, "GB").startswith("+447700900")


@pytest.mark.parametrize(
    ("typed", "region", "code"),
    [
        ("", "DE", "phone_missing"),
        ("   ", "DE", "phone_missing"),
        ("call me", "DE", "bad_phone"),
        ("ada@example.org", "DE", "bad_phone"),
        ("0171 1", "DE", "bad_phone"),
        ("555-0123", "US", "bad_phone"),
        ("0171 123456789012345", "DE", "bad_phone"),
        ("1" * 400, "DE", "bad_phone"),
        ("0171 1234567 ext 5", "DE", "bad_phone"),
        ("0171 1234567", "", "bad_phone"),
        ("0171 1234567", "ZZ", "bad_phone"),
        ("+999 1234567", "DE", "bad_phone"),
        ("112", "DE", "phone_short"),
        ("911", "US", "phone_short"),
        ("999", "GB", "phone_short"),
        ("11833", "DE", "phone_short"),
        ("030 1234567", "DE", "phone_landline"),
        ("01 23 45 67 89", "FR", "phone_landline"),
        ("6123 4567", "SG", "phone_landline"),
        ("0900 1234567", "DE", "phone_premium"),
        ("0180 1234567", "DE", "phone_premium"),
        ("+979 123 456 789", "", "phone_premium"),
        ("+881 6 1234 5678", "", "phone_premium"),
        ("+882 16 1234 5678", "DE", "phone_premium"),
        ("070 1234 5678", "GB", "phone_premium"),
        ("0800 1234567", "DE", "phone_service"),
        ("1-800-FLOWERS", "US", "phone_service"),
    ],
)
def test_what_takes_no_texts_is_refused_with_a_reason(typed: str, region: str, code: str) -> None:
    assert refusal(typed, region) == code


@pytest.mark.parametrize(
    ("typed", "region"), [("030 1234567", "DE"), ("+33 1 23 45 67 89", ""), ("6123 4567", "SG")]
)
def test_where_someone_calls_a_landline_will_do(typed: str, region: str) -> None:
    assert is_landline(clean_phone(typed, region, calls=True))


@pytest.mark.parametrize("typed", ["0800 1234567", "0900 1234567", "112", "12"])
def test_what_is_nobodys_phone_is_refused_there_as_well(typed: str) -> None:
    with pytest.raises(Invalid):
        clean_phone(typed, "DE", calls=True)


@pytest.mark.parametrize(
    "number", ["", "030 1234567", "+4915123456789", "+12025550123", "+999", "ada@example.org"]
)
def test_what_may_take_texts_is_no_landline(number: str) -> None:
    assert not is_landline(number)


@given(st.text(max_size=80), st.sampled_from(["DE", "US", "SG", "", "ZZ", "xx"]))
def test_whatever_is_typed_there_is_a_number_or_a_sentence(typed: str, region: str) -> None:
    found = number_or_sentence(typed, region)
    assert is_e164(found) or found.endswith(".")


def number_or_sentence(typed: str, region: str) -> str:
    try:
        return clean_phone(typed, region)
    except Invalid as unfit:
        return unfit.problems[0].message


@pytest.mark.parametrize(
    "text", ["", "12345", "+0123456789", "+49171", "+4917112345671234", "+49 171", "whatsapp:+4917"]
)
def test_only_the_carriers_form_is_the_carriers_form(text: str) -> None:
    assert not is_e164(text)


@pytest.mark.parametrize(
    ("zone", "region"),
    [
        ("Europe/Berlin", "DE"),
        ("Europe/Vienna", "AT"),
        ("Europe/Stockholm", "SE"),
        ("Asia/Singapore", "SG"),
        ("America/New_York", "US"),
        ("America/Toronto", "CA"),
        ("Asia/Calcutta", "IN"),
        ("US/Pacific", "US"),
        ("GB", "GB"),
        ("Iceland", "IS"),
        ("EST", ""),
        ("UTC", ""),
        ("Etc/GMT+5", ""),
        ("Atlantis/Capital", ""),
        ("", ""),
    ],
)
def test_the_country_of_a_zone_is_known(zone: str, region: str) -> None:
    assert region_of_zone(zone) == region


def test_every_zone_of_a_place_has_a_country_whose_numbers_are_known() -> None:
    from phonenumbers import SUPPORTED_REGIONS

    without = {"AQ", "GS", "PN", "TF", "UM"}  # hardly anyone lives there
    for zone in available_timezones():
        region = region_of_zone(zone)
        assert ZoneInfo(zone).key == zone
        assert region in {"", *without} or region in SUPPORTED_REGIONS, zone
        assert region or "/" not in zone or zone.startswith(("Etc/", "Antarctica/")), zone
