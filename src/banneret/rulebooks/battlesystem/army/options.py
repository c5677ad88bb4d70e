"""The options of a battle as the rules read them, and those that a scenario sets. Rule: battlesystem:intro.parent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from banneret.kernel.fields import Fields
from banneret.rulebooks.battlesystem.flags import Flags
from banneret.rulebooks.battlesystem.tables.rosters import PARENTS

AS_WRITTEN: Final = "scenario"  # the value of options that leave it to the scenario


def flags_of(options: Mapping[str, str], own: Mapping[str, str] | None = None) -> Flags:
    """The options as the rules read them.

    Args:
        options: as chosen for the battle, by name.
        own: those that the scenario sets, which hold where `options` leaves the choice to it; then come the defaults.
    """
    said = own or {}

    def value(name: str, default: str) -> str:
        chosen = options.get(name, AS_WRITTEN)
        return said.get(name, default) if chosen == AS_WRITTEN else chosen

    def is_on(name: str, default: str = "false") -> bool:
        return value(name, default) == "true"

    straight, whole = value("charge_straight", "2/3").split("/")
    dnd = value("parent", "adnd") == "dnd"
    return Flags(
        initiative_die=int(value("initiative_die", "6")),
        dnd=dnd,
        stands=is_on("stands"),
        capture=is_on("capture"),
        premeasure=value("premeasure", "forbidden") == "allowed",
        average_low=value("average_low", "low") == "average",
        elite_dl=is_on("elite_dl"),
        cumulative_losses=is_on("cumulative_losses"),
        failed_closed_charge_penalty=is_on("failed_closed_charge_penalty"),
        lost_command_opens=value("lost_command_opens", "automatic") == "automatic",
        skirmish_chain=is_on("skirmish_chain"),
        square_up=value("contact", "file-advance") == "square-up",
        caught_may_wrap=is_on("caught_may_wrap"),
        oblique_turns=is_on("oblique_turns"),
        wheel_pivot_any=value("wheel_pivot", "corner") == "any",
        forced_march_rout=is_on("forced_march_rout"),
        charge_straight=(int(straight), int(whole)),
        higher_ground=int(value("higher_ground", "-1")),
        mob_formation_penalty=is_on("mob_formation_penalty"),
        # a rule of AD&D, not of the other parent game. Rule: battlesystem:8.6b
        fighter_sweep=is_on("fighter_sweep", "true") and not dnd,
        victory_marker=value("victory_routed", "off-table") == "marker",
        brigade_may_cover=is_on("brigade_may_cover"),
        field_commanders_never_join=is_on("field_commanders_never_join"),
        stalemate=int(value("stalemate_rounds", "10")),
        round_limit=int(value("round_limit", "40")),
        mounts_fight=is_on("hero_mounts_fight"),
        fire_into_melee=is_on("fire_into_melee"),
        uncapped_heroes=is_on("uncapped_heroes"),
        partial_penalty=not is_on("no_partial_penalty"),
        charge_bonuses_add=not is_on("charge_bonus_not_cumulative"),
        walls_shoot=is_on("shield_wall_may_shoot"),
        set_spears_advance=is_on("set_spears_may_advance"),
        all_or_none_wade=is_on("water_penalty_whole_unit"),
        spotting=is_on("spotting"),
        flat_ground=is_on("flat_terrain_penalty"),
    )


def own_options(top: Fields) -> dict[str, str]:
    """The scenario's own choice of options that are left to it. Rule: battlesystem:intro.parent."""
    found = {"parent": top.word("parent", PARENTS, PARENTS[0])}
    if not top.has("options"):
        return found
    said = top.table("options")
    if said.has("fighter_sweep"):
        found["fighter_sweep"] = "true" if said.flag("fighter_sweep") else "false"
    if said.has("army_commanders"):
        found["army_commanders"] = "true" if said.flag("army_commanders") else "false"
    if said.has("round_limit"):
        found["round_limit"] = str(said.number("round_limit", most=200))
    said.end()
    return found
