"""Time for one page of a large event's guest list on the server, in each order and for a search."""

from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.figures import Figure, Figures, Sizes
from bench.processes import PATIENCE_SECONDS, Server, serving
from bench.stock import EVENT, clock, folder, ids, store_guests
from fullhouse.engine.access import AddMember, AddSigningKey, Member, sign_in_link
from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.session_key import session_key
from fullhouse.platforms.local.sqlite.database import open_store

WANTED_MILLISECONDS = 100.0
TIMES = 9
HOST = "bench"
ASKED = {
    "from A to Z": "",
    "latest first": "?sort=joined",
    "a search": "?q=guest0000",
    "a search that finds nobody": "?q=nobody",
}


def guest_list(sizes: Sizes) -> Figures:
    """Ask for pages of a long guest list as a host's browser does, one after the other."""
    with folder() as place:
        store_guests(place, sizes.listed)
        link = let_in(place)
        with serving(place) as server:
            cookie = sign_in(server, link)
            for name, query in ASKED.items():
                took = [_page(server, query, cookie) for _ in range(TIMES)]
                yield _figure(f"guest list of {sizes.listed:,}, {name}", took)


def _figure(name: str, took: list[float]) -> Figure:
    measured = f"median {median(took):.0f} ms, longest {max(took):.0f} ms"
    return Figure(
        name,
        measured,
        f"median under {WANTED_MILLISECONDS:.0f} ms",
        median(took) < WANTED_MILLISECONDS,
    )


def let_in(place: Path) -> str:
    """Make a key and a host before the server starts, and sign the link that lets them in."""
    key = Key(ids.new(), b"the key of a bench that lives for seconds")
    made = (
        AddSigningKey(key_id=key.id, secret=key.secret.hex()),
        AddMember(member_id=HOST, email="host@example.org", role="owner"),
    )
    with open_store(place) as store:
        for command in made:
            execute(store, RULES, Invocation(ids.new(), "setup", command), clock.now())
        member = store.load(Get(Member, (HOST,)))
    assert member is not None
    return Keyring((key,), (session_key(place),)).sign(sign_in_link(member, clock.now()))


def sign_in(server: Server, link: str) -> str:
    """Return the cookie of a session."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
    connection.request("POST", f"/l/{link}", b"")
    cookie = connection.getresponse().getheader("set-cookie", "").partition(";")[0]
    connection.close()
    assert cookie
    return cookie


def _page(server: Server, query: str, cookie: str) -> float:
    """Return the milliseconds until the whole page is there."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
    start = perf_counter()
    connection.request("GET", f"/desk/e/{EVENT}/guests{query}", headers={"cookie": cookie})
    response = connection.getresponse()
    response.read()
    took = 1000 * (perf_counter() - start)
    connection.close()
    assert response.status == 200, response.status
    return took
