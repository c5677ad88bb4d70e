"""Addresses on the net that a stranger names: which of them are public, so that a server sends nothing into its own network."""

from __future__ import annotations

import re
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from banneret.kernel.errors import BadInput

Kind = Literal["mail", "webhook", "service"]

MOST_ADDRESS = 500
MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)*[A-Za-z0-9-]{1,63}\Z")
# Ways in which an address of one kind carries another: what they carry might be anything.
CARRIERS = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))
PORTS = (80, 443)  # of the small ones those alone: no mail, no database, no shell


class Target(NamedTuple):
    """A webhook's address, taken apart."""

    secure: bool
    host: str
    port: int
    path: str


def check_mail(text: str) -> str:
    """A mail address. Raises `BadInput`."""
    if len(text) > 254 or not MAIL.match(text):
        raise BadInput("it is not a mail address", where="address", hint="name@example.org")
    return text


def check_target(text: str, *, anywhere: bool) -> Target:
    """The address of a webhook; `anywhere`: within the server's own network too. Raises `BadInput`."""
    hint = "https://example.org/hook"
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadInput("it is not a web address", where="address", hint=hint) from None
    plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= MOST_ADDRESS
    if parts.scheme not in ("http", "https") or not host or not plain or parts.username is not None:
        raise BadInput("it is not a web address", where="address", hint=hint)
    port = port or (443 if parts.scheme == "https" else 80)
    if not anywhere and port not in PORTS and port < 1024:
        raise BadInput(f"port {port} is not for webhooks", where="address", hint="80, 443, or 1024 and above")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", host, port, path)


def is_public(text: str) -> bool:
    """True if an address belongs to the open net.

    >>> [is_public(one) for one in ("1.1.1.1", "127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:10.0.0.1", "2606:4700::1")]
    [True, False, False, False, False, False, True]
    """
    try:
        found: IPv4Address | IPv6Address = ip_address(text)
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif any(found in one for one in CARRIERS):
            return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


def resolved(host: str, port: int, *, anywhere: bool) -> str:
    """The address to connect to. Raises `OSError` where one of the name's addresses is not public: such a name is a trap."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    if not addresses or not (anywhere or all(is_public(one) for one in addresses)):
        raise OSError("not a public address")
    return addresses[0]
