"""Takes the pictures for the README and the guides from a running demo: `make pictures`."""

import shlex
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

PORT = 8124
HERE = f"http://127.0.0.1:{PORT}"
FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PHONE = {"width": 375, "height": 760}
TABLE = {"width": 1120, "height": 760}


def main() -> None:
    """Start the demo, look at it, stop it."""
    FOLDER.mkdir(exist_ok=True)
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
    """Take each picture."""
    desk = browser.new_page(viewport=TABLE)
    desk.goto(link)
    desk.click("main button")
    shoot(desk, "/desk", "desk")
    event = desk.get_attribute("main a[href^='/desk/e/']:has-text('Sourdough')", "href") or ""
    shoot(desk, event, "event")
    shoot(desk, "/desk/waitlist", "waitlist")
    shoot(desk, "/desk/appointments", "appointments")
    phone = browser.new_page(viewport=PHONE)
    shoot(phone, event.replace("/desk", "").split("?")[0], "guest")


def shoot(page: Page, path: str, name: str) -> None:
    """Take one picture."""
    page.goto(HERE + path)
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
