"""The table for measurements: as it is run by people, but one address may ask for more."""

from __future__ import annotations

import sys

from banneret.service.app import make_app
from banneret.service.limits import Rates
from banneret.service.server import make_server
from banneret.service.storage import Storage
from banneret.service.thinkers import Thinkers


def main(port: int, database: str) -> None:
    """Serve until terminated."""
    storage, thinkers = Storage(database), Thinkers(2)
    app = make_app(storage, thinkers)
    app.state.calls = app.state.begins = app.state.sits = app.state.seats = Rates(1e6, 1e6)
    try:
        make_server(app, "127.0.0.1", port, lambda: None).run()
    finally:
        thinkers.close()
        storage.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
