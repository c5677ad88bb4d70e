"""Marks of melees on the board: each pair of units in contact, the sums of both, and the exact odds of their melee.

Rules: battlesystem:1.6b, battlesystem:8.0, battlesystem:8.3h, battlesystem:8.4.
"""

from __future__ import annotations

from banneret.geometry.rectangles import FRONT, REAR, Rectangle
from banneret.kernel.scene import Clash, Figure, Link, Odds
from banneret.kernel.tally import Tally
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.combat import attack_rolls, wading
from banneret.rulebooks.battlesystem.combat.fighting import still_striking
from banneret.rulebooks.battlesystem.combat.strikers import idle, striking
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.text.sentences import counted, strike
from banneret.rulebooks.battlesystem.unit import FIELD, Unit
from banneret.rulebooks.battlesystem.view.forecasts import melees as melee_forecasts
from banneret.rulebooks.battlesystem.view.pieces import rounded, unit_id, unit_piece


def fights(state: State, viewer: Viewer) -> tuple[Link, ...]:
    """The links between enemy units in contact, with the attack sums of both and the odds as the viewer sees them.

    Rules: battlesystem:8.0, battlesystem:8.4.
    """
    bouts = None if state.bouts is None else {(bout.first, bout.second): bout for bout in state.bouts}
    now = (state.bouts[0].first, state.bouts[0].second) if state.bouts else None
    order = state.ranking or tuple(range(len(state.setting.names)))
    found: list[Link] = []
    for unit in sorted(
        [one for one in state.units.values() if one.status == FIELD],
        key=lambda one: (order.index(one.side), one.id),
    ):
        for number in contacts.enemies_touching(state, unit):
            other = state.units[number]
            if order.index(other.side) < order.index(unit.side):
                continue
            pair = (unit.id, number)
            if bouts is not None and pair not in bouts:
                found.append(_settled(state, unit, other))
                continue
            melee = melee_forecasts.melee(state, unit, other, bouts[pair] if bouts is not None else None)
            odds = melee_forecasts.told(state, melee, other if other.side == viewer.side else unit)
            found.append(_fight(state, unit, other, odds, pair == now))
    return tuple(found)


def _settled(state: State, unit: Unit, other: Unit) -> Link:
    text = f"{st.name(state, unit)} against {st.name(state, other)}, fought out"
    return Link("settled", (unit_id(unit), unit_id(other)), _seam(state, unit, other), text)


def _fight(state: State, unit: Unit, other: Unit, odds: Odds, now: bool) -> Link:
    sums = (attack_figure(state, unit, other), attack_figure(state, other, unit))
    text = f"{st.name(state, unit)} against {st.name(state, other)}"
    pair = (unit_id(unit), unit_id(other))
    return Link("fight", pair, _seam(state, unit, other), text, sums, now, odds, "2d6")


def _seam(state: State, unit: Unit, other: Unit) -> tuple[float, float]:
    """The point for the mark of a contact: at the end of the line along which two units touch, where it hides the fewest figures."""
    touches = contacts.touches(state, unit, other)
    spots = [_between(standing.base_of(unit, t.figure), standing.base_of(other, t.other)) for t in touches]
    return rounded(max(spots))


def _between(first: Rectangle, second: Rectangle) -> tuple[float, float]:
    return (first.x + second.x) / 2.0, (first.y + second.y) / 2.0


def attack_figure(state: State, attacker: Unit, defender: Unit) -> Figure:
    """The attack sum of a unit, to which 2d6 are added, with its parts; "none" if it is routed. Rules: battlesystem:8.3, battlesystem:8.4."""
    name = st.name(state, attacker)
    if attacker.routed:
        return Figure(name, "none", ((0, "routed: it does not attack", "battlesystem:6.4"),), kind="none")
    tally = Tally(f"{name}: attack")
    aspect = contacts.aspect(state, attacker, defender)
    attack_rolls.attack_sum(state, attacker, defender, aspect, tally)
    figures = striking(state, attacker, defender)
    lent = idle(state, attacker, defender, figures)
    for bout in state.bouts or ():
        if {bout.first, bout.second} == {attacker.id, defender.id}:
            figures, lent = still_striking(state, bout, attacker.id)[0], bout.lent_by(attacker.id)
    wading.explain(state, attacker, defender, figures, tally, lent)
    parts = tuple(tally.parts)
    where = attack_rolls.ASPECTS[attack_rolls.side_met(state, attacker, defender, aspect)]
    return Figure(name, str(tally.total), parts, "battlesystem:8.4", where)


def clash(state: State, links: tuple[Link, ...]) -> Clash | None:
    """The bout that is being fought, with both units; None outside the melees. Rule: battlesystem:1.6b."""
    link = next((one for one in links if one.now and one.pieces[0].startswith("u")), None)
    if link is None or not stages.is_fighting(state.stage):
        return None
    pair = [state.units[int(word[1:])] for word in link.pieces]
    lines: list[str] = []
    bout = (state.bouts or [])[0]
    for unit, other in ((pair[0], pair[1]), (pair[1], pair[0])):
        figures, aspect = still_striking(state, bout, unit.id)
        aspect = attack_rolls.side_met(state, unit, other, aspect)
        where = "" if aspect == FRONT else " from behind" if aspect == REAR else " in the flank"
        count = attack_rolls.count_of(unit, figures, bout.lent_by(unit.id))
        who = f"{counted(count)} of {st.name(state, unit)} {strike(count)}"
        lines.append(f"{who} {st.name(state, other)}{where}")
    return Clash(
        link.text,
        "",
        tuple([unit_piece(state, unit) for unit in pair]),
        link.sums,
        lines=tuple(lines),
        odds=link.odds,
    )
