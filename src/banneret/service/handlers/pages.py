"""The pages of the browser client, and its files."""

from __future__ import annotations

import gzip
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Scope

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


SMALL = 1000  # bytes that are not worth compressing
TEXT = ("text/", "application/javascript", "application/json", "image/svg")


class Assets(StaticFiles):
    """The files of the client, each compressed when it is first asked for: that takes more of a processor than all else of a page."""

    def __init__(self, folder: str) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._packed: dict[tuple[str, str], bytes] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, compressed for those who take it so; a part of it, or its headers alone, are those of the file as it is."""
        found = await super().get_response(path, scope)
        if not isinstance(found, FileResponse) or not found.headers["content-type"].startswith(TEXT):
            return found
        found.headers.add_vary_header("accept-encoding")
        asked = Headers(scope=scope)
        whole = found.status_code == 200 and scope["method"] == "GET" and "range" not in asked
        if (
            not whole
            or "gzip" not in asked.get("accept-encoding", "")
            or int(found.headers["content-length"]) < SMALL
        ):
            return found
        key = (path, found.headers["etag"])
        if key not in self._packed:
            self._packed[key] = gzip.compress(Path(found.path).read_bytes(), mtime=0)
        headers = {name: value for name, value in found.headers.items() if name != "content-length"}
        return Response(self._packed[key], headers=headers | {"content-encoding": "gzip"})


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
        routes.append(Mount("/assets", Assets(str(folder / "assets"))))
    return routes
