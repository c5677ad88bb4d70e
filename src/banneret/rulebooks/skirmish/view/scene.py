"""The scene of a seat: the board, the creatures, gold, hands as far as the seat knows them, and the chain."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from banneret.kernel.scene import Board, Clock, Piece, Scene, SideView, Stage, Track, Tray, Turns, letters
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.army.grounds import drawn
from banneret.rulebooks.skirmish.state import NOBODY, Creature, State
from banneret.rulebooks.skirmish.tables.actions import action_cards
from banneret.rulebooks.skirmish.tables.creatures import creature_cards
from banneret.rulebooks.skirmish.turn.ending import team_name, totals
from banneret.rulebooks.skirmish.view.chain import clash_of, links_of
from banneret.rulebooks.skirmish.view.pieces import action_piece, creature_id, creature_piece, deck_piece

MOST_CARDS: Final = 4096  # cards in trays cached: the same lie in the same places again and again


def scene(state: State, viewer: Viewer) -> Scene:
    """The scene of a viewer. Rules: skirmish:info.public, skirmish:setup.hands."""
    return scenes(state)(viewer)


def scenes(state: State) -> Callable[[Viewer], Scene]:
    """The scenes of all viewers; all but the hands is the same for all."""
    setting = state.setting
    phase, segment = stages.NAMES[state.stage]
    common = Scene(
        rulebook="skirmish",
        scenario=setting.scenario,
        title=setting.title,
        seat="",
        sides=_sides(state),
        board=_board(state),
        clock=Clock("Turn", state.turn) if state.turn else Clock("Before the battle"),
        stage=Stage(phase, segment),
        pieces=tuple([creature_piece(state, creature) for creature in state.creatures]),
        tracks=tuple(_tracks(state)),
        clash=None if state.chain is None else clash_of(state, state.chain),
        links=() if state.chain is None else tuple(links_of(state, state.chain)),
        turns=tuple(_turns(state)),
    )
    piles = [_piles(state, side) for side in range(len(state.armies))]

    def seen_by(viewer: Viewer) -> Scene:
        seat = setting.ids[viewer.side] if viewer.is_side else viewer.name
        trays: list[Tray] = []
        for side, open_to_all in enumerate(piles):
            trays += _hands(state, side, viewer)
            trays += open_to_all
        return replace(common, seat=seat, trays=tuple(trays))

    return seen_by


def _turns(state: State) -> list[Turns]:
    """The creatures of each side in groups: acting, still to act and done in its own turn, else untapped and tapped ones.

    Rules: skirmish:activation.once, skirmish:info.public.
    """
    count = len(state.armies)
    first = max(state.active, 0)
    found: list[Turns] = []
    for side in [(first + step) % count for step in range(count)]:
        groups: dict[str, list[str]] = {}
        if side == state.active and stages.BEFORE_ACTIONS <= state.stage <= stages.AFTER_ACTIVATION:
            groups = {"Acting now": [], "Still to act": [], "Done": []}
        else:
            groups = {"May answer": [], "Cannot, tapped": []}
        for creature in state.creatures:
            if creature.side == side:
                groups[_standing(state, creature, list(groups))].append(creature_id(creature))
        found += [Turns(side, title, tuple(ids)) for title, ids in groups.items() if ids]
    return found


def _standing(state: State, creature: Creature, titles: list[str]) -> str:
    """The title under which a creature is listed. Rules: skirmish:activation.once, skirmish:activation.tapped."""
    if len(titles) == 2:
        return titles[int(creature.tapped)]
    return titles[0 if creature.id == state.acting else 2 if creature.activated else 1]


def _sides(state: State) -> tuple[SideView, ...]:
    """The sides with their public counts. Rules: skirmish:info.public, skirmish:setup.vault."""
    setting = state.setting
    found = []
    for side, letter in enumerate(letters(list(setting.names))):
        army = state.armies[side]
        counts = (
            ("vault", army.vault),
            ("supply", army.supply),
            ("points", army.points),
            ("action cards", len(army.action_hand)),
            ("creature cards", len(army.creature_hand)),
            ("action deck", len(army.actions)),
            ("creature deck", len(army.creatures)),
        )
        active = side == state.active != NOBODY
        found.append(SideView(setting.ids[side], setting.names[side], letter, counts, active))
    return tuple(found)


def _board(state: State) -> Board:
    """The squares; places without a tile are no squares. Rules: skirmish:board.squares, skirmish:setup.board.start-areas."""
    board = state.setting.board
    return drawn(board.rows, board.grid.names, board.starts)


def _hands(state: State, side: int, viewer: Viewer) -> list[Tray]:
    """The hands of a side, as a viewer knows them. Rule: skirmish:info.public."""
    army = state.armies[side]
    name = state.setting.names[side]
    own = viewer.owns(side)
    shown = army.action_hand if own else army.known
    return [
        Tray(
            f"hand{side}",
            f"Hand of {name}",
            side,
            tuple([_card(card, side, place) for place, card in enumerate(shown)]),
            len(army.action_hand),
            "hand",
            "Hand",
        ),
        Tray(
            f"recruits{side}",
            f"Creatures of {name}",
            side,
            tuple([_recruit(card, side, place) for place, card in enumerate(army.creature_hand)])
            if own
            else (),
            len(army.creature_hand),
            "recruits",
            "Creatures to deploy",
        ),
    ]


def _piles(state: State, side: int) -> list[Tray]:
    """The discard piles of a side, which lie open. Rule: skirmish:deck.discard."""
    army = state.armies[side]
    name = state.setting.names[side]
    found: list[Tray] = []
    if army.action_discard:
        pile = tuple([_card(card, side, 100 + place) for place, card in enumerate(army.action_discard)])
        found.append(
            Tray(f"played{side}", f"Discarded by {name}", side, pile, len(pile), "pile", "Discarded")
        )
    if army.creature_discard:
        fallen = tuple(
            [_recruit(card, side, 100 + place) for place, card in enumerate(army.creature_discard)]
        )
        found.append(
            Tray(f"fallen{side}", f"Fallen of {name}", side, fallen, len(fallen), "fallen", "Fallen")
        )
    return found


@lru_cache(maxsize=MOST_CARDS)
def _card(number: int, side: int, place: int) -> Piece:
    """An action card in a tray, cached for all battles."""
    return action_piece(action_cards()[number], side, place)


@lru_cache(maxsize=MOST_CARDS)
def _recruit(number: int, side: int, place: int) -> Piece:
    """A creature card in a tray, cached for all battles."""
    return deck_piece(creature_cards()[number], side, place)


def _tracks(state: State) -> list[Track]:
    """The goal, the score and the vaults. Rules: skirmish:end.final, skirmish:end.trigger."""
    ending = (
        "The battle ends with this turn"
        if state.ending
        else "Keep gold in your vault, and empty theirs: gold they cannot pay is points for you"
    )
    found = [Track("goal", ending, rule="skirmish:end.trigger", kind="goal")]
    if state.turn:
        found.append(Track("turn", str(state.turn), rule="skirmish:turn.sequence", kind="turn"))
    for team, total in enumerate(totals(state)):
        found.append(
            Track("if it ended now", f"{team_name(state, team)} {total}", team, rule="skirmish:end.final")
        )
    for side, army in enumerate(state.armies):
        found.append(Track("vault", str(army.vault), side, rule="skirmish:setup.vault"))
        found.append(Track("supply", str(army.supply), side, rule="skirmish:gold.conservation"))
    return found
