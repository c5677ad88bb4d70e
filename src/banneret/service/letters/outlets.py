"""The ways out of a table: what its host allows. Nothing is, unless it was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from banneret.kernel.errors import BadInput
from banneret.service.letters import services, webhook
from banneret.service.letters.addresses import Kind, check_mail, check_target
from banneret.service.letters.letter import Letter
from banneret.service.letters.mail import MailServer

ENVIRONMENT = {
    "url": "BANNERET_URL",
    "mail": "BANNERET_MAIL",
    "webhooks": "BANNERET_WEBHOOKS",
    "services": "BANNERET_SERVICES",
}
WEBHOOKS = ("", "public", "anywhere")
GRACE = 60.0  # seconds for which somebody may still be on the way to the table


@dataclass(frozen=True, slots=True)
class Outlets:
    """The ways for letters: by a mail server, to webhooks ("public" or "anywhere"), to `services`; `url` is the table's own address.

    `grace`: seconds after which a player who is not at the table is written to.
    """

    url: str = ""
    mail: MailServer | None = None
    webhooks: str = ""
    services: tuple[str, ...] = ()
    grace: float = GRACE

    @classmethod
    def read(cls, given: Mapping[str, str], environment: Mapping[str, str]) -> Outlets:
        """The outlets by options, and by the environment where they say nothing. Raises `BadInput`."""
        said = {name: given.get(name) or environment.get(key, "") for name, key in ENVIRONMENT.items()}
        url = said["url"].rstrip("/")
        if url and not _is_address(url):
            raise BadInput(
                "it is not the address of a table", where="url", hint="https://battles.example.org"
            )
        if said["webhooks"] not in WEBHOOKS:
            raise BadInput(
                f"cannot be {said['webhooks'][:40]!r}", where="webhooks", hint="public, or anywhere"
            )
        mail = MailServer.read(said["mail"]) if said["mail"] else None
        found = services.check(said["services"], anywhere=said["webhooks"] == "anywhere")
        if (mail or said["webhooks"] or found) and not url:
            hint = f"--url https://battles.example.org, or {ENVIRONMENT['url']}"
            raise BadInput("letters need the address of the table in them", where="url", hint=hint)
        return cls(url, mail, said["webhooks"], found)

    @property
    def kinds(self) -> list[Kind]:
        """The kinds of addresses that a seat may leave."""
        ways: dict[Kind, object] = {"mail": self.mail, "webhook": self.webhooks, "service": self.services}
        return [kind for kind, way in ways.items() if way]

    @property
    def anywhere(self) -> bool:
        """True if letters may go into the server's own network."""
        return self.webhooks == "anywhere"

    def check(self, kind: str, address: str) -> None:
        """Raises `BadInput` for an address to which no letter can go."""
        if kind not in self.kinds:
            raise BadInput(f"this table sends nothing by {kind}", where="kind", hint=", ".join(self.kinds))
        if kind == "mail":
            check_mail(address)
        elif kind == "webhook":
            check_target(address, anywhere=self.anywhere)
        else:
            services.check_address(address, self.services)

    def send(self, kind: str, address: str, letter: Letter, about: dict[str, str]) -> None:
        """Deliver a letter; raises what went wrong. In a thread: it may take long."""
        if kind == "mail" and self.mail is not None:
            self.mail.send(address, letter)
        elif kind == "webhook":
            webhook.call(address, letter, about, anywhere=self.anywhere)
        elif kind == "service":
            services.send(address, letter)
        else:
            raise OSError(f"no {kind} any more")


def _is_address(url: str) -> bool:
    """True for the address of a table: of a web server, perhaps of a folder on it, and nothing behind that.

    >>> [_is_address(one) for one in ("https://example.org/battles", "http://[::1", "example.org", "https://example.org/?a=b")]
    [True, False, False, False]
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment)
