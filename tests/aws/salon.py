"""A salon on the deployed Fullhouse: people who wait for its services, and freed slots.

There is one waitlist in a deployment, so each story has a service of its own: nobody waits in
another story's queue.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from fullhouse.inbound.webhook_signature import HEADER, sign

if TYPE_CHECKING:
    from tests.aws.play import Play

WINDOW = timedelta(minutes=5)
UNLIMITED = "Texts: no limit, 0.05 SGD each"
SERVICES = (
    *(
        "Cut",
        "Colour",
        "Shave",
        "Braid",
        "Wash",
        "Curls",
        "Beard",
        "Fringe",
        "Perm",
        "Tint",
        "Trim",
        "Dye",
    ),
    *("Balayage", "Highlights", "Updo", "Layers", "Rinse", "Ombre", "Gloss", "Bob", "Polish"),
    *("Facial", "Lashes", "Fade", "Crop", "Waxing"),
)
RULES = """
Business: Scissors
Time zone: Asia/Singapore
Services
{services}
Staff: Jess, Sam, Ada, Bo, Cleo, Dev, Eva, Fay, Gil, Hal, Ida, Jo
Claim window: 5 minutes
Quiet hours: {quiet}
Tries per slot: 3
Cut-off: 10 minutes before
{texts}
{hours}
"""


def rules(quiet: str = "none", texts: str = UNLIMITED, hours: str = "") -> str:
    """Write the salon's rules."""
    services = "\n".join(f"- {one}: 30 minutes, 40 SGD; no reminders" for one in SERVICES)
    return RULES.format(services=services, quiet=quiet, texts=texts, hours=hours)


CONFLICT = 409


class Salon:
    """Actions of the stories: join by page or API, and free slots as the booking tool does."""

    def __init__(self, play: "Play") -> None:
        self.play = play
        self.numbers = 0
        self.says()

    def says(self, quiet: str = "none", texts: str = UNLIMITED, hours: str = "") -> None:
        """Put rules in force; of hours that are in use, staff say that they may go."""
        play, text = self.play, rules(quiet, texts, hours)
        said = play.script.send("PUT", f"{play.urls['desk']}/api/v1/rules", {"text": text})
        if said.status == CONFLICT:
            said = play.host.press(play.desk("/waitlist/rules"), to="/rules", text=text)
        assert said.status == 200, said.text
        assert play.api("GET", "/rules")["text"].split() == text.split()

    def phone(self) -> str:
        """Make up a mobile number that nobody else has."""
        self.numbers += 1
        return f"+658123{self.numbers:04d}"

    def joins(self, service: str, name: str, **more: str) -> str:
        """Join by the page, and return how they are reached."""
        fields = {"phone": self.phone()} | more if "email" not in more else more
        guest = self.play.visitor()
        page = guest.get(f"{self.play.urls['waitlist']}/waitlist")
        answer = guest.press(page, service=service, name=name, **fields)
        assert answer.status == 200, answer.text
        return fields.get("phone") or fields["email"]

    def waits(self, service: str, name: str, **more: Any) -> dict[str, Any]:
        """Be put on the list by a script."""
        said = {"service": service, "name": name, **({"phone": self.phone()} | more)}
        found: dict[str, Any] = self.play.api("POST", "/waitlist", said)
        return found

    def tells(
        self, service: str, starts: datetime, secret: str = "", **more: Any
    ) -> tuple[int, Any]:
        """Tell of a freed slot as the booking tool does, signed."""
        import json

        body = json.dumps(
            {"service": service, "starts_at": f"{starts:%Y-%m-%dT%H:%M}", **more}
        ).encode()
        header = sign(secret or self.secret(), self.play.emulator.now(), body)
        url, headers = (
            f"{self.play.urls['hooks']}/hooks/slots",
            {"content-type": "application/json", HEADER: header},
        )
        answer = self.play.visitor().tell(url, body, headers)
        return answer.status, answer.json

    def frees(self, service: str, hours: int = 3, **more: Any) -> str:
        """Have a slot freed that starts in some hours, and return its id."""
        starts = (self.play.there() + timedelta(hours=hours)).replace(second=0, microsecond=0)
        status, told = self.tells(service, starts, **more)
        assert status == 200, told
        return str(told["slot"])

    def secret(self) -> str:
        safe = self.play.emulator.client("secretsmanager")
        return str(safe.get_secret_value(SecretId="wl/webhook/secret")["SecretString"])

    def slot(self, slot: str) -> dict[str, Any]:
        found: dict[str, Any] = self.play.api("GET", f"/slots/{slot}")
        return found

    def stands(self, slot: str, status: str) -> dict[str, Any]:
        """Wait until a slot stands so."""
        return self.play.wait(
            lambda: found if (found := self.slot(slot))["status"] == status else None
        )

    def waits_for_more(self, slot: str) -> dict[str, Any]:
        """Wait until it is known why nobody is asked for a slot that is open."""
        return self.play.wait(lambda: found if (found := self.slot(slot))["why"] else None)

    def entry(self, entry: str) -> dict[str, Any]:
        found: dict[str, Any] = self.play.api("GET", f"/waitlist/{entry}")
        return found

    def lets_lapse(self) -> None:
        """Let the claim window pass, to a little before its end."""
        self.play.moves_to(self.play.there() + WINDOW - timedelta(seconds=5))
