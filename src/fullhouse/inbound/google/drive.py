"""Google Drive: a file's version, and a document's plain text."""

from urllib.parse import quote

from fullhouse.inbound.google.account import GoogleDown
from fullhouse.inbound.google.client import GoogleClient, Query

FILES = "/drive/v3/files"


def version_of(client: GoogleClient, file_id: str) -> str:
    """Return a file's version; it changes with every change, and at times without one."""
    query: Query = {"fields": "version,modifiedTime,trashed", "supportsAllDrives": True}
    found = client.read(f"{client.where.others}{FILES}/{quote(file_id, safe='')}", query)
    if found.get("trashed"):
        raise GoogleDown("It lies in Drive's bin. Take it out again, or choose another one.")
    return f"{found['version']} {found['modifiedTime']}"


def text_of(client: GoogleClient, document_id: str) -> str:
    """Read a Google Doc as plain text: one line per paragraph."""
    url = f"{client.where.others}{FILES}/{quote(document_id, safe='')}/export"
    text = client.fetch(url, {"mimeType": "text/plain"}).decode("utf-8", "replace")
    return text.removeprefix("\ufeff").replace("\r\n", "\n")
