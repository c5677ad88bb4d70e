"""The pieces of individuals: commanders above units, and heroes, each a figure by itself.

Rules: battlesystem:2.3b, battlesystem:4.8, battlesystem:4.10a, battlesystem:4.10b, battlesystem:5.0c, battlesystem:9.0, battlesystem:9.0b.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.scene import Base, Condition, Figure, Piece, Shape
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat.champions import harm
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE, HERO, MEMBER, UNIT_COMMANDER, Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.individuals.roles import rank_of, whose_deputy
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.mounted import mounts
from banneret.rulebooks.battlesystem.tables.sheets import Champion, Sheet
from banneret.rulebooks.battlesystem.text.missiles import missile_text
from banneret.rulebooks.battlesystem.text.pictures import commander_picture, unit_picture
from banneret.rulebooks.battlesystem.text.sentences import capital
from banneret.rulebooks.battlesystem.unit import CAPTURED, FLED, LOST, NOBODY, SLAIN, STUNNED, WOUNDED
from banneret.rulebooks.battlesystem.view.pieces import army_commander, leader_id, rounded

RANKS: Final = {
    ARMY: "Army Commander",
    BRIGADE: "Brigade Commander",
    HERO: "Hero",
    UNIT_COMMANDER: "Unit Commander",
    MEMBER: "Member of a unit",
}
FALLEN: Final = {
    SLAIN: "fallen",
    LOST: "killed",
    WOUNDED: "badly wounded",
    STUNNED: "unconscious",
    FLED: "left the field",
    CAPTURED: "captured",
}
"""The fates of individuals in words. Rules: battlesystem:9.1d, battlesystem:9.1e, battlesystem:9.1f, battlesystem:9.4b.hit-points."""
RATES: Final = {1: "1 in 2 rounds", 2: "1", 3: "3 in 2 rounds", 4: "2", 5: "5 in 2 rounds", 6: "3"}


def leader_piece(state: State, leader: Individual) -> Piece:
    """The piece of an individual, a figure by itself. Rules: battlesystem:2.3b, 4.10a, 4.10b, 5.0c, battlesystem:9.0."""
    sheet = state.setting.sheets[leader.id]
    champion = sheet.champion
    at = rounded((leader.x, leader.y))
    rank = rank_of(state, leader)
    commands = rank in (BRIGADE, ARMY, UNIT_COMMANDER)
    symbol = commander_picture(rank == ARMY)
    if champion is not None and not commands:
        symbol = unit_picture((champion.creature,), (champion.arms.weapon.id,))
    size = commander_figures.BASE if champion is None else champion.footprint
    words = f"command radius {sheet.radius:g} in of {sheet.name}"
    under = army_commander(state, leader.side) if rank == BRIGADE else ""
    return Piece(
        id=leader_id(leader.id),
        side=leader.side,
        place="",
        form="leader",
        name=sheet.name,
        symbol=symbol,
        label="" if champion is None else f"{max(0, harm.left(state, leader))} hp",
        detail=_detail(state, leader, sheet),
        figures=_figures(state, leader, sheet),
        states=tuple(_states(state, leader)),
        rule="battlesystem:4.10a" if commands else "battlesystem:9.4",
        at=at if leader.on_table else None,
        bases=(Base(at[0], at[1], leader.heading, "c"),) if leader.on_table else (),
        base=(size, size),
        zones=(Shape("circle", (at,), words, sheet.radius),) if leader.on_table and commands else (),
        under=under,
        kind="body",
    )


def _detail(state: State, leader: Individual, sheet: Sheet) -> str:
    """An individual in a line: rank, superior, command, hit points, on foot or mounted."""
    rank = rank_of(state, leader)
    text = RANKS[rank]
    if rank in (UNIT_COMMANDER, MEMBER) and (leader.post >= 0 or leader.unit >= 0):
        named = state.units[leader.unit if leader.post < 0 else leader.post].now.name
        text = f"{RANKS[UNIT_COMMANDER] if rank == UNIT_COMMANDER else 'Member'} of {named}"
    unit, superior = whose_deputy(state, leader)
    if unit >= 0:
        text += f", deputy commander of {state.units[unit].now.name}"
    elif superior >= 0:
        text += f", deputy of {state.setting.sheets[superior].name}"
    if rank not in (HERO, MEMBER):
        text += f", radius {sheet.radius:g} in, bonus {sheet.charisma:+d}"
    champion = sheet.champion
    if champion is not None:
        text += (
            f", {max(0, harm.left(state, leader))} of {champion.hit_points} hit points, {riding(champion)}"
        )
    return text


def riding(champion: Champion) -> str:
    """On foot or mounted, in words: "on a heavy warhorse"."""
    if champion.mount:
        return f"on a {mounts()[champion.mount].name.lower()}"
    return "in the saddle" if champion.rides else "on foot"


def _figures(state: State, leader: Individual, sheet: Sheet) -> tuple[Figure, ...]:
    """His ratings: those of command, and of his sheet if he fights. Rules: battlesystem:3.2, 4.8, 4.9, battlesystem:9.4."""
    found: list[Figure] = []
    champion = sheet.champion
    if sheet.radius > 0.0:
        found += [
            Figure("command radius", f"{sheet.radius:g} in", rule="battlesystem:4.8"),
            Figure("charisma bonus", f"{sheet.charisma:+d}", rule="battlesystem:4.9", kind="bonus"),
        ]
    if champion is not None:
        left = max(0, harm.left(state, leader))
        hits = "battlesystem:9.4b.hit-points"
        found += [
            Figure(
                "armor class", str(champion.armour_class), rule="battlesystem:9.4a.figure-attacks", short="AC"
            ),
            Figure("hit points", f"{left} of {champion.hit_points}", rule=hits, short="HP"),
            Figure(
                "attack rating",
                str(champion.attack_rating),
                rule="battlesystem:9.4a.hero-attacks",
                short="AR",
            ),
            Figure("attacks a round", RATES[champion.attacks], rule="battlesystem:9.4a.hero-attacks"),
            Figure("THAC0", str(champion.thac0), rule="battlesystem:9.4"),
            Figure(
                "saving throws", ", ".join([str(save) for save in champion.saves]), rule="battlesystem:3.2"
            ),
        ]
    rule = "battlesystem:5.0c" if champion is None else "battlesystem:9.0d"
    found.append(Figure("movement", f"{sheet.movement:g} in", rule=rule, short="MV" if champion else ""))
    return tuple(found)


def _states(state: State, leader: Individual) -> list[Condition]:
    """The states of an individual that are drawn and explained."""
    if leader.fate in FALLEN:
        return [Condition(FALLEN[leader.fate])]
    if leader.unit != NOBODY:
        return [Condition("with a unit", f"with {state.units[leader.unit].now.name}")]
    if not leader.on_table:
        return [Condition("off the table")]
    found: list[Condition] = []
    if footprints.champion(state, leader) is not None and footprints.is_held(state, leader):
        found.append(Condition("engaged", "in contact"))
    if leader.march:
        found.append(Condition("tired", f"{leader.march} worse to hit"))
    if leader.moved > 0.0 and state.stage == stages.MOVEMENT:
        found.append(Condition("moved"))
    return found


def arms_text(champion: Champion) -> list[str]:
    """His weapons in words, with damage against small and large."""
    arms = champion.arms
    small, large = ", ".join(arms.small), ", ".join(arms.large)
    found = [f"{arms.weapon.name} {small if small == large else f'{small} / {large}'}"]
    if champion.missile is not None:
        found.append(f"{champion.missile.name}: {missile_text(champion.missile)}")
    return [capital(text) for text in found]
