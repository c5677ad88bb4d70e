"""Seals: commitments to secret orders, published when an order is accepted, opened when the battle is over.

A commitment must neither equal nor betray what it hides: it carries a label of its own, and a salt that nobody can foresee.
`docs/record-format.md` tells how it is made; `banneret.kernel.verify` makes it a second time, from there alone.
"""

from __future__ import annotations

import hashlib

SALT_LENGTH = 32


def seal(salt: str, side: str, order: str) -> str:
    """The commitment to an order (in its text form) of a side.

    >>> seal("5f" * 16, "groves", "reveal 4")[:16]
    'ce6656615fd2d9cf'
    """
    return hashlib.sha256(f"banneret order commitment 1\n{salt}\n{side} > {order}".encode()).hexdigest()


def new_salt(secret: str, before: str, again: str) -> str:
    """A salt that nobody can foresee who does not know `secret`.

    `before` is the hash of the record up to here, so that no two entries share a salt; `again` tells a second sealing in the same
    place from the first, and is drawn at random where that is not known to be the first. Otherwise nothing is drawn, so that the same
    seed and orders make the same record.
    """
    told = f"banneret salt 1\n{secret}\n{before}\n{again}"
    return hashlib.sha256(told.encode()).hexdigest()[:SALT_LENGTH]
