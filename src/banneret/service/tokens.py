"""Secret links: 128 random bits a seat. Only their digest is stored."""

from __future__ import annotations

import base64
import hashlib
import secrets


def new_token() -> str:
    """A fresh token of 128 random bits, fit for a link."""
    return secrets.token_urlsafe(16)


def following_token(token: str) -> str:
    """The token with which the bearer of another sits down at the battle after it: made from that one alone, so that nobody else knows it."""
    made = hashlib.sha256(b"banneret next battle\n" + token.encode()).digest()[:16]
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def new_battle_id() -> str:
    """A fresh public name of a battle; knowing it gives no right to anything."""
    return secrets.token_hex(8)


def digest(token: str) -> str:
    """The stored form of a token. The token has 128 random bits, so a plain hash cannot be guessed back."""
    return hashlib.sha256(b"banneret seat\n" + token.encode()).hexdigest()
