"""Takes pictures of a running demo: `make pictures`.

Those for the README and the guides are in English; those in the desk's other languages are to be
looked at, in `dist/pictures`.
"""

import shlex
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from fullhouse.locale import DEFAULT, DESK_LANGUAGES

PORT = 8124
HERE = f"http://127.0.0.1:{PORT}"
HOUSE = Path(__file__).parent.parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PHONE: ViewportSize = {"width": 375, "height": 760}
TABLE: ViewportSize = {"width": 1120, "height": 760}


def main() -> None:
    """Start the demo, look at it, stop it."""
    command = [str(Path(sys.executable).parent / "fullhouse"), "demo", "--port", str(PORT)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as demo,
        sync_playwright() as playwright,
    ):
        try:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
            take(browser, sign_in_link(demo))
        finally:
            demo.terminate()


def sign_in_link(demo: "subprocess.Popen[str]") -> str:
    """Wait for the command that makes a link, and run it."""
    lines = iter(demo.stdout or ())
    named = next(line for line in lines if "fullhouse desk-link" in line)
    program = str(Path(sys.executable).parent / "fullhouse")
    return subprocess.check_output([program, *shlex.split(named)[1:]], text=True).strip()


def take(browser: Browser, link: str) -> None:
    """Take each picture in each language."""
    signing_in = browser.new_context()
    page = signing_in.new_page()
    page.goto(link)
    page.click("main button")
    for language in DESK_LANGUAGES:
        folder = folder_of(language)
        folder.mkdir(parents=True, exist_ok=True)
        desk = browser.new_page(
            viewport=TABLE, locale=language, storage_state=signing_in.storage_state()
        )
        shoot(desk, "/desk", folder / "desk.png")
        event = desk.get_attribute("main a[href^='/desk/e/']:has-text('Sourdough')", "href") or ""
        shoot(desk, event, folder / "event.png")
        shoot(desk, "/desk/waitlist", folder / "waitlist.png")
        shoot(desk, "/desk/appointments", folder / "appointments.png")
        phone = browser.new_page(viewport=PHONE, locale=language)
        guest = event.replace("/desk", "").split("?")[0]
        shoot(phone, f"{guest}?lang={language}", folder / "guest.png")
        shoot(phone, f"/book?lang={language}", folder / "book.png")
        shoot(phone, f"/waitlist?lang={language}", folder / "join.png")


def folder_of(language: str) -> Path:
    """Return where the pictures in a language go."""
    if language == DEFAULT:
        return HOUSE / "docs" / "pictures"
    return HOUSE / "dist" / "pictures" / language


def shoot(page: Page, path: str, file: Path) -> None:
    """Take one picture."""
    page.goto(HERE + path)
    page.screenshot(path=file)


if __name__ == "__main__":
    main()
