"""The documentation is complete and true: commands, settings, endpoints and promises."""

import re
import subprocess
import tomllib
from pathlib import Path

import click
import pytest

from fullhouse.cli import main
from fullhouse.inbound.questions import parser, queries
from fullhouse.platforms.local.config import ELSEWHERE, PREFIX, TABLES, Config
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.rsvp.host_templates import VARIABLES, VARIABLES_OF_SOME
from fullhouse.products.rsvp.model import Settings
from fullhouse.products.rsvp.questions import EXAMPLES, read_question
from fullhouse.web.api.routes import TABLE
from sim.planted_bugs import PLANTED
from tests.platforms.aws.dynamodb.test_store_equal import PLANTED as DIFFERENCES
from tests.platforms.contract.stores import event
from tests.support.phrases import phrases

PHRASES = phrases("rsvp")

ROOT = Path(__file__).parents[2]
DOCS = [*sorted(ROOT.glob("docs/**/*.md")), *sorted(ROOT.glob("*.md"))]
FIRST_CELL = re.compile(r"^\| `([^`]+)`", re.MULTILINE)
LINK = re.compile(r"\]\((?!http)([^)#]+)\)|src=\"(?!http)([^\"]+)\"")


def table_below(name: str, heading: str) -> set[str]:
    """Return the code words in the first cells of the tables under a heading."""
    text = (ROOT / name).read_text()
    part = re.split(r"^## ", text.partition(heading)[2], maxsplit=1, flags=re.MULTILINE)[0]
    return set(FIRST_CELL.findall(part))


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_every_link_between_documents_leads_somewhere(page: Path) -> None:
    """A reader who follows a link arrives."""
    targets = [first or second for first, second in LINK.findall(page.read_text())]
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_each_make_command_in_the_readme_is_one() -> None:
    """What the README says to type can be typed."""
    typed = set(re.findall(r"^make ([a-z-]+)", (ROOT / "README.md").read_text(), re.MULTILINE))
    listed = subprocess.run(
        ["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    assert typed == {"demo", "run", "test", "check", "proof", "sim", "bench"}
    assert typed <= set(re.findall(r"^make ([a-z-]+)", listed.stdout, re.MULTILINE))


def test_contributing_names_only_commands_and_folders_that_exist() -> None:
    """A newcomer can type what it says and finds the folders that it names."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    listed = subprocess.check_output(["make", "help"], cwd=ROOT, text=True, timeout=120)
    known = set(re.findall(r"^make ([a-z-]+)", listed, re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE)) <= known
    folders = set(re.findall(r"`((?:src|sim|tests|infra)/[\w/]*)`", text))
    assert [folder for folder in folders if not (ROOT / folder).exists()] == []
    layers = {folder.parent for folder in (ROOT / "src/fullhouse").glob("*/__init__.py")}
    assert {f"{layer.relative_to(ROOT)}/" for layer in layers} <= folders


def test_the_commit_hook_runs_what_make_lint_runs() -> None:
    """What the hook lets through, the linters let through."""
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    assert re.findall(r"entry: (.+)", hooks) == ["make lint"]
    assert re.findall(r"language: (.+)", hooks) == ["system"]


def test_the_build_runs_the_readmes_test_commands() -> None:
    """What a newcomer runs is what the build runs."""
    run = (ROOT / ".ci" / "run").read_text()
    assert re.findall(r"^step make ([a-z-]+)$", run, re.MULTILINE) == ["setup", "test"]


def test_the_readme_says_what_it_is_for_in_ten_lines_then_shows_a_picture() -> None:
    """The first screen tells what it is."""
    before = (ROOT / "README.md").read_text().partition("![")[0]
    assert len([line for line in before.splitlines() if line.strip()]) <= 12


def test_every_setting_is_in_the_guide_for_hosts() -> None:
    """A host finds each setting, and no other."""
    assert table_below("docs/guide-for-hosts.md", "## Settings") == set(Settings.__struct_fields__)


def test_the_guide_names_each_language_of_the_mails() -> None:
    """A host sees which languages there are."""
    line = next(
        one
        for one in (ROOT / "docs/guide-for-hosts.md").read_text().splitlines()
        if "`language`" in one
    )
    assert set(re.findall(r"`([a-z]{2})`", line)) == set(PHRASES)


def test_every_name_that_a_template_may_use_is_in_the_guide() -> None:
    """A host who writes a template knows what it can say."""
    assert table_below("docs/guide-for-hosts.md", "## Your own words") == {
        *VARIABLES,
        *VARIABLES_OF_SOME,
    }


def test_every_question_in_the_guide_means_what_it_says() -> None:
    """A host who asks a question of the guide gets that answer; the ask box shows the same ones."""
    guide = (
        (ROOT / "docs/guide-for-hosts.md").read_text().partition("## Ask it")[2].partition("## ")[0]
    )
    rows = re.findall(r"^\| `([^`]+)` \| (\w+) \|", guide, re.MULTILINE)
    assert dict(rows) == {question: query.__name__ for question, query in EXAMPLES.items()}
    assert [
        question for question, query in rows if type(read_question(question)).__name__ != query
    ] == []


def test_every_question_to_the_whole_desk_is_in_the_guide() -> None:
    """A host who asks the desk what the guide shows gets that answer."""
    guide = (
        (ROOT / "docs/guide-for-hosts.md")
        .read_text()
        .partition("## Ask the whole desk")[2]
        .partition("## ")[0]
    )
    rows = dict(re.findall(r"^\| `([^`]+)` \| (\w+) \|", guide, re.MULTILINE))
    place = queries.QuestionContext(Rulebook(), (event("party", name="Summer party"),), 1)
    assert rows == {question: query.__name__ for question, query in queries.examples(place).items()}
    assert {one: type(parser.parse_question(one, place)).__name__ for one in rows} == rows


def test_every_variable_is_in_the_configuration_page() -> None:
    """Whoever runs it finds each variable, and no other."""
    plain = [name for name in Config.__struct_fields__ if name not in TABLES]
    known = {f"{PREFIX}{name.upper()}" for name in plain} | {
        f"{PREFIX}{name}" for name in ELSEWHERE
    }
    inner = {
        f"{PREFIX}{table}_{name}".upper()
        for table, shape in TABLES.items()
        for name in shape.__struct_fields__
    }
    page = table_below("docs/configuration.md", "# Configuration")
    assert {name for name in page if name.startswith(PREFIX)} == known | inner


def test_every_extra_is_on_the_page_about_running_it() -> None:
    """Whoever runs it finds each extra, except those for developers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    page = (ROOT / "docs/running.md").read_text().partition("## Extras")[2].partition("## ")[0]
    rows = re.findall(r"^\| (`.+?) \|", page, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)}
    assert named == set(project["optional-dependencies"]) - {"dev", "test"}


def test_every_command_is_on_its_page() -> None:
    """Whoever scripts it finds each command, and no other."""
    assert isinstance(main, click.Group)
    commands = {f"fullhouse {name}" for name in main.list_commands(click.Context(main))}
    assert table_below("docs/api.md", "## Command line") == commands


def test_every_endpoint_is_on_its_page() -> None:
    """Whoever scripts it finds each endpoint with its methods, and no other."""
    rows = re.findall(
        r"^\| `(/[^`]+)` \| ([A-Z, ]+) \|$", (ROOT / "docs/api.md").read_text(), re.MULTILINE
    )
    written = {(path, method.strip()) for path, methods in rows for method in methods.split(",")}
    assert written == {(row.path, row.method) for row in TABLE}


def test_every_promise_has_a_planted_bug() -> None:
    """What is promised is checked by a checker that has been seen to work."""
    rows = re.findall(r"^\| ([SL]\d+) \|", (ROOT / "docs/promises.md").read_text(), re.MULTILINE)
    assert set(rows) == {*PLANTED, *({"L5"} if DIFFERENCES else ())}


def test_every_decision_is_listed() -> None:
    """A decision that is not in the list would not be found."""
    listed = set(
        re.findall(r"\((\d{4}-[a-z-]+\.md)\)", (ROOT / "docs/decisions/README.md").read_text())
    )
    assert listed == {page.name for page in (ROOT / "docs/decisions").glob("0*.md")}


def test_architecture_names_only_files_that_exist() -> None:
    """A newcomer finds each file that the page names."""
    text = (ROOT / "docs/architecture.md").read_text()
    named = set(re.findall(r"`([\w/]+\.(?:py|html|js))`", text))
    known = [path.as_posix() for path in (*ROOT.glob("src/**/*"), *ROOT.glob("infra/*"))]
    known += [path.as_posix() for path in ROOT.glob("tests/stories/*")]
    assert len(named) > 50
    assert (
        sorted(name for name in named if not any(one.endswith(f"/{name}") for one in known)) == []
    )
