"""Phase 1, Recruit: drawing units, artifacts and spells."""

from __future__ import annotations

from bisect import insort

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.control import controlled
from banneret.rulebooks.stacks.board.habitat import on_coast
from banneret.rulebooks.stacks.board.stacks import add_unit, is_usable
from banneret.rulebooks.stacks.stages import DEPLOY
from banneret.rulebooks.stacks.state import DRAWN, NOBODY, RESERVE, ArtifactChit, State
from banneret.rulebooks.stacks.tables.eligibility import can_use
from banneret.rulebooks.stacks.tables.kinds import Artifact
from banneret.rulebooks.stacks.tables.names import side_title
from banneret.rulebooks.stacks.text.wording import many, opening, the

ARTIFACTS = "artifacts"


def recruit(state: State, table: Table) -> None:
    """Step RECRUIT: ask for one draw; with the last one draw the spells of the turn and go on to the Deploy Phase.

    Rule: stacks:recruit.draw, stacks:recruit.spells, stacks:turn.phases.
    """
    side = state.active
    if state.draws > 0:
        piles = open_piles(state, side)
        if not piles:
            state.draws = 0
            if table.telling:
                name = side_title(state.setting.side_names[side])
                text = f"{name} had no pile to draw from."
                table.tell(Event("recruit", text, "stacks:recruit.draw", side=side))
        else:
            pile = piles[0]
            if len(piles) > 1:
                options: list[Order] = [("draw", name) for name in piles]
                pile = table.ask(Choice("recruit", side, "stacks:recruit.draw", options))[1]
            if pile == ARTIFACTS:
                draw_artifact(state, table, side)
            else:
                draw_unit(state, table, side, pile)
            state.draws -= 1
        if state.draws > 0:
            return
    for _ in range(state.setting.spells_per_turn):
        draw_spell(state, table, side, "stacks:recruit.spells")
    state.stage = DEPLOY


def open_piles(state: State, side: int) -> list[str]:
    """The piles a side may draw from now: of its lists where it controls the terrain, and the artifacts.

    Rule: stacks:recruit.terrain, stacks:recruit.draw, stacks:recruit.artifact.
    """
    setting = state.setting
    held = controlled(state, side)
    grounds: list[str] = []
    for hex_ in held:
        ground = setting.terrain[hex_]
        if ground not in grounds:
            grounds.append(ground)
    found: list[str] = []
    for name in setting.lists[side]:
        if not state.piles[name]:
            continue
        if name in grounds or (name == "Sea" and on_coast(state, held)):
            found.append(name)
    if setting.artifact_draws and state.artifact_pile:
        found.append(ARTIFACTS)
    return found


# ---------------------------------------------------------------- draws


def draw_unit(state: State, table: Table, side: int, pile: str) -> None:
    """Draw a blind chit from a pile that all see, hidden into the Reserve.

    Rule: stacks:recruit.draw, stacks:recruit.piles, stacks:hidden.hand.
    """
    chits = state.piles[pile]
    kind = chits.pop(table.draw(len(chits), f"a chit of the {pile} pile", side, side))
    add_unit(state, kind, side, RESERVE, DRAWN)
    if table.telling:
        name = side_title(state.setting.side_names[side])
        text = f"{name} drew a unit from the {pile} pile."
        public = {"pile": pile}
        table.tell(Event("recruit", text, "stacks:recruit.draw", side=side, data=public, besides=side))
        mine = f"{name} drew {state.setting.kinds[kind].name} from the {pile} pile."
        data = {"pile": pile, "unit": state.setting.kinds[kind].id}
        table.tell(
            Event("recruited", mine, "stacks:recruit.draw", side=side, to=(side,), reveals=True, data=data)
        )


def draw_artifact(state: State, table: Table, side: int) -> None:
    """Draw a blind artifact and give it at once to an own unit; without one that can take it, return it to the pile.

    Rule: stacks:recruit.artifact.
    """
    at = table.draw(len(state.artifact_pile), "an artifact", side, side)
    kind = state.artifact_pile[at]
    artifact = state.setting.artifact_kinds[kind]
    if table.telling:
        name = side_title(state.setting.side_names[side])
        text = f"{name} drew an artifact."
        table.tell(Event("artifact", text, "stacks:recruit.artifact", side=side, besides=side))
        mine = f"{name} drew {the(artifact.name)}: {artifact.text}"
        table.tell(Event("recruited", mine, "stacks:recruit.artifact", side=side, to=(side,), reveals=True))
    takers = artifact_takers(state, side)
    if not takers:
        if table.telling:
            mine = "Nobody can take it, and it went back to its pile."
            table.tell(Event("given", mine, "stacks:recruit.artifact", side=side, to=(side,)))
        return
    options: list[Order] = [("give", i) for i in takers]
    preset = _best_taker(state, artifact, takers)
    state.artifact_pile.pop(at)
    chit = ArtifactChit(kind, NOBODY)
    state.artifacts.append(chit)
    taker = int(table.ask(Choice("give", side, "stacks:recruit.artifact", options, preset))[1])
    chit.holder = taker
    if table.telling:
        holder = state.setting.kinds[state.units[taker].kind].name
        mine = f"{opening(the(holder))} took {the(artifact.name)}."
        data = {"unit": state.setting.kinds[state.units[taker].kind].id, "artifact": artifact.id}
        table.tell(Event("given", mine, "stacks:artifact.holder", side=side, to=(side,), data=data))


def artifact_takers(state: State, side: int) -> list[int]:
    """The units that may be given a drawn artifact: own ones on the map, neither paralyzed nor Sites. Rule: stacks:recruit.artifact."""
    kinds = state.setting.kinds
    units = [unit for unit in state.units if unit.side == side and unit.place >= 0 and is_usable(unit)]
    return [unit.id for unit in units if not kinds[unit.kind].site]


def _best_taker(state: State, artifact: Artifact, takers: list[int]) -> int:
    """The first of the takers that can use the artifact and holds the fewest; else the first."""
    kinds = state.setting.kinds
    best = -1
    fewest = 1000
    for place in range(len(takers)):
        unit = state.units[takers[place]]
        if can_use(artifact, kinds[unit.kind]):
            load = len([chit for chit in state.artifacts if chit.holder == unit.id])
            if load < fewest:
                best, fewest = place, load
    return max(best, 0)


def draw_spell(state: State, table: Table, side: int, rule: str) -> None:
    """Draw a blind spell chit into the hand; an empty pile is first made again from the discards.

    Rule: stacks:recruit.spells, stacks:spell.discard, stacks:setup.spells, stacks:hidden.hand.
    """
    if not state.spell_pile:
        if not state.spell_discards:
            return
        state.spell_pile = sorted(state.spell_discards)
        state.spell_discards = []
        if table.telling:
            text = "The spell discards were shuffled and became the new pile."
            table.tell(Event("spellpile", text, "stacks:spell.discard", side=NOBODY))
    kind = state.spell_pile.pop(table.draw(len(state.spell_pile), "a spell", side, side))
    insort(state.hands[side], kind)
    if table.telling:
        name = side_title(state.setting.side_names[side])
        hand = many(len(state.hands[side]), "spell")
        text = f"{name} drew a spell ({hand} in hand)."
        table.tell(Event("spell", text, rule, side=side, besides=side))
        mine = f"{name} drew {state.setting.spell_kinds[kind].name} ({hand} in hand)."
        table.tell(Event("recruited", mine, rule, side=side, to=(side,), reveals=True))
