"""The options in force: see `options.toml`. They never change in a battle."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Flags:
    """The options of a battle, in the terms of the rules."""

    initiative_die: int
    dnd: bool
    stands: bool
    capture: bool
    premeasure: bool
    average_low: bool  # those of "average (low)" intelligence count as average. Rule: battlesystem:4.6
    elite_dl: bool
    cumulative_losses: bool
    failed_closed_charge_penalty: bool
    lost_command_opens: bool  # a closed unit out of command opens at once; else its owner may leave it closed
    skirmish_chain: bool
    square_up: bool
    caught_may_wrap: bool
    oblique_turns: bool
    wheel_pivot_any: bool
    forced_march_rout: bool
    charge_straight: tuple[int, int]  # a share as numerator and denominator
    higher_ground: int
    mob_formation_penalty: bool
    fighter_sweep: bool
    victory_marker: bool  # a routed unit counts as gone
    stalemate: int  # rounds in a row without an attack roll that end the battle; 0: never
    round_limit: int  # 0: none
    # Rulings of the Intermediate Game as other tables have them.
    mounts_fight: bool = False  # mounts of heroes strike man to man. Rule: battlesystem:9.4b.mounted
    fire_into_melee: bool = False  # enemies in contact with friends may be shot at. Rule: battlesystem:10.1n
    uncapped_heroes: bool = False  # a hero who affects whole figures fells as many as his damage is worth
    partial_penalty: bool = True  # on shots at a target of which only a part is seen
    charge_bonuses_add: bool = True  # the charge bonuses of riders and of closed order
    walls_shoot: bool = False  # units in shield wall may shoot
    set_spears_advance: bool = False  # a unit may move before it sets spears, with what they do not cost
    all_or_none_wade: bool = False  # where half of those who strike wade, all strike worse; else none does
    brigade_may_cover: bool = False  # commands the unit of one who stepped down. Rule: battlesystem:9.3d
    field_commanders_never_join: bool = False  # rule: battlesystem:9.2b
    spotting: bool = False  # commanders spot for catapults. Rule: battlesystem:10.9b
    flat_ground: bool = False  # dear ground once entered slows for the whole round. Rule: battlesystem:11.8n
    version: int = 20  # of the rules, as the record names it: a battle goes on by those with which it began
