"""The inspector of regiments: hand-worked sums, every ability, what a unit may do now and why not more."""

from __future__ import annotations

from msgspec import structs
from rulebooks.battlesystem.regiments import Modifier, battle, captain, crowd, men, weapon

from banneret.kernel.scene import Inspector, pieces_of
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, OPEN


def inspected(state: State, piece: str, side: int = 0) -> Inspector:
    """A piece as a side sees it, with no question asked."""
    view = RULEBOOK.view
    scene = view.scene(state, viewer_of(side))
    return view.inspect(state, viewer_of(side), pieces_of(scene)[piece], scene)


def parts(found: Inspector, name: str) -> list[tuple[int, str]]:
    figure = next(one for one in found.figures if one.name == name)
    assert sum(part[0] for part in figure.parts) == int(figure.value)
    return [(amount, cause) for amount, cause, _ in figure.parts]


def reasons(found: Inspector) -> dict[str, tuple[str, str]]:
    return {deed.label: (deed.text, deed.rule) for deed in found.deeds if not deed.may}


def test_attack_and_morale_as_they_stand_with_their_sums() -> None:
    state = battle(
        men("Axes", 12, 6, 30, 24, 0, attack_rating=20, morale=13, formation=CLOSED),
        men("Orcs", 14, 7, 30, 40, 180, side=1, attack_rating=19, formation=OPEN, in_command=False),
        stage=stages.MOVEMENT,
    )
    axes, orcs = inspected(state, "u0"), inspected(state, "u1")
    led = [(-1, "commander with the unit")] if state.units[0].leader_at != NOBODY else []
    assert parts(axes, "attack rating now") == [(20, "attack rating"), *led]
    assert parts(axes, "morale now")[:2] == [(13, "base morale"), (1, "closed formation")]
    assert (1, "open formation") in parts(orcs, "attack rating now")
    assert (1, "out of command") in parts(orcs, "attack rating now")
    assert (-2, "out of command") in parts(orcs, "morale now")


def test_every_ability_of_the_roster_is_told() -> None:
    state = battle(
        men(
            "Axes",
            12,
            6,
            30,
            24,
            0,
            hates=("orc",),
            shield=True,
            low_or_chaotic=True,
            drains=True,
            ward=2,
            modifiers=[Modifier(ar=-1, against=("orc",)), Modifier(ar=1, when="daylight")],
            weapons=[weapon(reach=2, name="spear")],
        ),
        men("Orcs", 14, 7, 30, 40, 180, side=1),
    )
    found = inspected(state, "u0")
    told = {trait.keyword: trait for trait in found.traits}
    assert {
        "Regular unit",
        "Closed formation, 6 abreast, 2 deep",
        "Shields",
        "Hates orc",
        "Drains levels",
        "Hurt by +2 only",
    } <= set(told)
    assert told["Against orc"].text == "−1 on its attack rating."
    assert told["In daylight"].text == "+1 on its attack rating."
    assert told["2 ranks strike"].rule == "battlesystem:8.1b"
    for trait in found.traits:
        assert trait.text.endswith(".")
        assert trait.rule.removeprefix("battlesystem:") in RULEBOOK.rules


def test_what_it_may_not_do_now_and_why() -> None:
    state = battle(
        men("Axes", 12, 6, 30, 24, 0, routed=True),
        crowd("Rabble", 16, 50, 24, 0),
        men("Orcs", 14, 7, 30, 40, 180, side=1),
        stage=stages.MOVEMENT,
    )
    axes = inspected(state, "u0")
    assert reasons(axes)["Move"] == ("it is routed, and runs until it is rallied", "battlesystem:7.15g")
    assert [one.keyword for one in axes.states] == ["Routed"]
    assert "Regular unit" in [trait.keyword for trait in axes.traits]
    rabble = inspected(state, "u1")
    assert reasons(rabble)["Move"] == ("a mob goes by orders given in the Rally phase", "battlesystem:2.10e")
    assert inspected(state, "u2").deeds == ()


def test_a_commander_in_full() -> None:
    state = battle(
        men("Axes", 12, 6, 30, 24, 0),
        men("Orcs", 14, 7, 30, 40, 180, side=1),
        leaders=[captain("Old One", 40, 20)],
        stage=stages.MOVEMENT,
    )
    state.individuals[0].tried = True
    found = inspected(state, "l0")
    assert [trait.keyword for trait in found.traits] == ["Army Commander"]
    assert reasons(found)["Rally"] == ("has tried already this round", "battlesystem:6.1a")


def test_who_cannot_get_away_is_told_why() -> None:
    """Between two enemies there is no way to go (7.12a); out of command one flees, but does not withdraw (4.7a)."""
    behind = men("Behind", 6, 6, 30, 22.5, side=1)
    before = men("Before", 6, 6, 30, 24, 180, side=1)
    state = battle(men("Axes", 12, 6, 30, 24, engaged=True), before, behind)
    found = reasons(inspected(state, "u0"))
    assert found["Withdraw or flee"] == (
        "Enemies on opposite sides leave them no way to go",
        "battlesystem:7.12a",
    )
    state = battle(
        men("Axes", 12, 6, 30, 24, formation=OPEN, in_command=False, engaged=True),
        men("Before", 6, 6, 30, 24, 180, side=1),
    )
    view = RULEBOOK.view
    asked = view.question(state, MoveDecision(state, 0))
    scene = structs.replace(view.scene(state, viewer_of(0)), questions=(asked,))
    found = reasons(view.inspect(state, viewer_of(0), pieces_of(scene)["u0"], scene))
    assert found["Withdraw"][1] == "battlesystem:4.7a"
    assert "Flee" not in found


def test_in_the_enemy_s_part_nobody_is_told_that_no_enemy_is_ahead() -> None:
    state = battle(men("Axes", 12, 6, 30, 24), men("Orcs", 14, 7, 30, 34, 180, side=1), movers=(1, 0))
    charge = reasons(inspected(state, "u0"))["Charge"]
    assert charge == ("only in your part of the Movement phase", "battlesystem:1.4")
