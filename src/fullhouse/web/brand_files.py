"""Files of the look of the house: its style sheet and its logo."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.brand import HOUSE, BrandLogo
from fullhouse.kernel.records import Get
from fullhouse.web.brand import LOGO, STYLE, brand_of, style_sheet
from fullhouse.web.dependencies import dependencies
from fullhouse.web.pages import A_WHILE, FOR_EVER, SECURITY, TYPES

# The embedded form on any other site shows it, too.
ANYWHERE = {"Cross-Origin-Resource-Policy": "cross-origin"}


async def style(request: Request) -> Response:
    """Send the style sheet; kept for ever only under the address of its colour."""
    brand = brand_of(request)
    if brand is None or not brand.accent:
        raise HTTPException(404)
    is_current = request.query_params.get("v") == brand.accent[1:]
    kept = FOR_EVER if is_current else A_WHILE
    headers = {**SECURITY, "Cache-Control": kept}
    return Response(style_sheet(brand.accent), 200, headers, TYPES["css"])


async def logo(request: Request) -> Response:
    """Send the logo; its address changes with its content."""
    brand = brand_of(request)
    if brand is None or not brand.logo or brand.logo != request.path_params["digest"]:
        raise HTTPException(404)
    file = dependencies(request).engine.load(Get(BrandLogo, (HOUSE,)))
    headers = {**SECURITY, **ANYWHERE, "Cache-Control": FOR_EVER}
    return Response(file.content if file else b"", 200, headers, "image/png")


def routes() -> list[BaseRoute]:
    """Return the routes of these files."""
    return [Route(STYLE, style), Route(LOGO, logo)]
