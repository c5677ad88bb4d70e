"""The checks of musters: its tables, its prices, and the way of armies into scenarios and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from banneret.kernel.abilities.muster import ArmyList, Entry, Field, Kind, Muster, Tables, Value
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import Rulebook, muster_of
from banneret.kernel.scenario import Scenario
from banneret.muster.appraisal import Appraisal, appraise
from banneret.muster.army import read_army, write_army
from banneret.muster.matchup import fit
from banneret.testing.kit.cases import KitFailure, scale
from banneret.testing.kit.facts import is_rule

ARMIES = 200  # of chance, times the scale of the kit


def check_muster(rulebook: Rulebook[Any]) -> None:
    """The muster is whole: tables make sense, prices add up, armies of scenarios come back the same, what is valid can fight."""
    muster = rulebook.muster
    if muster is None:
        return
    fault = _fault_of_tables(rulebook, muster)
    if fault:
        raise KitFailure(f"{rulebook.id}: the muster's tables: {fault}")
    for kind in muster.tables.kinds:
        for choice in kind.fields[0].choices:
            army = ArmyList(rulebook.id, (Entry({kind.fields[0].id: choice.id}, kind.id),))
            found = _appraised(rulebook, army)
            card = found.entries[0].card
            if card is None or card.cost != choice.price:
                raise KitFailure(f"{rulebook.id}: {choice.name} does not cost what the table says: {card}")
    scenarios = rulebook.scenarios()
    for name, sides in muster.tables.scenarios.items():
        for side in sides:
            _comes_back(rulebook, muster, scenarios[name], side)
    chance = Chance(seed_number(f"{rulebook.id} muster"))
    for _ in range(round(ARMIES * max(1.0, scale()))):
        _fights(rulebook, scenarios, _random_army(rulebook, muster.tables, chance))


def _fault_of_tables(rulebook: Rulebook[Any], muster: Muster) -> str:
    tables = muster.tables
    if tables.rulebook != rulebook.id or not tables.points or not tables.budgets or not tables.kinds:
        return "rulebook, points, budgets and kinds are expected."
    empty = [name for name, sides in tables.scenarios.items() if not sides]
    if empty:
        return f"{empty[0]} is among the scenarios that take armies, and no side of it does."
    kinds = [kind.id for kind in tables.kinds]
    if len(set(kinds)) != len(kinds):
        return "two kinds have the same id."
    firsts = [kind.fields[0].id for kind in tables.kinds]
    if len(set(firsts)) != len(firsts):
        return "two kinds begin with the same field."
    for kind in tables.kinds:
        fault = _fault_of_kind(kind, kinds)
        if fault:
            return f"kind {kind.id}: {fault}"
    for name, scenario in rulebook.scenarios().items():
        if tuple(tables.scenarios.get(name, ())) != muster.takes(scenario):
            return f"scenario {name} does not take the armies that the table says."
    return ""


def _fault_of_kind(kind: Kind, kinds: list[str]) -> str:
    names = [field.id for field in kind.fields]
    if len(set(names)) != len(names) or set(names) & {"kind", "count", "name"}:
        return "two fields of one name, or one that every entry has."
    first = kind.fields[0]
    if first.form != "one" or not first.choices or first.default:
        return "the first field says what it is: one of some choices, without a default."
    for field in kind.fields:
        ids = [choice.id for choice in field.choices]
        if len(set(ids)) != len(ids) or not field.title:
            return f"field {field.id}: two choices of one id, or no title."
        if field.form not in ("one", "many", "number", "entry"):
            return f"field {field.id}: there is no form {field.form!r}."
        if field.form == "one" and field.default and field.default not in ids:
            return f"field {field.id}: the default is no choice."
        if field.form == "entry" and field.of not in kinds:
            return f"field {field.id}: there is no kind {field.of!r}."
        if field.form in ("many", "number") and field.most < 1:
            return f"field {field.id}: most is expected."
    return ""


def _appraised(rulebook: Rulebook[Any], army: ArmyList) -> Appraisal:
    """The checks of an army's appraisal: every error has a fix, every part a cause and a rule, and sums are sums."""
    found = appraise(rulebook, army)
    text = write_army(army)
    for fault in found.faults:
        if not fault.text or not fault.fix or (fault.rule and not is_rule(rulebook, fault.rule)):
            raise KitFailure(f"{rulebook.id}: an error without text, fix or rule: {fault}\n{text}")
    for one in found.entries:
        if one.card is None:
            continue
        if (
            one.card.cost != sum(amount for amount, _, _ in one.card.parts)
            or one.total != one.count * one.card.cost
        ):
            raise KitFailure(
                f"{rulebook.id}: the cost of {one.title} does not add up: {one.card.parts}\n{text}"
            )
        for _, cause, rule in one.card.parts:
            if not cause or not is_rule(rulebook, rule):
                raise KitFailure(
                    f"{rulebook.id}: a part of the cost of {one.title} has no cause or rule: {rule!r}"
                )
    if found.spent != sum(one.total for one in found.entries):
        raise KitFailure(f"{rulebook.id}: what is spent is not the sum of the entries.\n{text}")
    return found


def _comes_back(rulebook: Rulebook[Any], muster: Muster, scenario: Scenario, side: str) -> None:
    """The army of a scenario is valid, its file reads back, and put into the scenario it is drawn out again."""
    name = scenario.id
    army = muster.drawn(scenario, side)
    if read_army(write_army(army)) != army:
        raise KitFailure(f"{rulebook.id}: the army of {side} in {name} does not read back.")
    found = _appraised(rulebook, army)
    if found.faults:
        raise KitFailure(f"{rulebook.id}: the army of {side} in {name} has errors: {found.faults[0]}")
    filled = fit(rulebook, scenario, {side: army})
    again = rulebook.read_scenario(json.loads(filled.to_json()), "kit")
    if again.to_json() != filled.to_json():
        raise KitFailure(f"{rulebook.id}: {name} with an army cannot be written and read back.")
    if muster.drawn(filled, side).entries != army.entries:
        raise KitFailure(f"{rulebook.id}: the army of {side} in {name} comes back another.")
    if appraise(rulebook, muster.listed(muster.short(army))).spent > found.spent:
        raise KitFailure(f"{rulebook.id}: the short list of {side} in {name} is dearer than its army.")


def _random_army(rulebook: Rulebook[Any], tables: Tables, chance: Chance) -> ArmyList:
    """Some entries with choices of chance, now and then one that does not exist."""
    names = ("", "Ann", "Tor", "Eve")
    entries: list[Entry] = []
    for _ in range(1 + chance.below(5)):
        kind = tables.kinds[chance.below(len(tables.kinds))]
        values: dict[str, Value] = {}
        for place, field in enumerate(kind.fields):
            if place == 0 or chance.below(3) == 0:
                values[field.id] = _random_value(field, chance, names)
        entries.append(Entry(values, kind.id, 1 + chance.below(3), names[chance.below(4)]))
    return ArmyList(rulebook.id, tuple(entries), "", chance.below(60))


def _random_value(field: Field, chance: Chance, names: tuple[str, ...]) -> Value:
    if field.form == "number":
        return field.least + chance.below(field.most - field.least + 2)
    if field.form == "entry":
        return names[chance.below(4)]
    ids = [*[choice.id for choice in field.choices] * 4, "none"]
    picked = [ids[chance.below(len(ids))] for _ in range(1 + chance.below(3))]
    return tuple(picked) if field.form == "many" else picked[0]


def _fights(rulebook: Rulebook[Any], scenarios: Mapping[str, Scenario], army: ArmyList) -> None:
    """An army of chance is appraised without a fault of ours; where it is valid it fights, or is refused with a hint."""
    if read_army(write_army(army)) != army:
        raise KitFailure(f"{rulebook.id}: an army does not read back:\n{write_army(army)}")
    if _appraised(rulebook, army).faults:
        return
    for name, sides in muster_of(rulebook).tables.scenarios.items():
        try:
            filled = fit(rulebook, scenarios[name], {sides[0]: army})
        except BadInput as bad:
            if not bad.hint:
                raise KitFailure(
                    f"{rulebook.id}: an army is refused in {name} without a hint: {bad}"
                ) from None
            continue
        state = rulebook.new(filled, rulebook.options())
        if rulebook.invariants(state):
            raise KitFailure(
                f"{rulebook.id}: {name} with an army is broken: {rulebook.invariants(state)[0]}\n{write_army(army)}"
            )
