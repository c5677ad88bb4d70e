"""Cards, peoples, training: the tables against what the rules say of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.warcards.cards_top import data, field, fresh, meet

from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_toml
from banneret.rulebooks.warcards.ratings.abilities import may_charge
from banneret.rulebooks.warcards.ratings.allowance import effective_move
from banneret.rulebooks.warcards.ratings.attacks import (
    CHARGING,
    STRIKE,
    attack_total,
    twentieths,
)
from banneret.rulebooks.warcards.ratings.defense import defense_total
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.cards import NONE, Card
from banneret.rulebooks.warcards.tables.facts import DATA, facts
from banneret.rulebooks.warcards.tables.training import trained, why_not_trained


def ground(a: str, b: str, terrain: str = "open", **more: Any) -> State:
    conditions = {"terrain": terrain, **more.pop("conditions", {})}
    return field(a, b, province={"major": terrain}, conditions=conditions, **more)


def attack(state: State, one: int, other: int, kind: int = STRIKE, penalty: int = 0) -> int:
    return attack_total(state, state.units[one], state.units[other], kind, penalty)


def defense(state: State, one: int, against: int, missile: bool = False) -> int:
    return defense_total(state, state.units[one], state.units[against], missile)


@pytest.mark.rule("warcards:unit.statistics", "warcards:unit.rating-scales")
def test_the_cards() -> None:
    knights = facts().cards["knights"]
    assert (knights.melee, knights.missile, knights.charge) == (6, NONE, 4)
    assert (knights.defense, knights.morale, knights.hits, knights.move, knights.muster) == (16, 4, 3, 2, 6)
    assert knights.mounted
    assert (len(facts().cards), len(facts().ships), len(facts().spells)) == (38, 10, 35)
    cards = facts().cards
    assert (cards["levies"].melee, cards["elite-infantry"].melee) == (0, 6)
    assert twentieths(0, 14) == 7  # 14 or more
    assert twentieths(6, 14) == 13  # 8 or more


def of_race(card: Card, race: str) -> Card:
    """A human unit altered by a people's template. Rule: warcards:unit.races."""
    row = next(row for row in read_toml(DATA / "races.toml")["race"] if row["id"] == race)
    new = replace(card)
    new.melee += row.get("melee", 0)
    new.defense += row.get("defense", 0)
    new.morale = max(row.get("morale_floor", -99), card.morale + row.get("morale", 0))
    new.move = row.get("move_fixed", card.move + row.get("move", 0))
    if card.missile != NONE:
        new.missile += row.get("missile", 0)
    elif "missile_if_none" in row and card.type != "levies":
        new.missile = row["missile_if_none"]
    new.muster += row.get("muster", 0)
    return new


@pytest.mark.rule("warcards:unit.races")
@pytest.mark.parametrize("race", ["dwarf", "elf", "orog", "goblin"])
def test_peoples_are_templates_on_human_units(race: str) -> None:
    cards = facts().cards
    for kind in ("levies", "infantry", "archers"):
        if f"{race}-{kind}" not in cards:
            continue
        made, row = of_race(cards[kind], race), cards[f"{race}-{kind}"]
        for name in ("melee", "missile", "charge", "defense", "morale", "hits", "move", "muster"):
            if name != "muster" or kind == "infantry":  # prices of the others were mended
                assert getattr(made, name) == getattr(row, name), (kind, name)
    dwarf = cards["dwarf-infantry"]
    assert (dwarf.defense, dwarf.morale, dwarf.move, dwarf.muster) == (16, 4, 1, 3)


@pytest.mark.rule("warcards:unit.experience", "warcards:train.advanced")
def test_experience_limits_training() -> None:
    veteran = {"type": "infantry", "experience": "veteran", "training": ["advanced-defense"]}
    card = fresh(data([veteran], ["infantry"])).setting.cards[0]
    assert (card.defense, card.muster) == (16, 3)
    two = {**veteran, "training": ["advanced-defense", "advanced-melee"]}
    with pytest.raises(BadInput, match="at most 1 trainings"):
        fresh(data([two], ["infantry"]))
    assert fresh(data([{**two, "experience": "elite"}], ["infantry"])).setting.cards[0].melee == 6
    cards = facts().cards
    assert trained(cards["archers"], "advanced-missile").missile == 6
    assert why_not_trained(cards["infantry"], "advanced-missile")


@pytest.mark.rule("warcards:train.berserk")
def test_berserk_units_charge_harder_on_foot_too() -> None:
    special = {
        "riders": {"type": "cavalry", "people": "vos", "experience": "veteran", "training": ["berserk"]},
        "runners": {
            "type": "irregulars",
            "people": "rjurik",
            "experience": "veteran",
            "training": ["berserk"],
        },
    }
    state = field("N1 riders, N2 runners", "N1 infantry, N2 infantry", special=special)
    assert attack(state, 0, 2, CHARGING) == 10
    assert defense(state, 0, 2) == 12
    assert attack(state, 1, 3, CHARGING) == 6
    meet(state, "N2")
    assert may_charge(state, state.units[1])
    assert why_not_trained(facts().cards["cavalry"], "berserk")
    assert not why_not_trained(facts().cards["goblin-infantry"], "berserk")


@pytest.mark.rule("warcards:train.marine", "warcards:terrain.swamp-move")
def test_marines() -> None:
    infantry = facts().cards["infantry"]
    sea, land = trained(infantry, "marine", True), trained(infantry, "marine", False)
    assert (sea.melee, sea.defense, land.melee, land.defense) == (6, 16, 4, 14)
    special = {"m": {"type": "archers", "experience": "veteran", "training": ["marine"]}}
    state = ground("N1 m, N2 archers", "B1 infantry", "swamp", special=special)
    assert [effective_move(state, unit) for unit in state.units[:2]] == [2, 1]
    assert why_not_trained(facts().cards["cavalry"], "marine")
    assert why_not_trained(facts().cards["elf-archers"], "marine")


@pytest.mark.rule("warcards:train.scout")
def test_scout_training_makes_scouts_of_irregulars() -> None:
    made, scouts = trained(facts().cards["irregulars"], "scout"), facts().cards["scouts"]
    for name in ("melee", "missile", "morale", "hits", "move", "moves_freely"):
        assert getattr(made, name) == getattr(scouts, name), name
    assert (made.defense, made.muster) == (10, 3)
    assert (scouts.defense, scouts.muster) == (12, 2)
    assert not trained(facts().cards["cavalry"], "scout").moves_freely


@pytest.mark.rule("warcards:unit.races", "warcards:train.scout")
@pytest.mark.parametrize("kind", [kind for kind, card in facts().cards.items() if card.race not in ("human", "halfling")] + ["scouts"])  # fmt: skip
def test_where_a_unit_differs_from_what_it_is_made_of_its_row_says_so(kind: str) -> None:
    """Other peoples are made of the human unit of their type, scouts of irregulars."""
    cards = facts().cards
    row = cards[kind]
    made = trained(cards["irregulars"], "scout") if kind == "scouts" else of_race(cards[row.type], row.race)
    told = next(one for one in read_toml(DATA / "units.toml")["unit"] if one["id"] == kind).get("mended", "")
    for name in ("melee", "missile", "charge", "defense", "morale", "hits", "move", "muster"):
        before = getattr(made, name)
        assert getattr(row, name) == before or f"{name} from {before}" in told, name


@pytest.mark.rule("warcards:train.shield")
def test_shields_help_against_missiles_only() -> None:
    special = {"s": {"type": "infantry", "experience": "veteran", "training": ["shield-formation"]}}
    state = field("N1 archers", "B1 s", special=special)
    assert (defense(state, 1, 0, True), defense(state, 1, 0)) == (16, 14)
    assert why_not_trained(facts().cards["knights"], "shield-formation")
