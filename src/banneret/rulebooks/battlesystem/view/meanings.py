"""The consequences of orders without odds, in a sentence each: who fights, where a unit will face, what a choice of losses costs.

Rules: battlesystem:1.6b, battlesystem:4.4b, battlesystem:4.7d, battlesystem:6.3, battlesystem:7.2a, battlesystem:7.3c, battlesystem:7.15a, battlesystem:8.1c.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import atan2, degrees
from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import Form, Item
from banneret.rulebooks.battlesystem.combat.assignments import Assignment
from banneret.rulebooks.battlesystem.combat.attack_rolls import count_of
from banneret.rulebooks.battlesystem.combat.fighting import CheckOrder
from banneret.rulebooks.battlesystem.combat.losses.fallen import Fallen
from banneret.rulebooks.battlesystem.combat.losses.open_losses import moved_up
from banneret.rulebooks.battlesystem.combat.melee_phase import BoutOrder, all_combats, combats, is_part
from banneret.rulebooks.battlesystem.combat.strikers import idle
from banneret.rulebooks.battlesystem.duels.declarations import Declaration
from banneret.rulebooks.battlesystem.morale import current_morale
from banneret.rulebooks.battlesystem.movement.disengaging.following import FollowingSingly
from banneret.rulebooks.battlesystem.odds.melee import ATTACKS, fates, wet_among
from banneret.rulebooks.battlesystem.rally.facings import ABOUT, Facings, UnitFacing
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.space.figures import figure_place
from banneret.rulebooks.battlesystem.space.formations import spacing
from banneret.rulebooks.battlesystem.state import State, enemies, is_mended, on_field
from banneret.rulebooks.battlesystem.tables.dice import passing_ways
from banneret.rulebooks.battlesystem.text.sentences import capital, strike
from banneret.rulebooks.battlesystem.text.wording import compass, figure_text, unit_name
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN, Unit
from banneret.rulebooks.battlesystem.view.forecasts.melees import melee, told
from banneret.rulebooks.battlesystem.view.pieces import rounded, unit_id

THROWS: Final = 100  # of two ten-sided dice
TURNS: Final = {"keep": 0.0, "left": -90.0, "right": 90.0, "about": 180.0}
SIDES: Final = ("before its front", "at its right flank", "in its rear", "at its left flank")
SHOTS: Final = ("shoot", "split", "snipe", "aim", "fire")
CERTAIN: Final = {
    "open": "it spreads out, and may move; its figures need no longer stand within the radius at once",
    "closed": "it keeps its ranks, and cannot move while out of command",
    "now": "it goes as far as they let it",
    "later": "it obeys its order when you end your movement",
    "wreck": "the piece is out of the battle for good",
    "spare": "the piece stays as it is, and its next crew has it so",
    "serve": "it works the piece from the next round on",
    "leave": "the piece stays where it is, without a crew",
    "hold": "your other units do not shoot in this phase",
    "keep": "nobody changes his place",
    "duel": "in each melee round both sides declare whom theirs strike",
    "refuse": "it takes place if the other side asks for it",
    "capture": "the prisoners stay on the field; a guard strikes only in defence, and his unit moves half as far",
    "apart": "he moves and fights by himself; the unit is without him until he comes back",
    "withdraw": "3 inches back, his front to the enemy",
    "go": "the others go after it, and find it where it then stands",
    "flee": "his whole movement; the enemy strikes at his back first",
    "hero": "he moves and fights by himself, and leads no unit",
}
"""The consequences of orders that are always the same, by the word of the order."""


def meaning(state: State, decision: Decision, order: Order) -> str:
    """The certain consequence of an order without odds, in words; "" if there is nothing to say."""
    word = str(order[0])
    writer = WRITERS.get(word)
    if writer is not None:
        return writer(state, order)
    if isinstance(decision, BoutOrder):
        return _bouts(state, decision, order)
    if isinstance(decision, Assignment):
        return _assigned(state, decision, order)
    if isinstance(decision, CheckOrder):
        return _check(state, decision, order)
    if isinstance(decision, Fallen):
        return lost_words(state.units[order[1]], list(order[2:]), decision.gone)
    if word == "skirmish" and not any(inches for group in order[2:] for inches in group[2::2]):
        return "on the spot, at no cost"
    if word in ("lead", "role"):
        return CERTAIN.get(str(order[2]), "he goes there by himself")
    if word == "declare":
        return "he strikes nobody this round, and may be struck"
    if word == "hold" and decision.kind == "passing":
        return "nobody shoots now"
    if word == "hold" and decision.kind == "artillery":
        return "your other pieces do not shoot in this phase"
    if word in SHOTS:
        return "its odds stand here when it is pointed at"
    if word == "beset":
        return "nobody strikes at him, and he strikes"
    return CERTAIN.get(word, "")


# ---------------------------------------------------------------- melee


def _combat(state: State, order: Order) -> str:
    """The melees of a combat. Rule: battlesystem:1.6b."""
    bouts, fights = state.bouts or [], state.clashes or []
    groups = [(one.bouts, one.clashes) for one in all_combats(bouts, fights)]
    if not is_mended(state, 16):
        groups = [(group, [one for one in fights if is_part(one, group)]) for group in combats(bouts)]
    for group, joined in groups:
        if any(order[1] in (bout.first, bout.second) for bout in group):
            pairs = [
                f"{unit_name(state, bout.first)} against {unit_name(state, bout.second)}" for bout in group
            ]
            if is_mended(state, 15):
                pairs += [f"and {state.setting.sheets[clash.hero].name}" for clash in joined]
            return ", ".join(pairs)
    return ""


def _clash(state: State, order: Order) -> str:
    """The fight of an individual: whom he strikes, and who strikes at him; with those who strike the same unit. Rule: battlesystem:9.4a.order."""
    fights = state.clashes or []
    clash = next(one for one in fights if one.hero == order[1])
    joined = [clash]
    if is_mended(state, 16):
        joined = next(one.clashes for one in all_combats(state.bouts or [], fights) if clash in one.clashes)
    texts: list[str] = []
    for one in joined:
        parts: list[str] = []
        who = state.setting.sheets[one.hero].name
        if one.target in state.units:
            subject = "he" if one is clash else who
            parts.append(f"{subject} strikes {unit_name(state, one.target)}")
        whom = "him" if one is clash or parts else who
        parts += [
            f"{count} of {unit_name(state, unit)} {strike(count)} at {whom}" for unit, count in one.beset
        ]
        texts.append(", ".join(parts) or f"nobody strikes at {whom}")
    return "; ".join(texts)


def _bouts(state: State, decision: BoutOrder, order: Order) -> str:
    """The melee that comes first, with the mean losses of both. Rule: battlesystem:1.6b."""
    first, second = order[1]
    found = decision.bouts[decision.pairs.index((first, second))]
    unit, enemy = state.units[first], state.units[second]
    odds = told(state, melee(state, unit, enemy, found), unit)
    return f"first {unit_name(state, first)}: {odds.more}"


def _assigned(state: State, decision: Assignment, order: Order) -> str:
    """The figures that strike each enemy, and his mean losses. Rule: battlesystem:8.1c."""
    unit, assigned = state.units[decision.unit], decision.assigned(order)
    texts = []
    for number, name in decision.names.items():
        figures = decision.strikers(assigned, number)
        if figures:
            count = count_of(unit, figures, idle(state, unit, state.units[number], figures))
            texts.append(f"{count} {strike(count)} {name}: {_felled(state, unit, number, figures)}")
        else:
            texts.append(f"nobody strikes {name}")
    return "; ".join(texts)


def _felled(state: State, unit: Unit, enemy: int, figures: list[int]) -> str:
    foe = state.units[enemy]
    lent = idle(state, unit, foe, figures)
    wet = wet_among(state, unit, foe, figures, lent)
    count = count_of(unit, figures, lent)
    rows = fates(state, unit, foe, count, contacts.aspect(state, unit, foe), wading=wet)
    mean = sum([Fraction(row.ways * row.lost, ATTACKS) for row in rows], Fraction(0))
    return f"{float(mean):.1f} killed on average"


def assigning(state: State, decision: Assignment) -> Form:
    """The form to assign figures that may strike another enemy than by default, each to be pointed at. Rule: battlesystem:8.1c."""
    unit = state.units[decision.unit]
    items = [
        Item(
            f"({enemy} {figure})",
            f"{capital(figure_text(unit, figure))}: {decision.names[enemy]}",
            f"instead of {decision.names[decision.preset[figure]]}",
            piece=unit_id(unit),
            slot=str(figure),
            at=rounded(figure_place(unit, figure)),
        )
        for figure, foes in sorted(decision.able.items())
        for enemy in foes
        if len(foes) > 1 and enemy != decision.preset[figure]
    ]
    help_ = "Point at each figure that is to strike another enemy, on the field or here."
    return Form("subset", f"assign {unit.id}", tuple(items), help=help_)


def _check(state: State, decision: CheckOrder, order: Order) -> str:
    """The chance of a unit to pass its first check. Rules: battlesystem:4.3, battlesystem:4.4b, battlesystem:4.5b, battlesystem:4.5c."""
    unit = state.units[order[1]]
    if unit.now.never_checks:
        return "it never checks its morale"
    needed = current_morale.current(state, unit, decision.causes[unit.id])
    fails = "opens" if unit.formation == CLOSED else "routs"
    passes = Fraction(passing_ways(needed), THROWS)
    return f"it holds {whole_percent(passes)}, else it {fails} before the others check"


# ---------------------------------------------------------------- losses


def lost_words(unit: Unit, figures: list[int], gone: tuple[int, ...]) -> str:
    """The consequence of losing these figures, after those already `gone`: inches to fill the gap, its commander. Rules: battlesystem:7.3b, battlesystem:7.3c, battlesystem:8.1d."""
    leads = "; its commander stands there" if unit.leader_at in figures else ""
    if unit.block is None:
        return f"the others stay where they are{leads}"
    before = moved_up(unit.block, set(gone))[1]
    moved = (moved_up(unit.block, {*gone, *figures})[1] - before) * unit.mount
    if moved > 0:
        return f"filling the gap in front costs {moved} in of its move{leads}"
    return f"no {'more' if gone else 'gap'} to fill in front{leads}"


def _front(state: State, order: Order) -> str:
    """The inches that a front of n figures in open formation takes up, and its ranks. Rule: battlesystem:4.5b."""
    unit = state.units[order[1]]
    block = unit.block
    if block is None:
        return ""
    files, ranks = order[2], -(-block.figures // order[2])
    inches = files * block.width + (files - 1) * spacing(unit, OPEN)
    return f"a front of {inches:g} in, {ranks} {'rank' if ranks == 1 else 'ranks'} deep"


def _ends(state: State, order: Order) -> str:
    """The front that is left, and how many inches either end is shorter. Rule: battlesystem:7.2a."""
    block = state.units[order[1]].block
    if block is None:
        return ""
    ends = [
        f"its {word} end {count * block.width:g} in shorter"
        for word, count in (("left", order[2]), ("right", order[3]))
        if count
    ]
    return f"{block.files - order[2] - order[3]} abreast then, {' and '.join(ends)}"


# ---------------------------------------------------------------- places


def _face(state: State, order: Order) -> str:
    """The direction that a unit will face, and on which side of it the nearest enemy will be; of skirmishers each his own. Rule: battlesystem:6.3."""
    unit = state.units[order[1]]
    if unit.block is not None and len(order) > 2 and not isinstance(order[2], str):
        return "the others keep their facing"
    if unit.block is None or len(order) == 2 or not isinstance(order[2], str):
        return "" if len(order) == 2 or order[2] == "keep" else "each from where he looks now"
    return _looking(state, unit, standing.centre(unit), unit.block.heading + TURNS[order[2]])


def _looking(state: State, unit: Unit, at: tuple[float, float], heading: float) -> str:
    """The direction that a unit or figure faces, and on which side of it the nearest enemy is. Rule: battlesystem:6.3."""
    foes = enemies(state, unit.side)
    if not foes:
        return f"looks {compass(heading % 360.0)}"
    x, y = at

    def away(foe: Unit) -> tuple[float, int]:
        there = standing.centre(foe)
        return (there[0] - x) ** 2 + (there[1] - y) ** 2, foe.id

    nearest = min(foes, key=away)
    there = standing.centre(nearest)
    bearing = (degrees(atan2(there[0] - x, there[1] - y)) - heading) % 360.0
    side = SIDES[round(bearing / 90.0) % 4]
    return f"looks {compass(heading % 360.0)}, {unit_name(state, nearest.id)} {side}"


def facing(state: State, decision: Facings) -> Form:
    """The form by which each skirmisher who was rallied turns as he likes, each to be pointed at. Rule: battlesystem:6.3."""
    unit = state.units[decision.unit]
    singles = unit.singles
    assert singles is not None, "only skirmishers are rallied one by one"
    items: list[Item] = []
    for figure, ways in decision.room.items():
        one, at = singles[figure], figure_place(unit, figure)
        items += [
            _turn(unit, figure, word, _looking(state, unit, at, one.heading + TURNS[word]))
            for word in sorted(ways, key=lambda word: word != ABOUT)
        ]
    help_ = "Point at those who turn, here or on the field; on the field, point again for the next way. The others keep their facing."
    return Form("subset", f"face {unit.id}", tuple(items), help=help_)


def some_facing(state: State, decision: UnitFacing) -> Form:
    """The form by which some figures of a rallied unit turn, each to be pointed at. Rules: battlesystem:6.3, battlesystem:7.9g."""
    unit = state.units[decision.unit]
    block = unit.block
    assert block is not None, "regulars stand as a block"
    items = tuple(
        [
            _turn(unit, figure, word, f"looks {compass((block.heading + TURNS[word]) % 360.0)}")
            for figure in range(decision.figures)
            for word in sorted(decision.some, key=lambda word: word != ABOUT)
        ]
    )
    help_ = (
        "Point at those who turn, all of them one way; the others keep their facing. "
        "Before the unit moves again all must look one way."
    )
    return Form("subset", f"face {unit.id}", items, least=1, most=decision.figures - 1, help=help_)


def _turn(unit: Unit, figure: int, word: str, looks: str) -> Item:
    """One of the ways in which a figure may turn, to be pointed at; `looks`: where it looks then."""
    return Item(
        f"({word} {figure})",
        f"{figure_text(unit, figure)}: {word}",
        looks,
        piece=unit_id(unit),
        slot=str(figure),
        at=rounded(figure_place(unit, figure)),
    )


def after(state: State, decision: FollowingSingly) -> Form:
    """The form by which some of the skirmishers whom an enemy leaves follow, each to be pointed at. Rule: battlesystem:7.12b."""
    word, enemy, unit = decision.default()[:3]
    chasing = state.units[enemy]
    items = tuple(
        [
            Item(
                str(figure),
                figure_text(chasing, figure),
                "3 inches on",
                piece=unit_id(chasing),
                at=rounded(figure_place(chasing, figure)),
            )
            for figure in decision.going
        ]
    )
    help_ = "Point at those who follow, on the field or here: one of them at least must touch the enemy then. If nobody follows, the enemy gets away."
    return Form("subset", f"{word} {enemy} {unit}", items, help=help_, act="Follow")


def _rout(state: State, order: Order) -> str:
    """The degrees between the way of a rout and that to the unit's own edge of the table. Rule: battlesystem:7.15a."""
    home = state.setting.homes[state.units[order[1]].side] * 90.0
    turn = abs((float(order[2]) - home + 180.0) % 360.0 - 180.0)
    return f"{turn:g}° off the way to its own edge, as far as its rout carries it"


def _haul(state: State, order: Order) -> str:
    """The inches that a field piece is moved, and that it cannot shoot then. Rule: battlesystem:10.9k."""
    inches = sum([float(leg[2]) for leg in order[3:]])
    return (
        f"{inches:g} in, and it does not shoot this round"
        if inches
        else "turned, it does not shoot this round"
    )


def _weapon(state: State, order: Order) -> str:
    """The damage of a weapon, the ranks that fight with it, and whether it is in hand. Rules: battlesystem:8.1b, battlesystem:8.2a."""
    unit = state.units[order[1]]
    weapon = next(one for one in unit.now.weapons if one.id == order[2])
    small, large = (" and ".join([one.shown() for one in rows]) for rows in (weapon.small, weapon.large))
    ranks = "" if weapon.reach == 1 else f"; {weapon.reach} ranks fight with it"
    sets = "; can be set against a charge" if weapon.sets else ""
    held = "; in hand now" if weapon.id == unit.now.weapons[unit.weapon].id else ""
    return f"{small} against size S and M, {large} against L{ranks}{sets}{held}"


def _placed(state: State, order: Order) -> str:
    """The formations in which an army sets up, counted. Rule: battlesystem:3.4."""
    words = [str(item[1]) for item in order[1:] if item and item[0] != "leader" and len(item) > 2]
    counts = [f"{words.count(word)} {word}" for word in dict.fromkeys(words)]
    return f"{len(words)} units on the field: {', '.join(counts)}"


def _arrives(state: State, order: Order) -> str:
    return f"{order[2]} formation, {order[3]} abreast, on the field from now on"


WRITERS: Final[dict[str, Callable[[State, Order], str]]] = {
    "combat": _combat,
    "clash": _clash,
    "ends": _ends,
    "face": _face,
    "front": _front,
    "rout": _rout,
    "haul": _haul,
    "weapon": _weapon,
    "place": _placed,
    "arrive": _arrives,
}


# ---------------------------------------------------------------- orders that are typed


def legend(state: State, decision: Decision) -> str:
    """The numbers used in a typed order of a question, with their names; "" if it uses none."""
    if isinstance(decision, Declaration):
        return _fighters(decision)
    numbers: list[int] = []
    for order in decision.orders():
        parts = order[1:] if decision.kind != "rally" else order[1:2]
        if decision.kind == "passing":  # the shooter and his target; then come stops
            parts = order[1:3] if order[0] == "shoot" else ()
            numbers += [
                unit.id
                for number in parts[1:]
                for unit in on_field(state, state.units[number].side)
                if unit.id not in numbers
            ]
        for part in parts:
            words = part[:1] if decision.kind == "volley" and isinstance(part, tuple) else (part,)
            for word in words if decision.kind != "bouts" else part:
                if type(word) is int and word in state.units and word not in numbers:
                    numbers.append(word)
    if not numbers or decision.kind not in ("bouts", "volley", "rally", "passing"):
        return ""
    return f"By number: {', '.join([f'{number} {unit_name(state, number)}' for number in sorted(numbers)])}."


def _fighters(decision: Declaration) -> str:
    """The numbers of those who fight man to man, and of their arms if they have several. Rule: battlesystem:9.4b.declare."""
    met = [*decision.fighters, *[enemy for one in decision.fighters for enemy in decision.enemies[one.id]]]
    names = {one.id: one.name for one in met}
    texts = [f"By number: {', '.join([f'{number} {names[number]}' for number in sorted(names)])}."]
    for one in decision.fighters:
        if len(one.arms) > 1:
            arms = [f"{number} {arms.name}" for number, arms in enumerate(one.arms)]
            texts.append(f"Arms of {one.name}: {', '.join(arms)}.")
    return " ".join(texts)
