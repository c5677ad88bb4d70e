"""Orders in words, for the options of questions and the previews of plans: "Wheel right 45°, then forward 5 in"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.text.sentences import capital
from banneret.rulebooks.battlesystem.unit import Unit

COMPASS: Final = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")


def compass(heading: float) -> str:
    """The compass point of a heading, in eighths.

    >>> compass(350), compass(100)
    ('north', 'east')
    """
    return COMPASS[round(heading / 45.0) % 8]


def unit_name(state: State, number: Any) -> str:
    """The name of the unit with a number in an order; "unit 7" if there is none."""
    if type(number) is int and number in state.units:
        return state.units[number].now.name
    return f"unit {number}"


def figure_text(unit: Unit, figure: int) -> str:
    """The place of a figure in its unit: "front rank, 2nd from the left"; its number if the unit has no ranks."""
    block = unit.block
    if block is None or unit.loose is not None or unit.singles is not None:
        return f"figure {figure + 1}"
    rank, file = block.place(figure)
    where = "front rank" if rank == 0 else "last rank" if rank == block.ranks - 1 else f"{nth(rank + 1)} rank"
    return f"{where}, {nth(file + 1)} from the left"


def nth(number: int) -> str:
    """An ordinal number.

    >>> nth(1), nth(2), nth(13), nth(21)
    ('1st', '2nd', '13th', '21st')
    """
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


# ---------------------------------------------------------------- steps of a move


def step_text(step: tuple[Any, ...], gone: float | None = None) -> str:
    """A step of a move in words; `gone`: the inches that it really went, if known.

    >>> step_text(("slide", 0, 5)), step_text(("slide", -30), 4.5), step_text(("wheel", "right", 45))
    ('Forward 5 in', 'Oblique 30° left, 4.5 in', 'Wheel right 45°')
    """
    word = step[0]
    if word == "slide":
        inches = gone if gone is not None else _figure(step, 2)
        far = "as far as it goes" if inches is None else f"{inches:g} in"
        aside = step[1] if len(step) > 1 else 0
        if not aside:
            return f"Forward {far}"
        return f"Oblique {abs(aside):g}° {'right' if aside > 0 else 'left'}, {far}"
    if word == "wheel":
        return f"Wheel {step[1]} {step[2]:g}°"
    some = ", some figures" if len(step) > 1 and isinstance(step[-1], tuple) else ""
    if word == "face":
        return f"Face {step[1]}{some}"
    if word == "about":
        return f"Face about{some}"
    if word == "formation":
        return f"Take {step[1]} formation"
    return _frontage(step[1], step[2])


def _figure(step: tuple[Any, ...], place: int) -> float | None:
    """The number at a place of a step; None if there is none."""
    found = step[place] if len(step) > place else None
    return found if isinstance(found, (int, float)) else None


def _frontage(left: int, right: int) -> str:
    ends = [
        f"{'widen' if count > 0 else 'narrow'} the {end} by {abs(count)}"
        for end, count in (("left", left), ("right", right))
        if count
    ]
    text = " and ".join(ends) or "keep the front"
    return text[0].upper() + text[1:]


def steps_text(steps: tuple[Any, ...]) -> str:
    """Several steps in words: "Wheel right 45°, then forward 5 in"."""
    texts = [step_text(step) for step in steps]
    return ", then ".join(
        [text if not place else text[0].lower() + text[1:] for place, text in enumerate(texts)]
    )


# ---------------------------------------------------------------- whole orders


Teller = Callable[[State, Order], str]


def order_text(state: State, order: Order) -> str:
    """An order in words, as the label of an option."""
    word = order[0]
    teller = TELLERS.get(word)
    if teller is not None:
        return teller(state, order)
    return PLAIN.get(word, str(word).capitalize())


PLAIN: Final = {
    "done": "That is all",
    "hold": "Hold",
    "destroy": "Destroy them",
    "open": "Open up",
    "closed": "Stay closed",
    "now": "Move now",
    "later": "Wait for the others",
}


def _charge(state: State, order: Order) -> str:
    return f"Charge {unit_name(state, order[2])}: {steps_text(order[3:]).lower()}"


def _skirmish(state: State, order: Order) -> str:
    texts: list[str] = []
    for group in order[2:]:
        legs = [
            f"{group[place + 1]:g} in to the {compass(group[place])}"
            if group[place + 1]
            else f"turn{'' if group[0] == 'all' else 's'} to the {compass(group[place])}"
            for place in range(1, len(group) - 1, 2)
        ]
        who = "All" if group[0] == "all" else f"Figure {group[0] + 1}"
        texts.append(f"{who} {', then '.join(legs)}")
    return "; ".join(texts[:3]) + (" …" if len(texts) > 3 else "")


def _lead(state: State, order: Order) -> str:
    word = order[2]
    if word == "withdraw":
        return "Fighting withdrawal"
    if word == "apart":
        return "Leave the unit"
    x, y = order[-1]
    how = {"flee": "Flee", "march": "March"}.get(word, "Go") if isinstance(word, str) else "Go"
    return f"{how} to {x:g} in east, {y:g} in north"


def _wrap(state: State, order: Order) -> str:
    ends = [f"the {end[0]} end" + (f", {end[1]} moved up" if end[1] else "") for end in order[2:]]
    return f"Wrap around: {' and '.join(ends)}"


def _flee(state: State, order: Order) -> str:
    turn = order[2] if len(order) > 2 and isinstance(order[2], (int, float)) else 0
    aside = f", {abs(turn):g}° to the {'right' if turn > 0 else 'left'}" if turn else ""
    return f"Flee{aside}"


def _rally(state: State, order: Order) -> str:
    return f"Rally {unit_name(state, order[1])}{_by(state, order[2])}"


def _mob_order(state: State, order: Order) -> str:
    word = order[3]
    what = {"forward": "forward", "charge": "charge", "march": "forced march"}.get(word, str(word))
    if word == "wheel" and len(order) > 5:
        what = f"wheel {order[4]} {order[5]:g}°"
    return f"Order {unit_name(state, order[1])}: {what}{_by(state, order[2])}"


def _by(state: State, commander: Any) -> str:
    sheets = state.setting.sheets
    if type(commander) is int and 0 <= commander < len(sheets):
        return f", by {sheets[commander].name}"
    return ""


def _first(state: State, order: Order) -> str:
    names = [state.setting.names[side] for side in order[1:]]
    return f"{names[0]} first, then {' and '.join(names[1:])}" if len(names) > 1 else names[0]


def _place(state: State, order: Order) -> str:
    texts = [
        f"{unit_name(state, item[0])} {item[1]}, {item[2]} abreast"
        for item in order[1:]
        if item and item[0] != "leader" and len(item) > 2
    ]
    return "; ".join(texts[:6]) + (f" and {len(texts) - 6} more" if len(texts) > 6 else "")


def _arrive(state: State, order: Order) -> str:
    return f"{unit_name(state, order[1])} arrive {order[2]}, {order[3]} abreast"


def _weapon(state: State, order: Order) -> str:
    weapons = state.units[order[1]].now.weapons
    found = next((weapon.name.lower() for weapon in weapons if weapon.id == order[2]), str(order[2]))
    return f"{unit_name(state, order[1])}: {found}"


def _assign(state: State, order: Order) -> str:
    parts = [
        f"{len(word) - 1} on {unit_name(state, word[0])}" for word in order[2:] if isinstance(word, tuple)
    ]
    return f"{unit_name(state, order[1])}: {', '.join(parts) or 'as they stand'}"


def _strike(state: State, order: Order) -> str:
    unit = state.units[order[2]]
    differ = unit.block is None or unit.loose is not None or bool(state.setting.terrain)
    one = f", {figure_text(unit, order[3])}" if differ else ""
    return f"Strike {unit_name(state, order[2])}{one}"


def _declare(state: State, order: Order) -> str:
    sheets = state.setting.sheets
    texts: list[str] = []
    for row in order[1:]:
        aims = [sheets[aim].name for aim in row[3:]]
        alone = len(order) == 2
        if not aims:
            texts.append("Nothing" if alone else f"{sheets[row[0]].name} does nothing")
        else:
            who = "Strike" if alone else f"{sheets[row[0]].name} strikes"
            texts.append(f"{who} {', then '.join(aims)}")
    return "; ".join(texts)


def _beset(state: State, order: Order) -> str:
    parts = [f"{count} of {unit_name(state, number)}" for number, count in order[2:]]
    return f"Strike with {' and '.join(parts)}" if parts else "Leave him alone"


def _bouts(state: State, order: Order) -> str:
    pairs = [f"{unit_name(state, first)} against {unit_name(state, second)}" for first, second in order[1:]]
    return ", then ".join(pairs)


def _lose(state: State, order: Order) -> str:
    unit = state.units[order[1]]
    return f"Lose {' and '.join([figure_text(unit, figure) for figure in order[2:]])}"


def _ends(state: State, order: Order) -> str:
    return f"{order[2]} from the left end, {order[3]} from the right"


def _capture(state: State, order: Order) -> str:
    guards = [f"{count} of {unit_name(state, unit)}" for unit, count in order[2:]]
    return f"Capture, guarded by {' and '.join(guards) or 'those who guard already'}"


def _rout(state: State, order: Order) -> str:
    return f"Run to the {compass(float(order[2]))}"


def _after(state: State, order: Order) -> str:
    unit = state.units[order[1]]
    whom = unit_name(state, order[2])
    if len(order) == 3:
        return f"Let {whom} go"
    return f"Follow {whom} with {' and '.join([figure_text(unit, figure) for figure in order[3:]])}"


def _turn(state: State, order: Order) -> str:
    if len(order) == 2:
        return "Keep the facing"
    word = order[2]
    if isinstance(word, tuple):
        turning: dict[str, int] = {}
        for group in order[2:]:
            turning[group[0]] = turning.get(group[0], 0) + len(group) - 1
        return f"Face {', '.join([f'{one} with {count}' for one, count in turning.items()])}"
    return "Keep the facing" if word == "keep" else "Face about" if word == "about" else f"Face {word}"


def _shoot(state: State, order: Order) -> str:
    if any(isinstance(part, tuple) for part in order[2:]):
        return _split(state, order)
    return f"Shoot at {unit_name(state, order[2])}{_manner(order[3:])}"


def _manner(parts: Order) -> str:
    """The words of a shot that say how it is made, after its targets. Rules: battlesystem:10.2e, battlesystem:10.7."""
    words = {"over": ", over friends", "once": ", one shot"}
    return "".join([words[part] for part in parts if isinstance(part, str) and part in words])


def _fire(state: State, order: Order) -> str:
    over = ", over friends" if "over" in order else ""
    at_man = order[2] == "man"
    special = next(
        (f", {word.replace('-', ' ')}" for word in order[3:] if isinstance(word, str) and word != "over"), ""
    )
    whom = state.setting.sheets[order[3]].name if at_man else unit_name(state, order[2])
    return f"Shoot at {whom}{over}{special}"


def _haul(state: State, order: Order) -> str:
    what = state.setting.engines[order[2]].name.lower()
    parts = [
        f"turn the {what} to {leg[1]:g}°"
        if not leg[2]
        else f"move the {what} {leg[2]:g} in to the {compass(leg[1])}"
        for leg in order[3:]
    ]
    text = ", then ".join(parts)
    return capital(text)


def _serve(state: State, order: Order) -> str:
    unit, what = state.units[order[1]], state.setting.engines[order[2]].name.lower()
    return f"{unit_name(state, order[1])}: {figure_text(unit, order[3])} takes over the {what}"


def _split(state: State, order: Order) -> str:
    parts = [
        f"{part[1]} at {unit_name(state, part[0])}{' over friends' if len(part) > 2 else ''}"
        for part in order[2:]
        if isinstance(part, tuple)
    ]
    return f"{unit_name(state, order[1])}: shoot with {' and '.join(parts)}{_manner(order[2:])}"


def _role(state: State, order: Order) -> str:
    sheet = state.setting.sheets[order[1]]
    if order[2] == "deputy":
        if sheet.deputy_unit >= 0:
            return f"{sheet.name} takes over {unit_name(state, sheet.deputy_unit)}"
        return f"{sheet.name} takes over from {state.setting.sheets[sheet.deputy_leader].name}"
    if order[2] == "hero":
        unit = state.individuals[order[1]].unit
        return (
            f"{sheet.name} leaves {unit_name(state, unit)}" if unit >= 0 else f"{sheet.name} becomes a Hero"
        )
    if order[2] == "member":
        return f"{sheet.name} joins {unit_name(state, order[3])}"
    return f"{sheet.name} commands {unit_name(state, order[3])}"


def _aim(state: State, order: Order) -> str:
    if order[2] == "man":
        return f"Shoot at {state.setting.sheets[order[3]].name}"
    return f"Shoot at {unit_name(state, order[2])}"


def _snipe(state: State, order: Order) -> str:
    others = f", the others at {unit_name(state, order[-1])}" if "others" in order else ""
    return f"Shoot at {state.setting.sheets[order[2]].name}{others}"


def _quarry(state: State, order: Order) -> str:
    return state.setting.sheets[order[3]].name if order[2] == "man" else unit_name(state, order[2])


TELLERS: Final[dict[str, Teller]] = {
    "move": lambda state, order: steps_text(order[2:]),
    "march": lambda state, order: f"Forced march: {_march(state, order)}",
    "charge": _charge,
    "shoot": _shoot,
    "split": _split,
    "snipe": _snipe,
    "aim": _aim,
    "skirmish": _skirmish,
    "fire": _fire,
    "haul": _haul,
    "wreck": lambda state, order: f"Break up the {state.setting.engines[order[2]].name.lower()}",
    "spare": lambda state, order: "Let it be",
    "serve": _serve,
    "leave": lambda state, order: f"Leave the {state.setting.engines[order[1]].name.lower()} alone",
    "lead": _lead,
    "role": _role,
    "flees": lambda state, order: f"{state.setting.sheets[order[1]].name} flees with the unit",
    "stays": lambda state, order: f"{state.setting.sheets[order[1]].name} stays",
    "remain": lambda state, order: "Stay with the unit",
    "step": lambda state, order: f"Step out against {state.setting.sheets[order[2]].name}",
    "alone": lambda state, order: "Fight for himself",
    "aid": lambda state, order: f"Fight with {unit_name(state, order[2])}",
    "keep": lambda state, order: "Leave all as they are",
    "wrap": _wrap,
    "wall": lambda state, order: "Shield wall, in square" if len(order) > 2 else "Shield wall",
    "set": lambda state, order: f"Set spears: {', '.join(order[2:])}",
    "withdraw": lambda state, order: "Fighting withdrawal",
    "flee": _flee,
    "rally": _rally,
    "order": _mob_order,
    "first": _first,
    "place": _place,
    "arrive": _arrive,
    "weapon": _weapon,
    "armed": lambda state, order: "None: keep the weapons in hand",
    "strike": _strike,
    "beset": _beset,
    "duel": lambda state, order: "Fight man to man",
    "refuse": lambda state, order: "Do not ask for it",
    "declare": _declare,
    "clash": lambda state, order: f"The fight of {state.setting.sheets[order[1]].name}",
    "combat": lambda state, order: f"The combat of {unit_name(state, order[1])}",
    "bouts": _bouts,
    "assign": _assign,
    "lose": _lose,
    "ends": _ends,
    "front": lambda state, order: f"{order[2]} abreast",
    "check": lambda state, order: f"{unit_name(state, order[1])} first",
    "go": lambda state, order: f"{unit_name(state, order[1])} first",
    "attack": _quarry,
    "follow": lambda state, order: f"Follow {unit_name(state, order[2])}",
    "after": _after,
    "stay": lambda state, order: f"Let {unit_name(state, order[2])} go",
    "capture": _capture,
    "rout": _rout,
    "face": _turn,
}


def _march(state: State, order: Order) -> str:
    rest = order[2:]
    if rest and rest[0] and rest[0][0] not in ("slide", "wheel", "face", "about", "formation", "frontage"):
        text = _skirmish(state, order)
    else:
        text = steps_text(rest)
    return text[:1].lower() + text[1:]
