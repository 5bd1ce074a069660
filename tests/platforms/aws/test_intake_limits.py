"""Limits of the functions that take mail in: no DNS of strangers, and files within bounds."""

import pytest

from fullhouse.inbound.attachments.limits import BEGINNING_SECONDS, READING_SECONDS
from fullhouse.platforms.aws import textract
from infra.appointments import APPOINTMENTS
from infra.function import Function
from infra.waitlist import WAITLIST

PARSERS = [one for one in (*WAITLIST, *APPOINTMENTS) if one.name == "intake-ses-parser"]
FUNCTION_ITSELF_MB = 128


@pytest.mark.parametrize("parser", PARSERS, ids=lambda one: one.product)
def test_the_child_fits_into_the_function(parser: Function) -> None:
    assert parser.memory >= textract.MEMORY_MB + FUNCTION_ITSELF_MB
    # A file begun at the last moment is still given up before the function is.
    assert parser.timeout > BEGINNING_SECONDS + READING_SECONDS


def test_each_front_desk_has_a_function() -> None:
    assert {one.product for one in PARSERS} == {"wl", "ar"}
