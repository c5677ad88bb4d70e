"""Scenarios: those that come with the rulebook, and those that people bring, checked down to the last word.

Rules: skirmish:setup.players, skirmish:setup.factions, skirmish:setup.board.ready-made, skirmish:setup.vault, skirmish:team.sides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest, shown
from banneret.kernel.fields import Fields
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.skirmish.army.decks import (
    Deck,
    action_deck,
    creature_deck,
    faction_of,
    from_data,
    read_deck,
)
from banneret.rulebooks.skirmish.army.options import flags_of
from banneret.rulebooks.skirmish.setup.new_state import new_state
from banneret.rulebooks.skirmish.state import Setting, State
from banneret.rulebooks.skirmish.tables.actions import action_card, action_cards
from banneret.rulebooks.skirmish.tables.boards import MOST_TILES, Board, board, board_ids, build, read_pieces
from banneret.rulebooks.skirmish.tables.creatures import creature_card, creature_cards, factions
from banneret.rulebooks.skirmish.tables.numbers import VAULT

LEVELS: Final = ("basic", "advanced")
PLAYERS: Final = (2, 4)
TEAM_SQUARES: Final = 16
"""The fewest squares of a start area that two players share. Rule: skirmish:team.setup."""
MOST_GOLD: Final = 60
"""The most gold that a scenario may put into a vault; unless it says so there are 20. Rule: skirmish:setup.vault."""
MOST_CARDS: Final = 40
"""The most cards that a scenario may give to a player."""
_WORD: Final = re.compile(r"[a-z][a-z0-9_-]{0,29}")


def read_scenario(data: Mapping[str, Any], where: str) -> Scenario:
    """A scenario from the plain data of a file or a record; raises `BadInput` naming the field."""
    top = Fields(data, where)
    name, title = top.text("id"), top.text("title")
    level = top.word("level", LEVELS, "basic")
    sides = top.words("sides", 4)
    summary = top.text("summary", title, most=400)
    kind = top.text("kind", "scenario")
    inner = top.table("data")
    top.end()
    if len(sides) not in PLAYERS or len(set(sides)) != len(sides):
        raise top.wrong("sides: 2 or 4 different ones are expected")
    if not _WORD.fullmatch(name) or not all(_WORD.fullmatch(one) for one in sides):
        raise top.wrong("id and sides: words of small letters, digits, - and _ are expected")
    scenario = Scenario(name, title, level, sides, summary, _terms(inner, len(sides)), kind)
    setting_of(scenario, {})
    return scenario


def _terms(row: Fields, players: int) -> dict[str, Any]:
    """The table `data` of a scenario, field by field, as plain data."""
    plain: dict[str, Any] = {
        "names": list(row.words("names", players)),
        "factions": list(row.words("factions", players)),
        "first": row.number("first", 0, most=players - 1),
    }
    known = factions()
    if len(plain["names"]) != players or len(set(plain["names"])) != players:
        raise row.wrong(f"names: {players} different ones are expected")
    if len(plain["factions"]) != players or any(one not in known for one in plain["factions"]):
        raise row.wrong(f"factions: {players} of {', '.join(known)} are expected")
    if row.has("tiles"):
        plain["tiles"] = [_lying(piece, row.where) for piece in row.rows("tiles", MOST_TILES)]
        plain["name"] = row.text("name", "A board of its own")
    else:
        plain["board"] = row.word("board", board_ids())
    if row.has("decks"):
        decks = row.rows("decks", players)
        if len(decks) != players:
            raise row.wrong(f"decks: {players} tables are expected, an empty one for the decks of a faction")
        plain["decks"] = [read_deck(Fields(deck, f"{row.where}: decks")) for deck in decks]
    if row.has("standing"):
        sides = row.rows("standing", players)
        if len(sides) != players or not all(isinstance(side, list) and len(side) <= 16 for side in sides):
            raise row.wrong(f"standing: {players} lists of at most 16 creatures are expected")
        plain["standing"] = [[_standing(one, row.where) for one in side] for side in sides]
        if row.has("reserve"):
            plain["reserve"] = _cards(row, "reserve", players, [one.id for one in creature_cards()])
    if row.has("cards"):
        plain["cards"] = _cards(row, "cards", players, [one.id for one in action_cards()])
    if row.has("gold"):
        plain["gold"] = _gold(row, known)
    row.end()
    return plain


def _gold(row: Fields, known: Sequence[str]) -> int | dict[str, int]:
    """The gold of each vault, or of that of each faction named. Rule: skirmish:setup.vault."""
    if not isinstance(row.get("gold", VAULT), Mapping):
        return row.number("gold", least=1, most=MOST_GOLD)
    table = row.table("gold")
    found = {name: table.number(name, VAULT, least=1, most=MOST_GOLD) for name in known if table.has(name)}
    table.end()
    return found


def _cards(row: Fields, field: str, players: int, known: list[str]) -> list[list[str]]:
    """The cards that a scenario gives to each player, by name."""
    sides = row.rows(field, players)
    if len(sides) != players or not all(isinstance(side, list) and len(side) <= MOST_CARDS for side in sides):
        raise row.wrong(f"{field}: {players} lists of at most {MOST_CARDS} cards are expected")
    for name in [one for side in sides for one in side]:
        if name not in known:
            raise row.wrong(f"{field}: there is no card {shown(name)}", nearest(str(name), known))
    return [list(side) for side in sides]


def _standing(data: Any, where: str) -> list[str]:
    """A creature that a scenario places, `["dragon-knight", "C3"]`; raises `BadInput`."""
    words = data if isinstance(data, list) and len(data) == 2 else ["", ""]
    row = Fields({"creature": words[0], "square": words[1]}, f"{where}: standing")
    return [creature_card(row.text("creature")).id, row.text("square")]


def _places(scenario: Scenario, ground: Board) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The creatures that a scenario places, each with room of its own."""
    row = Fields(scenario.data, f"scenario {scenario.id}: data")
    taken: list[int] = []
    found: list[tuple[tuple[int, int], ...]] = []
    for side in scenario.data.get("standing", []):
        mine: list[tuple[int, int]] = []
        for name, square in side:
            card = creature_card(name)
            if square not in ground.grid.names:
                raise row.wrong(f"standing: there is no square {square[:10]!r}")
            place = ground.grid.names.index(square)
            squares = ground.grid.spaces[card.across - 1][place]
            if not squares or any(one in taken for one in squares):
                raise row.wrong(f"standing: there is no room for {card.name} in {square}")
            taken += squares
            mine.append((card.index, place))
        found.append(tuple(mine))
    return tuple(found)


def _lying(piece: Any, where: str) -> dict[str, Any]:
    """A tile of a board that was built, as plain data."""
    fields = Fields(piece, f"{where}: tiles")
    return {
        "tile": fields.text("tile"),
        "face": fields.text("face"),
        "at": fields.rows("at", 2),
        "turn": fields.number("turn", 0, most=270),
    }


def board_of(scenario: Scenario, pinholes: bool) -> Board:
    """The board of a scenario, ready-made or joined from its tiles. Rules: skirmish:setup.board.join, skirmish:setup.board.ready-made."""
    data = scenario.data
    if "board" in data:
        return board(data["board"], pinholes)
    return build(scenario.id, data["name"], read_pieces(data["tiles"], scenario.id), pinholes)


def setting_of(scenario: Scenario, options: Mapping[str, str]) -> Setting:
    """All of a battle that never changes; raises `BadInput` if the parts of a scenario do not fit together."""
    data = scenario.data
    row = Fields(data, f"scenario {scenario.id}: data")
    ground = board_of(scenario, options.get("los-pinholes", "closed") == "open")
    if len(scenario.sides) == PLAYERS[1] and any(len(area) < TEAM_SQUARES for area in ground.starts):
        hint = "tiles with larger start areas"
        raise row.wrong(f"board: teams need start areas of {TEAM_SQUARES} squares", hint)
    standing = _places(scenario, ground)
    decks = _decks(scenario, options.get("deck-counts", "balanced") == "as-in-text")
    actions = [deck.actions for deck in decks]
    if "cards" in data:
        actions = [tuple([action_card(name).index for name in side]) for side in data["cards"]]
    creatures = [deck.creatures for deck in decks]
    vaults = _vaults(scenario, decks, options.get("vaults", "scenario") == "printed")
    if standing:  # nobody comes but those in reserve
        reserve = data.get("reserve", [[]] * len(standing))
        creatures = [
            (*[card for card, _ in side], *[creature_card(name).index for name in later])
            for side, later in zip(standing, reserve, strict=True)
        ]
    return Setting(
        scenario.id,
        scenario.title,
        tuple(data["names"]),
        tuple(data["factions"]),
        ground,
        flags_of(options),
        scenario.sides,
        tuple(actions),
        tuple(creatures),
        data["first"],
        standing,
        vaults,
    )


def _vaults(scenario: Scenario, decks: list[Deck], printed: bool) -> tuple[int, ...]:
    """The gold in the vault of each side: the scenario gives it for all, or for each faction, to sides with that faction's whole decks.

    With `printed`, gold by faction is ignored. Rule: skirmish:setup.vault.
    """
    gold = scenario.data.get("gold", VAULT)
    if not isinstance(gold, Mapping):
        return tuple([gold] * len(decks))
    return tuple([VAULT if printed else gold.get(faction_of(deck), VAULT) for deck in decks])


def _decks(scenario: Scenario, as_in_text: bool) -> list[Deck]:
    """The decks of each side: its own if it brings some, else its faction's. Rules: skirmish:setup.factions, skirmish:setup.deck-counts."""
    own = scenario.data.get("decks") or [{}] * len(scenario.sides)
    return [
        from_data(deck["creatures"], deck["actions"])
        if deck
        else Deck(creature_deck(faction, as_in_text), action_deck(faction, as_in_text))
        for deck, faction in zip(own, scenario.data["factions"], strict=True)
    ]


def open_battle(scenario: Scenario, options: Mapping[str, str]) -> State:
    """The state before anything was rolled or asked. Rule: skirmish:setup.factions."""
    brought = scenario.data["factions"]
    own = [from_data(deck["creatures"], deck["actions"]) for deck in scenario.data.get("decks", ()) if deck]
    if options.get("own-decks") == "faction" and not all(faction_of(deck) for deck in own):
        raise BadInput(
            "a side brings a deck of its own", where=scenario.id, hint="the option own-decks allows it"
        )
    same = len(brought) == PLAYERS[0] and brought[0] == brought[1] and "standing" not in scenario.data
    if same and not own and options.get("mirror-match") == "false":
        raise BadInput(
            "both sides bring the same faction", where=scenario.id, hint="the option mirror-match allows it"
        )
    return new_state(setting_of(scenario, options))
