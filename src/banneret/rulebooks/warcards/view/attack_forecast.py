"""Forecasts of attacks, shown to a person before they declare: what it may do, and what answers it.

Worked out exactly by `odds` from what lies open on the table; what the other side means to do is not known, and the
assumption says what it is taken to do. Rules do not come here, so that the direct mode has nothing of it to carry.

Rules: warcards:attack.simultaneous, warcards:pike.double.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.scene import Odds
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.charges import levels_pikes
from banneret.rulebooks.warcards.attack.plans import Slot
from banneret.rulebooks.warcards.attack.steps import slots_of
from banneret.rulebooks.warcards.board.field import AREAS, NAMES, NUMBERS
from banneret.rulebooks.warcards.board.standing import enemy_of
from banneret.rulebooks.warcards.leaving.retreats import may_strike
from banneret.rulebooks.warcards.odds.blows import Blow, fate
from banneret.rulebooks.warcards.ratings.abilities import may_charge
from banneret.rulebooks.warcards.ratings.attacks import BOARDING, CHARGING, ON_THE_MOVE, STILL, STRIKE
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.text.wording import agree, label
from banneret.rulebooks.warcards.view.chances import dealt, struck, suffered
from banneret.rulebooks.warcards.view.throws import blow_throws

STAGES: Final = {
    "stationary": stages.STATIONARY,
    "charge": stages.CHARGE,
    "melee": stages.MELEE_STEP,
    "moving": stages.MOVING,
}


def attack_forecast(state: State, kind: str, subject: int, word: str) -> Odds | None:
    """The forecast of one word of a plan of attacks (`stationary`, `charge`, `melee`, `moving`): its effects, and the answers to it.

    None for what is no attack (the taking of works, heroes).
    """
    blow = _blow(state, kind, subject, word)
    if blow is None:
        return None
    mine = fate(state, blow.target, [blow])
    answers, assumption = _answers(state, kind, blow)
    theirs = fate(state, blow.unit, answers) if answers else None
    text = struck("hits", mine)
    chances = dealt(mine)
    if theirs is not None:
        text += f"; {struck('is hit', theirs, True)}"
        chances += suffered(theirs)
    friend = _friend(state, blow)
    more = ""
    if friend is not None:
        more = (
            f"as well {struck(f'hits {label(state, friend.target)}', fate(state, friend.target, [friend]))}"
        )
        text += f"; {more}"
    blows = (blow, *answers) if friend is None else (blow, friend, *answers)
    throws = [throw for one in blows for throw in blow_throws(state, one)]
    return Odds(text, assumption, chances, more, throws=tuple(throws))


def wounds_to_go(state: State, target: Unit, subdue: bool) -> str:
    """The damage that a target can still take, lethal or subdual, and what becomes of it then.

    Rules: warcards:combat.subdual, warcards:combat.staggered, warcards:combat.subdued, warcards:combat.destroyed.
    """
    left = state.setting.cards[target.id].hits - target.lethal
    if not subdue:
        first = left - target.subdual + 1  # lethal damage may leave fewer hits than there is subdual damage
        taken = f", captured at {first}" if 0 < first < left else ""
        return f"destroyed at {left} more damage{taken}"
    more = left - target.subdual + 1
    return f"captured at {more} more subdual damage" + (f", staggered at {more - 1}" if more > 1 else "")


def _blow(state: State, kind: str, subject: int, word: str) -> Blow | None:
    """The attack that a word orders."""
    if subject >= len(state.units) or word[:1] == "t":
        return None
    unit = state.units[subject]
    aim = word.partition("-")[2]
    if kind == "charge":
        target = state.units[enemy_of(state, unit)]
        if word[0] == "p":
            return Blow(unit, target, STRIKE, doubled=may_charge(state, target))
        return Blow(unit, target, CHARGING)
    if kind == "melee":
        target = state.units[int(aim) if aim else enemy_of(state, unit)]
        boards = st.ABOARD in (unit.place, target.place)
        return Blow(unit, target, BOARDING if boards else STRIKE, subdue=word[0] == "s")
    missile = STILL if kind == "stationary" else ON_THE_MOVE
    if aim.startswith("x"):
        return Blow(unit, state.units[int(aim[1:])], missile)
    area = NUMBERS[aim]
    target = state.units[state.at[(1 - unit.side) * AREAS + area]]
    return Blow(unit, target, missile, penalty=_mixed(state, unit, area, kind))


def _mixed(state: State, unit: Unit, area: int, kind: str) -> int:
    """The penalty of fire at an area that holds a friend as well. Rule: warcards:missile.engaged-area."""
    friend = state.at[unit.side * AREAS + area]
    if friend < 0 or friend == unit.id:
        return 0
    return -2 if kind == "stationary" else state.setting.flags.moving_penalty


def _friend(state: State, blow: Blow) -> Blow | None:
    """The attack that a volley makes on a friend in the same area; archers aboard a ship aim at one target alone.

    Rules: warcards:missile.friendly-fire, warcards:naval.board-start.
    """
    area = blow.target.place
    if blow.kind not in (STILL, ON_THE_MOVE) or not 0 <= area < AREAS or blow.unit.place == st.ABOARD:
        return None
    friend = state.at[blow.unit.side * AREAS + area]
    if friend < 0 or friend == blow.unit.id:
        return None
    return Blow(blow.unit, state.units[friend], blow.kind, penalty=blow.penalty)


def _answers(state: State, kind: str, blow: Blow) -> tuple[list[Blow], str]:
    """The attacks of the target on the attacker in this step, or later in the round; and what that assumes, in words."""
    unit, other = blow.unit, blow.target
    name = label(state, other)
    if kind in ("stationary", "moving"):
        shot = _shot_back(state, kind, unit, other)
        if shot is not None:
            return [shot], agree(f"if {name}", "shoots|shoot back in the same step")
        if unit.place == other.place and unit.since:
            if not _still_strikes(state, other):
                return [], agree(name, "attacks|attack no more this round")
            answer = CHARGING if may_charge(state, other) else STRIKE
            verb = "charges|charge" if answer == CHARGING else "attacks|attack"
            return [Blow(other, unit, answer)], agree(
                f"if {name}", f"stands|stand, and {verb} in its|their turn"
            )
        return [], f"{name} cannot answer in this step"
    if not _still_strikes(state, other):
        return [], agree(name, "attacks|attack no more this round")
    if kind == "charge":
        charged = blow.kind == CHARGING
        if may_charge(state, other):
            return [Blow(other, unit, CHARGING)], agree(
                f"if {name}", f"charges|charge{' too' if charged else ''}"
            )
        if levels_pikes(state, other):
            when = "before the charge" if charged and state.setting.flags.pikes_first else "at the same time"
            double = ", for double damage" if charged else ""
            pikes = Blow(other, unit, STRIKE, doubled=charged)
            return [pikes], f"the pikes of {name} strike {when}{double}"
        return [Blow(other, unit, STRIKE)], agree(
            f"if {name}", "stands|stand, and attacks|attack hand to hand after it"
        )
    for slot in slots_of(state, other.side, stages.MELEE_STEP):
        if slot.subject == other.id and _aims_at(slot, other, unit):
            boards = st.ABOARD in (unit.place, other.place)
            return [Blow(other, unit, BOARDING if boards else STRIKE)], agree(
                f"if {name}", "strikes|strike back, at the same time"
            )
    return [], f"{name} cannot strike back"


def _aims_at(slot: Slot, other: Unit, unit: Unit) -> bool:
    """True if a unit may strike at that enemy in the melee step: boarders at no ship that has men aboard. Rule: warcards:naval.board-target."""
    return f"u{other.id}-{unit.id}" in slot.words or (
        unit.place != st.ABOARD and f"u{other.id}" in slot.words
    )


def _still_strikes(state: State, other: Unit) -> bool:
    """True if a unit may still attack in this round, as far as what it did goes.

    Rules: warcards:attack.once, warcards:retreat.no-attack, warcards:combat.staggered.
    """
    return not (other.attacked or other.left) and may_strike(state, other)


def _shot_back(state: State, kind: str, unit: Unit, other: Unit) -> Blow | None:
    """The volley of the target at the shooter in the same step, if it has one; archers aboard aim at one target alone. Rule: warcards:naval.board-start."""
    aboard = st.ABOARD in (unit.place, other.place)
    if not aboard and not 0 <= unit.place < AREAS:
        return None
    word = f"u{other.id}-x{unit.id}" if aboard else f"u{other.id}-{NAMES[unit.place]}"
    for slot in slots_of(state, other.side, STAGES[kind]):
        if word in slot.words:
            penalty = 0 if aboard else _mixed(state, other, unit.place, kind)
            return Blow(other, unit, STILL if kind == "stationary" else ON_THE_MOVE, penalty=penalty)
    return None
