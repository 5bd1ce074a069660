"""`fullhouse rehearse`: the timeline in a terminal, through a running server or alone."""

from pathlib import Path

from tests.cli.support import fullhouse

NEW = (
    "event",
    "new",
    "Summer supper",
    "--starts",
    "2126-06-20T18:00",
    "--zone",
    "Europe/Berlin",
    "--cap",
    "5",
)


def test_an_event_is_rehearsed_and_stays_as_it_was(folder: Path) -> None:
    event = fullhouse(*NEW, "--data", folder).stdout.strip()
    before = fullhouse("event", "show", event, "--data", folder).stdout
    played = fullhouse("rehearse", event, "--guests", "12", "--data", folder)
    assert played.exit_code == 0, played.output
    for part in (
        "Summer supper, rehearsed with 12 simulated guests",
        "7-day reminder",
        "Confirmation to Guest",
    ):
        assert part in played.stdout
    assert "Nothing was sent, and nothing was changed." in played.stdout
    assert fullhouse("event", "show", event, "--data", folder).stdout == before


def test_without_a_number_the_room_is_filled(tmp_path: Path) -> None:
    event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
    assert "with 20 simulated guests" in fullhouse("rehearse", event, "--data", tmp_path).stdout


def test_an_event_that_is_not_there_cannot_be_rehearsed(tmp_path: Path) -> None:
    played = fullhouse("rehearse", "nowhere", "--data", tmp_path)
    assert played.exit_code == 1
    assert "There is no such event." in played.output


def test_more_guests_than_can_be_simulated_are_refused(tmp_path: Path) -> None:
    assert fullhouse("rehearse", "party", "--guests", "501", "--data", tmp_path).exit_code == 2
