"""Views of a page: on a small screen, in light and dark mode, and by a screen reader."""

from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # no types
from playwright.sync_api import Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
BY_DAY: dict[str, Any] = {"runOnly": WCAG}
# By night only the colours are others.
BY_NIGHT: dict[str, Any] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# A mail in a frame is its writer's.
WITHOUT_FRAMES: dict[str, Any] = {**BY_DAY, "iframes": False}
STRICTEST = {
    "light": {"runOnly": {"type": "tag", "values": [*WCAG, "best-practice"]}},
    "dark": BY_NIGHT,
}
SMALLEST_TARGET = 44

Opener = Callable[..., Page]


def is_for_everyone(page: Page, *, iframes: bool = False) -> None:
    """Nobody is shut out, by day or by night."""
    # The page keeps axe's script, which is half a megabyte.
    for scheme, rules, axe in (("light", BY_DAY, Axe()), ("dark", BY_NIGHT, Axe(""))):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type] # one of the two
        found = axe.run(page, options={**rules, "iframes": iframes})
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"


def flaws(page: Page, scheme: str) -> list[str]:
    """What shuts someone out, or is only not good practice."""
    found = Axe().run(page, options=STRICTEST[scheme]).response["violations"]
    return [
        f"{page.url} {each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]
    ]
