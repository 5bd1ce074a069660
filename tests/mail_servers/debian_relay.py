"""Debian's Postfix with OpenDKIM and OpenDMARC in front of our server, in a network of their own.

Only root can make one. Inside it all have their usual ports, and the names that the test gives.
"""

import os
import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import dns.message
import dns.rcode
import dns.rrset

GUIDE = Path(__file__).parents[2] / "docs/configuration.md"
BLOCK = re.compile(r"^```ini\n# (/etc/\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
RELAY, DOMAIN = "mx.example.org", "rsvp.example.org"
# Addresses for documentation: checks of SPF let 127.0.0.0/8 pass.
RELAY_HOST, OUR_HOST, OUTSIDE = "192.0.2.25", "192.0.2.80", "192.0.2.7"
RELAY_PORT, OUR_PORT, DKIM_PORT, DMARC_PORT = 25, 8025, 8891, 8893
LONGEST_STRING = 255

# What the guide's lines need to run in a folder of their own, beside the machine's own Postfix.
BESIDE = """
compatibility_level = 3.6
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
queue_directory = {folder}/queue
data_directory = {folder}/state
maillog_file_prefixes = /
maillog_file = {folder}/postfix.log
mydestination =
mynetworks = 127.0.0.200
inet_interfaces = {relay}
inet_protocols = ipv4
smtp_bind_address = {relay}
"""


def bring_network_up() -> None:
    """Give this network, which nobody else is in, the addresses of all who take part."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for address in (RELAY_HOST, OUR_HOST, OUTSIDE):
        subprocess.run(["ip", "address", "add", f"{address}/32", "dev", "lo"], check=True)


@contextmanager
def relay(folder: Path, texts: Mapping[str, str]) -> Iterator[None]:
    """Run a mail server as the guide sets it up; `texts` are the TXT records of the world."""
    with ExitStack() as running:
        running.enter_context(names(texts))
        _use_name_server(folder)
        files = guide_files(folder)
        for program, port in (("opendkim", DKIM_PORT), ("opendmarc", DMARC_PORT)):
            settings = folder / f"{program}.conf"
            settings.write_text(files[f"/etc/{program}.conf"])
            running.enter_context(_milter(program, settings, port))
        (folder / "header_checks").write_text(files["/etc/postfix/header_checks"])
        running.enter_context(_postfix(folder, files["/etc/postfix/main.cf"]))
        yield


@contextmanager
def names(texts: Mapping[str, str]) -> Iterator[None]:
    """Answer for these names where name servers are asked."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as sock:
        sock.bind(("127.0.0.1", 53))
        threading.Thread(target=_answer, args=(sock, texts), daemon=True).start()
        yield
        sock.sendto(b"", ("127.0.0.1", 53))  # ends the thread


def _answer(sock: socket.socket, texts: Mapping[str, str]) -> None:
    while True:
        asked, client = sock.recvfrom(4096)
        if not asked:
            return
        query = dns.message.from_wire(asked)
        question = query.question[0]
        name = question.name.to_text(omit_final_dot=True).lower()
        answer = dns.message.make_response(query)
        if name in texts and dns.rdatatype.to_text(question.rdtype) == "TXT":
            answer.answer.append(
                dns.rrset.from_text(question.name, 60, "IN", "TXT", _quoted(texts[name]))
            )
        elif name not in texts:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        sock.sendto(answer.to_wire(), client)


def _quoted(text: str) -> str:
    parts = [text[at : at + LONGEST_STRING] for at in range(0, len(text), LONGEST_STRING)]
    return " ".join(f'"{part}"' for part in parts)


def _use_name_server(folder: Path) -> None:
    """Make this machine's resolver ask ours; outside this network nothing changes."""
    settings = folder / "resolv.conf"
    settings.write_text("nameserver 127.0.0.1\noptions timeout:5 attempts:1\n")
    real = Path("/etc/resolv.conf").resolve()
    subprocess.run(["mount", "--bind", settings, real], check=True)


def guide_files(folder: Path) -> dict[str, str]:
    """Return the guide's settings by their files, moved to this folder and these addresses."""
    files = dict(BLOCK.findall(GUIDE.read_text()))
    main = files["/etc/postfix/main.cf"]
    assert f"[127.0.0.1]:{OUR_PORT}" in main
    main = main.replace("[127.0.0.1]", f"[{OUR_HOST}]")
    files["/etc/opendkim.conf"] += "Nameservers 127.0.0.1\n"  # else it asks the root servers
    files["/etc/postfix/main.cf"] = main.replace("/etc/postfix", str(folder))
    return files


@contextmanager
def _milter(program: str, settings: Path, port: int) -> Iterator[None]:
    switch = {"opendkim": "-x", "opendmarc": "-c"}[program]
    with subprocess.Popen([program_path(program), "-f", switch, settings]) as process:
        try:
            wait_for_port("127.0.0.1", port)
            yield
        finally:
            process.terminate()


def program_path(program: str) -> str:
    """Return where a program is, or fail with the command that installs it."""
    path = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")
    assert path, f"{program} is missing: make mail-servers"
    return path


@contextmanager
def _postfix(folder: Path, guide: str) -> Iterator[None]:
    settings = folder / "postfix"
    settings.mkdir()
    (folder / "state").mkdir()
    (folder / "queue").mkdir()
    shutil.chown(folder / "state", "postfix")
    folder.chmod(0o755)
    beside = BESIDE.format(folder=folder, relay=RELAY_HOST)
    (settings / "main.cf").write_text(guide + beside)
    shutil.copy("/usr/share/postfix/master.cf.dist", settings / "master.cf")
    subprocess.run(["postconf", "-c", settings, "-F", "*/*/chroot=n"], check=True)
    subprocess.run(["postfix", "-c", settings, "start"], check=True, stderr=subprocess.DEVNULL)
    try:
        wait_for_port(RELAY_HOST, RELAY_PORT)
        yield
    finally:
        subprocess.run(["postfix", "-c", settings, "stop"], check=True, stderr=subprocess.DEVNULL)


def wait_for_port(host: str, port: int) -> None:
    """Wait up to a minute for a program to listen there."""
    for _ in range(100):
        with socket.socket() as sock:
            if sock.connect_ex((host, port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError(f"nothing listens on port {port}")
