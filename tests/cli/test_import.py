"""`fullhouse import`: preview, question, progress; with or without a server; idempotent."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner, Result

from fullhouse.cli import main
from tests.cli.support import PROGRAM, fullhouse, served
from tests.inbound.guest_import.books import book

NEW = (
    "event",
    "new",
    "Summer supper",
    "--starts",
    "2126-06-20T18:00",
    "--zone",
    "Europe/Berlin",
    "--cap",
    "2",
)
LIST = (
    "E-Mail;Name\nanna@example.org;Anna\nben@example.org;Ben\nnowhere;Cleo\n"
    "dora@example.org;Dora\nBEN@example.org;Ben\n"
)


@pytest.fixture(params=["alone", "beside a server"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    data = tmp_path / "data"
    if request.param == "alone":
        yield data
        return
    with served("serve", "--data", data, "--port", "0"):
        yield data


@pytest.fixture
def event(folder: Path) -> str:
    return fullhouse(*NEW, "--data", folder).stdout.strip()


def imports(
    folder: Path, event: str, file: Path | str, *more: str, typed: str | bytes = ""
) -> Result:
    words = ["import", event, str(file), "--data", str(folder), *more]
    return CliRunner().invoke(main, words, input=typed)


def headcount(folder: Path, event: str) -> dict[str, int]:
    shown = json.loads(fullhouse("event", "show", event, "--data", folder).stdout)
    return {name: shown["headcount"][name] for name in ("confirmed", "pending", "waiting")}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "list.csv"
    path.write_text(LIST)
    return path


def test_a_list_is_looked_at_agreed_to_and_put_on_the_list(
    folder: Path, event: str, file: Path
) -> None:
    result = imports(folder, event, file, "--as", "confirmed", typed="y\n")
    assert result.exit_code == 0, result.output
    assert "Read as: name from “Name”, address from “E-Mail”." in result.output
    for said in (
        "That doesn't look like an email address.",
        "Gets a seat.",
        "Number 1 on the waitlist.",
        "Given twice: see line 3.",
    ):
        assert said in result.output
    assert "2 with a seat, 1 onto the waitlist, 1 given twice, 1 left out." in result.output
    assert "Put 3 people on the list?" in result.output
    assert "The list is in: 2 got a seat, 1 on the waitlist, 1 given twice." in result.output
    assert headcount(folder, event) == {"confirmed": 2, "pending": 0, "waiting": 1}


def test_a_no_changes_nothing(folder: Path, event: str, file: Path) -> None:
    result = imports(folder, event, file, typed="n\n")
    assert (result.exit_code, "Nothing was changed." in result.output) == (1, True)
    assert headcount(folder, event) == {"confirmed": 0, "pending": 0, "waiting": 0}


def test_the_same_file_twice_changes_nothing(folder: Path, event: str, file: Path) -> None:
    assert imports(folder, event, file, "--yes").exit_code == 0
    before = headcount(folder, event)
    assert before == {"confirmed": 0, "pending": 2, "waiting": 1}
    result = imports(folder, event, file, "--yes")
    assert result.exit_code == 0
    assert "Nothing was changed: there is nobody new on this list." in result.output
    assert headcount(folder, event) == before


def test_a_list_may_come_on_standard_input_with_a_yes_beforehand(tmp_path: Path) -> None:
    event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
    sheet = book(["Name", "Mail"], ["Anna", "anna@example.org"])
    refused = imports(tmp_path, event, "-", typed=sheet)
    assert (refused.exit_code, "--yes" in refused.output) == (1, True)
    assert imports(tmp_path, event, "-", "--yes", typed=sheet).exit_code == 0
    assert headcount(tmp_path, event)["pending"] == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "There is nothing on this list."),
        (b"\x89PNG", "neither text nor a spreadsheet"),
        (b"x" * (3 * 1024 * 1024), "larger than 2 MB"),
        (b"name,email\nAnna,nowhere\n", "There is nobody to put on the list."),
    ],
)
def test_what_is_no_list_is_told_so(tmp_path: Path, data: bytes, said: str) -> None:
    event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
    (tmp_path / "list").write_bytes(data)
    result = imports(tmp_path, event, tmp_path / "list", "--yes")
    assert (result.exit_code, said in result.output) == (1, True), result.output


def test_an_event_that_is_not_there_is_told_so(tmp_path: Path, file: Path) -> None:
    result = imports(tmp_path, "nothing", file, "--yes")
    assert (result.exit_code, result.output) == (1, "Error: There is no such event.\n")
    assert imports(tmp_path, "nothing", tmp_path / "none.csv").exit_code == 2


def test_what_a_list_holds_never_steers_the_terminal(tmp_path: Path) -> None:
    event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
    listed = "name,email\n[red]Anna[/red] [link=x]y,anna@example.org\n\x1b[31mBen,ben\n"
    result = imports(tmp_path, event, "-", "--yes", typed=listed)
    assert result.exit_code == 0, result.output
    assert "[red]Anna[/red] [link=x]y" in " ".join(result.output.split())
    assert "\x1b[31m" not in result.output


def test_a_long_list_shows_its_first_rows_and_a_bar(tmp_path: Path) -> None:
    event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
    rows = "".join(f"Guest {number},guest{number}@example.org\n" for number in range(450))
    words = [*PROGRAM, "import", event, "-", "--yes", "--data", str(tmp_path)]
    done = subprocess.run(words, input=rows, capture_output=True, text=True, check=True, timeout=60)
    assert "and 430 more" in done.stdout
    assert "The list is in: 2 invited, 448 on the waitlist." in done.stdout
    assert "450/450" in done.stderr
    assert "exactly" in fullhouse("audit", "verify", "--data", tmp_path).output


@pytest.mark.proof
def test_a_server_stopped_in_the_middle_of_a_list_takes_the_rest_when_it_is_given_again(
    tmp_path: Path,
) -> None:
    event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
    rows = json.dumps(
        [[number, f"Guest {number}", f"guest{number}@example.org", 1] for number in range(6000)]
    )
    with (
        served("serve", "--data", tmp_path, "--port", "0") as server,
        httpx2.Client(timeout=60) as client,
    ):
        client.post(server.come_in)
        page = client.get(f"{server.url}/desk/e/{event}/import").text
        token = page.partition('name="form_token" value="')[2].partition('"')[0]
        fields = {"form_token": token, "run": "one", "rows": rows, "place_as": "confirmed"}
        begun = client.post(f"{server.url}/desk/e/{event}/import/run", data=fields)
        assert begun.headers["location"] == f"/desk/e/{event}/import/progress?run=one"
        assert client.get(f"{server.url}{begun.headers['location']}").status_code == 200
        assert server.stop() == 0
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""
    done = sum(headcount(tmp_path, event).values())
    assert done % 200 == 0
    assert done < 6000
    (tmp_path / "list.csv").write_text(
        "".join(f"{name},{email}\n" for _, name, email, _ in json.loads(rows))
    )
    assert (
        imports(tmp_path, event, tmp_path / "list.csv", "--yes", "--as", "confirmed").exit_code == 0
    )
    assert headcount(tmp_path, event) == {"confirmed": 2, "pending": 0, "waiting": 5998}
    assert "exactly" in fullhouse("audit", "verify", "--data", tmp_path).output


def test_reading_a_list_loads_no_server() -> None:
    probe = (
        "import sys; from fullhouse.inbound.guest_import.reader import read; print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", probe], check=True, capture_output=True, text=True
    ).stdout.split()
    assert not {"starlette", "uvicorn", "sqlite3", "rich"} & set(loaded)
