"""The options of a battle as the rules read them. Rule: skirmish:options.named."""

from __future__ import annotations

from collections.abc import Mapping

from banneret.rulebooks.skirmish.flags import Flags


def flags_of(options: Mapping[str, str]) -> Flags:
    """The options as the rules read them; what is not given has its default."""

    def is_on(name: str, default: str) -> bool:
        return options.get(name, default) == "true"

    limit = options.get("action-hand-limit", "none")
    return Flags(
        straight_distance=options.get("distance", "route") == "straight",
        powers_need_sight=is_on("power-los", "false"),
        adjacency_needs_gap=is_on("adjacency-needs-gap", "false"),
        shift_breaks_engagement=is_on("shift-breaks-engagement", "false"),
        flying_stop=options.get("flying-stop", "overfly"),
        attack_allies=is_on("attack-allies", "true"),
        off_turn_any=options.get("off-turn-target", "tapping-creature") == "any-adjacent",
        off_turn_on_own_turn=is_on("off-turn-on-own-turn", "true"),
        off_turn_on_effect_taps=is_on("off-turn-on-effect-taps", "true"),
        highest_block=options.get("block-stacking", "sum") == "highest",
        self_destruction=options.get("self-destruction-vp", "none"),
        open_setup=options.get("setup-secrecy", "simultaneous") == "seat-order",
        setup_deploys=is_on("setup-deploys", "true"),
        first_player=options.get("first-player", "random"),
        split_move=is_on("split-move", "false"),
        effects_after_refresh=options.get("start-of-turn-effects", "before-refresh") == "after-refresh",
        reshuffle=options.get("empty-action-deck", "no-draw") == "reshuffle-discard",
        hand_limit=0 if limit == "none" else int(limit),
        surviving_levels=options.get("tie-break", "draw") == "surviving-levels",
    )
