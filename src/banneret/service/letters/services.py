"""Services that a library knows (Apprise): chats, push notices and the like, those alone that the host of the table names.

The library is optional: it is large, and mail and webhooks do without. A service that sends to a machine which its address names
could be turned against the server's own network, so it is allowed only where webhooks may go anywhere.
"""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING, Any

from banneret.kernel.errors import BadInput

if TYPE_CHECKING:
    from banneret.service.letters.letter import Letter

HINT = "pip install 'banneret[notify]'"


def _library() -> Any:
    """The library, silent: what it logs may have addresses in it."""
    import apprise

    logging.getLogger("apprise").setLevel(logging.CRITICAL + 1)
    return apprise


def check(names: str, *, anywhere: bool) -> tuple[str, ...]:
    """The services that a host names, separated by commas. Raises `BadInput`."""
    found = tuple([one.strip().lower() for one in names.split(",") if one.strip()])
    if not found:
        return ()
    try:
        _library()
        plugins: Any = import_module("apprise.manager_plugins")
    except ImportError:
        raise BadInput("services need a library that is not installed", where="services", hint=HINT) from None
    known = plugins.NotificationManager()
    for name in found:
        if name not in known:
            raise BadInput(f"no service is called {name[:40]!r}", where="services")
        if not anywhere and any("{host}" in one for one in known[name].templates):
            hint = "it may be used with webhooks anywhere"
            raise BadInput(f"{name} sends to whatever machine an address names", where="services", hint=hint)
    return found


def check_address(address: str, allowed: tuple[str, ...]) -> None:
    """Raises `BadInput` for an address of another service, and for one that the service cannot read."""
    scheme = address.partition("://")[0].lower()
    known = (
        scheme in allowed and address.isprintable() and _library().Apprise.instantiate(address) is not None
    )
    if not known:
        names = ", ".join(f"{one}://…" for one in allowed)
        raise BadInput("it is no address of a service that this table knows", where="address", hint=names)


def send(address: str, letter: Letter) -> None:
    """Deliver a letter by a service. Raises `OSError` where it was not taken."""
    one = _library().Apprise()
    if not one.add(address) or not one.notify(title=letter.subject, body=letter.text):
        raise OSError("the service did not take it")
