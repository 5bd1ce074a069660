"""The deploy workflow: no stored key, everything pinned, and tests before any change."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped] # it comes with another tool, without types

PATHS = sorted((Path(__file__).parents[2] / ".github/workflows").glob("*.yml"))
WORKFLOW = Path(__file__).parents[2] / ".github/workflows/deploy.yml"
PINNED = re.compile(r"uses: [a-z-]+/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


@pytest.fixture(scope="module")
def workflow() -> dict[Any, Any]:
    loaded: dict[Any, Any] = yaml.safe_load(WORKFLOW.read_text())
    return loaded


def steps(workflow: dict[Any, Any], job: str) -> list[dict[str, Any]]:
    return list(workflow["jobs"][job]["steps"])


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_every_action_is_pinned_by_its_full_hash_and_says_its_version(path: Path) -> None:
    """A tag can be moved to other code; a hash cannot."""
    used = [
        line.strip().removeprefix("- ") for line in path.read_text().splitlines() if "uses:" in line
    ]
    assert used
    assert [line for line in used if not PINNED.fullmatch(line)] == []


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_no_key_is_kept(path: Path) -> None:
    """GitHub proves who is asking; there is nothing to steal."""
    text = path.read_text().lower()
    assert "secrets." not in text
    assert "access-key" not in text
    assert "access_key" not in text


def test_nothing_is_allowed_by_default_and_only_the_deploy_may_prove_who_it_is(
    workflow: dict[Any, Any],
) -> None:
    """The tests, which run code of many others, cannot ask AWS for anything."""
    assert workflow["permissions"] == {}
    assert workflow["jobs"]["test"]["permissions"] == {"contents": "read"}
    assert workflow["jobs"]["deploy"]["permissions"] == {"contents": "read", "id-token": "write"}


def test_all_tests_pass_before_anything_is_deployed(workflow: dict[Any, Any]) -> None:
    """A broken version goes nowhere."""
    assert workflow["jobs"]["deploy"]["needs"] == "test"
    assert [step["run"] for step in steps(workflow, "test") if "run" in step][-1] == "make test"
    assert [step["run"] for step in steps(workflow, "deploy") if "run" in step] == ["make deploy"]


def test_the_deploy_assumes_a_role_in_an_environment_of_its_own(workflow: dict[Any, Any]) -> None:
    """AWS trusts this repository's environment, not every branch and fork."""
    assert workflow["jobs"]["deploy"]["environment"] == "production"
    (signs_in,) = [
        step
        for step in steps(workflow, "deploy")
        if "configure-aws-credentials" in step.get("uses", "")
    ]
    assert signs_in["with"] == {
        "role-to-assume": "${{ vars.AWS_ROLE }}",
        "aws-region": "${{ vars.AWS_REGION || 'ap-southeast-1' }}",
    }


def test_it_runs_when_asked_and_for_versions_and_one_at_a_time(workflow: dict[Any, Any]) -> None:
    """Never for a pull request; YAML reads the key `on` as true."""
    assert set(workflow[True]) == {"push", "workflow_dispatch"}
    assert workflow[True]["push"] == {"tags": ["v*"]}
    assert workflow["concurrency"] == {"group": "deploy", "cancel-in-progress": False}


def test_no_input_of_a_stranger_reaches_a_shell(workflow: dict[Any, Any]) -> None:
    """Values come in as variables, never as part of a command."""
    runs = [
        step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step
    ]
    assert not [run for run in runs if "${{" in run]


def test_every_checkout_keeps_no_credentials(workflow: dict[Any, Any]) -> None:
    """What runs later cannot use them."""
    checkouts = [
        s
        for job in workflow["jobs"].values()
        for s in job["steps"]
        if "actions/checkout" in s.get("uses", "")
    ]
    assert all(one["with"]["persist-credentials"] is False for one in checkouts)


def test_packages_get_byte_code_for_lambda(workflow: dict[Any, Any]) -> None:
    """Lambda's Python is there when they are built."""
    (python,) = [
        step for step in steps(workflow, "deploy") if "setup-python" in step.get("uses", "")
    ]
    assert "3.14" in python["with"]["python-version"]
