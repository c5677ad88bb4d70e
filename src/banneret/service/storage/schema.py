"""The tables of the database, and what is added to those that an earlier version made."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()


def _battle() -> sa.Column[str]:
    """The battle that a row belongs to."""
    return sa.Column(
        "battle", sa.String(40), sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True
    )


battles = sa.Table(
    "battles",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("rulebook", sa.String(60), nullable=False),
    sa.Column("head", sa.Text, nullable=False),
    sa.Column("seed", sa.String(200), nullable=False, default=""),
    sa.Column("private", sa.Boolean, nullable=False, default=False),
    sa.Column("over", sa.Boolean, nullable=False, default=False),
    sa.Column("paused", sa.Text, nullable=False, default=""),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    # Views of its seats are numbered from here when it comes into memory next: beyond all that were ever sent.
    sa.Column("views", sa.BigInteger, nullable=False, server_default="0"),
    # Begun by the host of the table, or in the terminal: the tokens of its seats can be made again from the host's key.
    sa.Column("hosted", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
)

entries = sa.Table(
    "entries",
    metadata,
    _battle(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("line", sa.Text, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    _battle(),
    sa.Column("name", sa.String(80), primary_key=True),
    sa.Column("side", sa.String(80), nullable=False),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("mine", sa.Boolean, nullable=False, default=False),
    # When the seat was last shown something of the battle; 0: by a version that did not know.
    sa.Column("seen", sa.Float, nullable=False, default=0.0, server_default="0"),
    # The name under which the token was made, where the seat has changed sides since.
    sa.Column("origin", sa.String(80), nullable=False, default="", server_default=""),
    # What the player goes by.
    sa.Column("person", sa.String(40), nullable=False, default="", server_default=""),
)

# The sides that are left to guests; one is free as long as there is no seat of its name. `claim` is the digest of the guest's own
# secret, `since` the number of entries when the guest came (-1: the battle began since, with the guest's army).
places = sa.Table(
    "places",
    metadata,
    _battle(),
    sa.Column("side", sa.String(80), primary_key=True),
    sa.Column("opened", sa.Boolean, nullable=False, default=False),
    sa.Column("claim", sa.String(64), nullable=False, default=""),
    sa.Column("since", sa.Integer, nullable=False, default=0),
)

# Invitations to the free sides of a battle, by the digest of their token: to one, or to any (an empty side). Void ones are known as such.
invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column(
        "battle", sa.String(40), sa.ForeignKey("battles.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("side", sa.String(80), nullable=False),
    sa.Column("swap", sa.Boolean, nullable=False, default=False),
    sa.Column("void", sa.Boolean, nullable=False, default=False),
    sa.Column("made", sa.Float, nullable=False),
)

# Requests that have been answered: with which view, and a fingerprint of what was asked.
answered = sa.Table(
    "answered",
    metadata,
    _battle(),
    sa.Column("seat", sa.String(80), primary_key=True),
    sa.Column("request", sa.String(64), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("what", sa.String(16), nullable=False, server_default=""),
)

# The seeds of a battle after its first: when it was ended and then resumed.
later_seeds = sa.Table(
    "seeds",
    metadata,
    _battle(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seed", sa.String(200), nullable=False),
)

# Battles that wait for armies, and what is settled so far: gone when the battle begins.
gatherings = sa.Table(
    "gatherings",
    metadata,
    _battle(),
    sa.Column("text", sa.Text, nullable=False),
)

# Undo requests that wait for an answer, under the name that the table had in the first versions.
undo_requests = sa.Table(
    "wishes",
    metadata,
    _battle(),
    sa.Column("text", sa.Text, nullable=False),
)

# Battles that a terminal has taken out of the store, and the name of its process.
holds = sa.Table(
    "holds",
    metadata,
    _battle(),
    sa.Column("holder", sa.String(80), nullable=False),
)

# What a list shows of a battle to a seat, as it stood when it was made: `stamp` tells when that was.
summaries = sa.Table(
    "summaries",
    metadata,
    _battle(),
    sa.Column("seat", sa.String(80), primary_key=True),
    sa.Column("stamp", sa.String(80), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

# Reports of battles that are over, piece by piece as they were counted.
reports = sa.Table(
    "reports",
    metadata,
    _battle(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

words = sa.Table(
    "words",
    metadata,
    _battle(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.String(80), nullable=False),
    sa.Column("text", sa.String(300), nullable=False),
)

# Where seats want to be written to, and which letter is due when.
notices = sa.Table(
    "notices",
    metadata,
    _battle(),
    sa.Column("seat", sa.String(80), primary_key=True),
    sa.Column("kind", sa.String(20), primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("token", sa.String(40), nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("hours", sa.Integer, nullable=False),
    sa.Column("due", sa.Float, nullable=False),
    sa.Column("told", sa.Integer, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
)

# The clock of a battle by mail.
clocks = sa.Table("clocks", metadata, _battle(), sa.Column("text", sa.Text, nullable=False))

PARTS = (
    clocks,
    notices,
    holds,
    answered,
    words,
    entries,
    later_seeds,
    gatherings,
    undo_requests,
    summaries,
    reports,
    invitations,
    places,
    seats,
)


def make_tables(engine: sa.Engine) -> None:
    """Make what is missing: all tables of a new database, in an older one what has come since. Every new column has a default."""
    metadata.create_all(engine)
    known = {name: {one["name"] for one in sa.inspect(engine).get_columns(name)} for name in metadata.tables}
    for table in metadata.sorted_tables:
        for column in table.columns:
            if column.name not in known[table.name]:
                words = sa.schema.CreateColumn(column).compile(dialect=engine.dialect)
                with engine.begin() as connection:
                    connection.execute(sa.text(f"ALTER TABLE {table.name} ADD COLUMN {words}"))
