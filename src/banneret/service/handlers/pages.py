"""The pages of the browser client, and its files."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from starlette.requests import Request

# The client reads the address and shows what belongs there.
PAGES = (
    "/",
    "/battles/{rest:path}",
    "/battle",
    "/after",
    "/invite",
    "/join",
    "/notice",
    "/learn/{rulebook}",
    "/how/{rest:path}",
    "/rules",
    "/rules/{rest:path}",
    "/muster",
    "/board/{rest:path}",
    "/odds",
    "/odds/{rest:path}",
    "/verify",
    "/about",
)


def lost_page(request: Request) -> Response | None:
    """The client, which says that there is no such page; None where something else than a page is asked for."""
    index = files("banneret") / "web" / "index.html"
    asks = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    if not asks or request.url.path.startswith(("/api", "/assets")) or not index.is_file():
        return None
    return FileResponse(str(index), 404, headers={"cache-control": "no-cache"})


def client_routes() -> list[Any]:
    """The routes of the client, as it was built."""
    folder = files("banneret") / "web"
    index = folder / "index.html"

    async def page(_request: Request) -> Response:
        if not index.is_file():
            return Response("The browser table is not built: run 'python3 dev.py setup --table'.", 503)
        return FileResponse(str(index), headers={"cache-control": "no-cache"})

    routes: list[Any] = [Route(path, page) for path in PAGES]
    if folder.is_dir():
        assets = StaticFiles(directory=str(folder / "assets"), check_dir=False)
        routes.append(Mount("/assets", GZipMiddleware(assets, minimum_size=1000)))
    return routes
