"""The server: one process, many battles, on the loopback address unless another is given."""

from __future__ import annotations

import contextlib
import errno
import logging
import signal
import socket
import sys
import threading
import webbrowser
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import uvicorn
from sqlalchemy import URL

from banneret.kernel.errors import BadInput
from banneret.kernel.files import data_folder
from banneret.service.app import make_app
from banneret.service.collector import Collector
from banneret.service.computer.workers import Workers
from banneret.service.host import Host, host_key, publish, withdraw
from banneret.service.lines import Config
from banneret.service.storage.store import Storage
from banneret.service.threads import TURN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType

    from starlette.applications import Starlette

    from banneret.service.letters.outlets import Outlets
    from banneret.service.live.registry import Registry

log = logging.getLogger("banneret")

DEFAULT_PORT = 8765
HOSTS = "127.0.0.1 or ::1 for this machine alone, 0.0.0.0 or :: for all that reach it"


def default_url() -> URL:
    """The embedded database in the user's data folder (or in `BANNERET_DATA`), not as a text: a folder may have a `?` in its name."""
    path = default_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"the data folder cannot be made: {error.strerror}", where=str(path.parent)) from None
    return URL.create("sqlite", database=str(path))


def default_file() -> Path:
    """The file of the embedded database, which is made when the first battle is stored."""
    return data_folder() / "battles.sqlite3"


def free_port(host: str, wanted: int) -> int:
    """`wanted` if it is free, else one that is; 0 asks for any. Raises `BadInput` for a host that is not an address of this machine."""
    try:
        family = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
    except (OSError, UnicodeError):
        raise BadInput(f"{host!r} is not an address", where="host", hint=HOSTS) from None
    for port in (wanted, 0):
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno == errno.EADDRNOTAVAIL:
                    raise BadInput(
                        f"{host!r} is not an address of this machine", where="host", hint=HOSTS
                    ) from None
                continue
            found: int = probe.getsockname()[1]
            return found
    raise BadInput(f"no port is free on {host}")


class Server(uvicorn.Server):
    """A server that calls `opened` once it listens, and says goodbye while clients still hear it.

    (The application hears of the end too late: uvicorn has disconnected everybody by then.)
    """

    def __init__(self, config: uvicorn.Config, registry: Registry, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self.registry = registry
        self.opened = opened
        self.collector = Collector(lambda: registry.is_quiet)
        self.turn = sys.getswitchinterval()  # as it was, to be given back

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then call `opened`."""
        await super().startup(sockets)
        if self.started:
            # An order goes to the store's thread and back by some twenty turns: beside a work that computes, five milliseconds each.
            sys.setswitchinterval(TURN)
            self.collector.begin()
            self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then disconnect everybody."""
        await self.registry.close()
        await super().shutdown(sockets)
        self.collector.end()
        sys.setswitchinterval(self.turn)


def make_server(app: Starlette, host: str, port: int, opened: Callable[[], None]) -> Server:
    """The server of an application, as it is run by people and as it is measured; `opened` is called once it listens."""
    config = Config(
        app,
        host=host,
        port=port,
        loop="auto",  # uvloop where it is installed
        log_level="warning",
        access_log=False,
        ws_max_size=64_000,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        # A third of a millisecond a view, for nothing where no network lies between.
        ws_per_message_deflate=not is_loopback(host),
        timeout_graceful_shutdown=1,
        server_header=False,
        date_header=False,
    )
    return Server(config, app.state.service.registry, opened)


def is_loopback(host: str) -> bool:
    """True if only this machine reaches the address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    with contextlib.suppress(ValueError):
        return ip_address(host).is_loopback
    return False


def _leave(number: int, _frame: FrameType | None) -> None:
    """End as a terminated program does, but let workers and the store be closed on the way out."""
    sys.exit(128 + number)


def _own_name(outlets: Outlets | None) -> list[str]:
    """The name in the table's own address, which letters send players to."""
    name = urlsplit(outlets.url).hostname if outlets is not None else None
    return [name] if name else []


def _reachable(address: str) -> str:
    """The address by which this machine itself reaches a table that listens on all of its addresses."""
    return address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")


def _far_workers(cluster: str, say: Callable[[str], None]) -> Workers:
    from banneret.service.computer.afar import FarWorkers

    return FarWorkers.at(cluster, say)


def serve(
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    database: str = "",
    open_browser: bool = True,
    workers: int = 2,
    strict_port: bool = False,
    say: Callable[[str], None] = log.warning,
    names: Iterable[str] = (),
    private: bool = False,
    outlets: Outlets | None = None,
    cluster: str = "",
) -> None:
    """Run the table until it is stopped; `say` is called with a sentence about its address, `names` are those it answers under.

    `private`: nobody but its host hears what is said, so it may say their key. `outlets`: the ways on which letters may leave.
    `cluster`: computer players think there (`banneret.lab.cluster`), not in `workers` processes here.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    found = port if strict_port else free_port(host, port)
    team = _far_workers(cluster, say) if cluster else Workers(workers)
    try:
        storage = Storage(database or default_url())
    except BaseException:
        team.close()
        raise
    owner = Host(host_key())
    app = make_app(storage, team, names=[host, *names, *_own_name(outlets)], host=owner, outlets=outlets)
    address = f"http://[{host}]:{found}/" if ":" in host else f"http://{host}:{found}/"

    def opened() -> None:
        say(f"Banneret's table is at {address}  (Ctrl-C ends it; nothing is lost)")
        if port not in (0, found):
            say(f"Port {port} is taken, perhaps by another table, so this one is at port {found}.")
        if private:
            say(f"Your own battles, those of the terminal too, are at {address}#host={owner.key}")
        if storage.file is not None:
            publish(storage.file, _reachable(address))
        if open_browser:
            own = f"{address}#host={owner.ticket()}"
            threading.Thread(target=webbrowser.open, args=(own,), daemon=True).start()

    signal.signal(signal.SIGTERM, _leave)  # uvicorn hands the signal on once it has shut down
    try:
        make_server(app, host, found, opened).run()
    finally:
        team.close()
        if storage.file is not None:
            withdraw(storage.file)
        storage.close()
