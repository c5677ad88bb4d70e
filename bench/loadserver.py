"""The table for measurements: as it is run by people, but one address may ask for more."""

from __future__ import annotations

import sys

from banneret.service.app import make_app
from banneret.service.computer.workers import Workers
from banneret.service.server import make_server
from banneret.service.storage.store import Storage


def main(port: int, database: str, deflate: bool) -> None:
    """Serve until terminated; `deflate`: compress what is sent, as on every address that others reach."""
    storage, workers = Storage(database), Workers(2)
    app = make_app(storage, workers)
    app.state.service.limits.lift()
    try:
        server = make_server(app, "127.0.0.1", port, lambda: None)
        server.config.ws_per_message_deflate = deflate
        server.run()
    finally:
        workers.close()
        storage.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], "--deflate" in sys.argv[3:])
