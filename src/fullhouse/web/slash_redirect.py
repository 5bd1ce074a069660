"""Redirects for paths with one slash too many or too few at the end.

Starlette builds these from the Host header, so a stranger's Host would lead people to their site.
Here they name only the path.
"""

from urllib.parse import quote

from starlette.responses import Response
from starlette.routing import Match, Router
from starlette.types import ASGIApp, Receive, Scope, Send


class SlashRedirect:
    """Handles what no route matched: redirects to the path that one would match, if any."""

    def __init__(self, router: Router) -> None:
        """Take the place of the router's own redirects."""
        self._router = router
        self._not_found: ASGIApp = router.default
        router.redirect_slashes = False
        router.default = self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Redirect with method and body, or report that nothing was found."""
        path = _other_path(scope["path"])
        if scope["type"] != "http" or not self._is_known({**scope, "path": path}):
            await self._not_found(scope, receive, send)
            return
        location = quote(path, safe="/:@")
        if scope["query_string"]:
            location = f"{location}?{scope['query_string'].decode('latin-1')}"
        await Response(status_code=307, headers={"Location": location})(scope, receive, send)

    def _is_known(self, scope: Scope) -> bool:
        # A path that begins with two slashes would name another server.
        if not scope["path"] or scope["path"].startswith("//"):
            return False
        return any(route.matches(scope)[0] is not Match.NONE for route in self._router.routes)


def _other_path(path: str) -> str:
    if path.endswith("/"):
        return path.rstrip("/")
    return f"{path}/"
