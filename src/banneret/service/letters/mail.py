"""Mail: letters handed to the mail server that the host of the table names."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from banneret.kernel.errors import BadInput
from banneret.service.letters.addresses import check_mail

if TYPE_CHECKING:
    from banneret.service.letters.letter import Letter

LONGEST = 20.0  # seconds for each step of a delivery
HINT = "smtps://user:password@mail.example.org?from=table@example.org"


class MailServer(NamedTuple):
    """A mail server: `secure` from the first byte on, else by STARTTLS (`plain`: not even so)."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    secure: bool = False
    plain: bool = False

    @classmethod
    def read(cls, text: str) -> MailServer:
        """A mail server from its URL. Raises `BadInput`, which does not repeat the URL: it has a password."""
        try:
            parts = urlsplit(text)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise BadInput("it is not the URL of a mail server", where="mail", hint=HINT) from None
        words = parse_qs(parts.query)
        sender, tls = words.pop("from", [""])[0], words.pop("tls", ["yes"])[0]
        if parts.scheme not in ("smtp", "smtps") or not host or words or tls not in ("yes", "no"):
            raise BadInput("it is not the URL of a mail server", where="mail", hint=HINT)
        if not sender:
            raise BadInput("it does not say whom letters are from", where="mail", hint=HINT)
        secure = parts.scheme == "smtps"
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        found = port or (465 if secure else 587)
        return cls(host, found, check_mail(sender), user, password, secure, tls == "no")

    def send(self, to: str, letter: Letter) -> None:
        """Hand a letter over. Raises `OSError` (as are all errors of mail) where the server did not take it."""
        message = EmailMessage()
        message["Subject"] = letter.subject
        message["From"] = self.sender
        message["To"] = to
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text + "\n")
        context = ssl.create_default_context()
        if self.secure:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=LONGEST, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=LONGEST)
        with server:
            if not self.secure and not self.plain:
                server.starttls(context=context)
            if self.user:
                server.login(self.user, self.password)
            server.send_message(message)
