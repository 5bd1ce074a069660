"""Someone with a browser, or a script with a token: real HTTP to Function URLs, all on loopback."""

import http.client
import json
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from ipaddress import IPv4Address
from itertools import count
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import msgspec

from tests.aws.corrections import VISITOR

PATIENCE = 180.0
MOST_HOPS = 5
FORM = "application/x-www-form-urlencoded"
FIRST_ADDRESS, NUMBERS = IPv4Address("198.18.0.1"), count()


class Answer(msgspec.Struct, frozen=True):
    """What came back, and from where after all redirects."""

    url: str
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Form(msgspec.Struct):
    """A form on a page: where it goes, and what is filled in already."""

    action: str
    fields: dict[str, list[str]]
    name: str = ""


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.apart: dict[str, dict[str, list[str]]] = {}
        self._inside = ""
        self._is_first = False
        self._is_chosen = False
        self._has_button = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag == "form" and about.get("method") == "post":
            self.found.append(Form(about.get("action", ""), {}, about.get("id", "")))
            self._has_button = False
        elif "form" in about and about["form"] != self._name:
            self._elsewhere(tag, about)
        elif self.found and tag == "button" and not self._has_button:
            self._has_button = True  # who presses Enter presses the first one
            self._fields.update({about["name"]: [about["value"]]} if "name" in about else {})
        elif self.found and tag in {"textarea", "select"}:
            self._inside, self._is_first = about["name"], True
            self._fields[self._inside] = [""]
        elif tag == "option" and self._inside:
            self._is_chosen, self._is_first = self._is_first or "selected" in about, False
            if self._is_chosen and "value" in about:
                self._fields[self._inside], self._is_chosen = [about["value"]], False
        elif self.found and tag == "input" and about.get("name"):
            kept = self._fields.setdefault(about["name"], [])
            if about.get("type") not in {"radio", "checkbox"} or "checked" in about:
                kept.append(about.get("value", ""))

    def _elsewhere(self, tag: str, about: dict[str, str]) -> None:
        """Note a field that belongs to a form that it does not stand in."""
        kept = self.apart.setdefault(about["form"], {})
        if tag == "input" and about.get("name") and about.get("type") not in {"radio", "checkbox"}:
            kept.setdefault(about["name"], []).append(about.get("value", ""))

    @property
    def _name(self) -> str:
        return self.found[-1].name if self.found else ""

    @property
    def _fields(self) -> dict[str, list[str]]:
        return self.found[-1].fields

    def handle_data(self, data: str) -> None:
        if self._inside and (self.get_starttag_text() or "").startswith("<textarea"):
            self._fields[self._inside][0] += data
        elif self._inside and self._is_chosen:
            self._fields[self._inside], self._is_chosen = (
                [data.strip()],
                False,
            )  # it is called what it says

    def handle_endtag(self, tag: str) -> None:
        if tag in {"textarea", "select"}:
            self._inside = ""


def forms(page: Answer) -> list[Form]:
    """Read the forms of a page that act."""
    parser = _Forms()
    parser.feed(page.text)
    for form in parser.found:
        form.fields.update(parser.apart.get(form.name, {}))
    return parser.found


class Visitor:
    """Asks for pages and sends forms from an address of its own; keeps cookies, follows leads."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port = port
        self.token = token
        self.address = str(FIRST_ADDRESS + next(NUMBERS))
        self.cookies: dict[str, str] = {}

    def get(self, url: str, **headers: str) -> Answer:
        return self._ask("GET", url, b"", headers)

    def post(self, url: str, **fields: str | list[str]) -> Answer:
        """Send a form."""
        return self._ask(
            "POST", url, urlencode(fields, doseq=True).encode(), {"content-type": FORM}
        )

    def send(self, method: str, url: str, what: object = None) -> Answer:
        """Send JSON."""
        body = b"" if what is None else json.dumps(what).encode()
        return self._ask(method, url, body, {"content-type": "application/json"})

    def tell(self, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        """Send what a machine sends, with headers of its own."""
        return self._ask("POST", url, body, headers)

    def press(self, page: Answer, to: str = "", **fields: str) -> Answer:
        """Fill in and send the first form of a page that goes `to` there and has these fields."""
        fitting = [
            one
            for one in forms(page)
            if urlsplit(one.action or page.url).path.endswith(to)
            and fields.keys() <= one.fields.keys()
        ]
        assert fitting, f"no form for {to} {[*fields]} on this page: {page.text}"
        filled: dict[str, str | list[str]] = {**fitting[0].fields, **fields}
        return self.post(urljoin(page.url, fitting[0].action or page.url), **filled)

    def _ask(self, method: str, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        for _ in range(MOST_HOPS):
            answer = self._once(method, url, body, headers)
            if answer.status not in {302, 303, 307, 308}:
                return answer
            url = urljoin(url, answer.headers["location"])
            if answer.status in {302, 303}:
                method, body = "GET", b""
        raise RuntimeError(f"{url} leads round and round")

    def _once(self, method: str, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        place = urlsplit(url)
        said = {"host": place.netloc, "accept": "*/*", VISITOR: self.address, **headers}
        if self.token:
            said["authorization"] = f"Bearer {self.token}"
        if self.cookies:
            said["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            path = place.path + (f"?{place.query}" if place.query else "")
            connection.request(method, path or "/", body or None, said)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookies |= {key: one.value for key, one in SimpleCookie(value).items()}
        return Answer(
            url,
            answer.status,
            {name.lower(): value for name, value in answer.getheaders()},
            content,
        )
