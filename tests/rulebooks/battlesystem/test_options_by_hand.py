"""Options, alone and where two touch the same rule; each figure worked out from the printed rules before it was played."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import area, battle, captain, crowd, men
from rulebooks.battlesystem.test_stands import foe, mounted

from banneret.kernel.tally import Tally
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat import wading
from banneret.rulebooks.battlesystem.missiles import phases, shooters
from banneret.rulebooks.battlesystem.missiles.shooting_orders import aim_of
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.view.arcs import arcs
from banneret.rulebooks.battlesystem.view.inspector.inspect import inspect
from banneret.rulebooks.battlesystem.view.plans import plans
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.rulebooks.battlesystem.view.scene import scene
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL
from banneret.testing import Script

# ---------------------------------------------------------------- water and stands


@pytest.mark.rule("battlesystem:11.9d", "battlesystem:2.4")
@pytest.mark.parametrize(
    ("version", "figures", "lent", "wades"),
    [
        (14, 4, (), True),  # one stand of two
        (15, 4, (), False),  # three figures on the left stand, one on the right: one of four wades
        (15, 6, (), True),  # three of six
        (15, 6, (1,), False),  # one of the right stand strikes a hero: two of five
        (15, 6, (0,), True),  # one of the left stand does: three of five
    ],
)
def test_half_of_those_who_strike_are_figures_not_stands(
    version: int, figures: int, lent: tuple[int, ...], wades: bool
) -> None:
    options = {"version": version, "all_or_none_wade": True}
    state = battle(mounted(figures=figures), foe(6), terrain=[area("ford", 30, 15, 60, 24)], options=options)
    stands, legion = state.units[0], state.units[1]
    assert wading.groups(state, stands, legion, [0, 1], lent) == [([0, 1], wades)]


@pytest.mark.rule("battlesystem:11.9d", "battlesystem:2.4")
def test_a_preview_does_not_count_who_strikes_a_hero_among_those_who_wade() -> None:
    state = battle(mounted(figures=6), foe(6), terrain=[area("ford", 30, 15, 60, 24)])
    tally = Tally("attack roll")
    wading.explain(state, state.units[0], state.units[1], [0, 1], tally, (1,))
    assert [part[1] for part in tally.parts] == ["2 of 5 out of water or a ditch, 4 worse"]


# ---------------------------------------------------------------- a square that shoots


def square(version: int = 15, figures: int = 25, missile: str = "long-bow", **where: object) -> State:
    """Five ranks of five archers in a square of shields, their front at (30, 24), who look north: the middle is (30, 22.125)."""
    bow = missile_of(missile)
    archers = men("Archers", figures, 5, 30, 24, missile=bow, volleys=bow.volleys, shields=ALL)
    foe_at = {"x": 40.0, "y": 22.125, "heading": 270.0, **where}
    foes = men("Foes", 4, 4, foe_at.pop("x"), foe_at.pop("y"), foe_at.pop("heading"), side=1)
    options = {"version": version, "walls_shoot": True, "premeasure": True}
    return battle(archers, foes, stage=stages.MISSILES, tier=1, options=options)


@pytest.mark.rule("battlesystem:11.6i", "battlesystem:11.6d", "battlesystem:10.1i", "battlesystem:10.1j")
@pytest.mark.parametrize(
    ("version", "missile", "ready", "shooting"),
    [
        (14, "long-bow", 10, 0),  # two rows to the front, and nobody is there
        (15, "long-bow", 24, 10),  # all but the man in the middle; the two files on the right shoot
        (15, "light-crossbow", 16, 5),  # the outer ring; one file
    ],
)
def test_a_square_shoots_to_the_side_on_which_the_enemy_stands(
    version: int, missile: str, ready: int, shooting: int
) -> None:
    state = square(version, missile=missile)
    archers, foes = state.units[0], state.units[1]
    assert len(shooters.figures(state, archers)) == ready
    fire = aim_of(state, archers, foes, False)
    assert (0 if fire is None else len(fire.shooters)) == shooting


@pytest.mark.rule("battlesystem:11.6i", "battlesystem:10.1b")
def test_at_the_corner_men_of_both_sides_shoot() -> None:
    # North-east of it, at 45 degrees from its corner: their left end is at (36.9, 31.2). Of the front those see it who stand no more than
    # 7.2 inches west of it, at x 29.7 or more: three of five; of the right file, by symmetry, three too.
    state = square(x=38, y=30.125, heading=225)
    fire = aim_of(state, state.units[0], state.units[1], False)
    assert fire is not None
    seen = set(fire.shooters)
    assert {2, 3, 4, 9, 14} <= seen
    assert not {0, 1, 19, 24, 20} & seen


@pytest.mark.rule("battlesystem:11.6i")
def test_a_square_may_be_ordered_to_shoot_behind_it_and_its_arcs_are_four() -> None:
    state = square(x=30, y=12, heading=0)
    table = Script(orders=[("shoot", 0, 1)], dice=[3, 4])
    phases.missile_step(state, table)
    told = next(one for one in table.events if one.kind == "volley")
    assert len(told.data["figures"]) == 10
    four, one = arcs(state, state.units[0]), arcs(square(14), square(14).units[0])
    assert len(four) == 4 * len(one) == 12


# ---------------------------------------------------------------- what is said beforehand


@pytest.mark.rule("battlesystem:4.7d", "battlesystem:7.13c")
@pytest.mark.parametrize("is_on", [False, True])
def test_plans_and_previews_say_what_an_option_makes_of_it(is_on: bool) -> None:
    # A captain who stands apart reaches 12 inches: after 6 more the unit is out of his reach.
    options = {"lost_command_opens": not is_on, "forced_march_rout": is_on, "premeasure": True}
    state = battle(
        men("Axes", 12, 6, 30, 10, radius=0.0, leader_at=-1, commander=""),
        men("Foes", 12, 6, 30, 46, 180, side=1),
        leaders=[captain("Anna", 30, 3)],
        options=options,
    )
    state.units[0].in_command = True
    decision = MoveDecision(state, 0)
    shown = preview(state, decision, ("move", 0, ("slide", 0, 8)))
    assert shown is not None
    assert ("must open, or stand until orders reach it again" in shown.sentence) == is_on
    assert ("its order opens" in shown.sentence) != is_on
    help_ = next(one.help for one in plans(state, decision) if one.verb == "march")
    assert ("routs" in help_) == is_on


@pytest.mark.rule("battlesystem:4.6e", "battlesystem:8.6b", "battlesystem:8.3c")
@pytest.mark.parametrize("is_on", [False, True])
def test_the_inspector_says_what_counts_by_the_options(is_on: bool) -> None:
    # Orcs are lawful, and of average (low) wits; men of level 0 are weak to fighters; mobs strike worse: each as an option has it.
    orcs = {"low_or_chaotic": True, "intelligence": "average-low", "alignment": "lawful evil", "weak": True}
    options = {"average_low": not is_on, "fighter_sweep": is_on, "mob_formation_penalty": is_on}
    state = battle(men("Orcs", **orcs), crowd("Rabble", x=45), men("Foes", y=40, side=1), options=options)
    viewer = viewer_of(0)
    shown = scene(state, viewer)
    traits = {}
    for piece in shown.pieces:
        if piece.name in ("Orcs", "Rabble"):
            traits[piece.name] = inspect(state, viewer, piece, shown).traits
    words = [one.keyword for one in traits["Orcs"]]
    assert ("Chaotic, or of low wits" in words) == is_on
    assert ("Weak" in words) == is_on
    assert any("1 worse to hit" in one.text for one in traits["Rabble"]) == is_on
