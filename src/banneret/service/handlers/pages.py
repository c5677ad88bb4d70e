"""The pages of the browser client, and its files."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Scope

PACKED = (".js", ".css", ".svg", ".json")  # the endings of files that are sent packed

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


class Assets(StaticFiles):
    """The files of the client, each packed once: to pack one takes as long as a hundred orders, and anyone may ask for it."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at a path, packed for those who take it so."""
        found = await super().get_response(path, scope)
        if not isinstance(found, FileResponse) or found.status_code != 200 or not path.endswith(PACKED):
            return found
        headers = {name: found.headers[name] for name in ("etag", "last-modified") if name in found.headers}
        headers["vary"] = "accept-encoding"
        if "gzip" not in dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1"):
            found.headers.update(headers)
            return found
        data = _packed(str(found.path), found.headers.get("etag", ""))
        headers["content-encoding"] = "gzip"
        return Response(data, media_type=found.media_type, headers=headers)


@cache
def _packed(path: str, _etag: str) -> bytes:
    """A file of the client, packed; another one where it was built anew."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)


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
        routes.append(Mount("/assets", Assets(directory=str(folder / "assets"), check_dir=False)))
    return routes
