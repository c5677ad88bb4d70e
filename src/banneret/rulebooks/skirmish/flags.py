"""The options in force, and the version of the rules: see `options.toml`. They never change in a battle."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Flags:
    """The options in force, as the rules ask for them; `flags_of` in `army.options` sets each by its option."""

    straight_distance: bool = False
    powers_need_sight: bool = False
    adjacency_needs_gap: bool = False
    shift_breaks_engagement: bool = False
    flying_stop: str = "overfly"
    attack_allies: bool = True
    off_turn_any: bool = False
    off_turn_on_own_turn: bool = True
    off_turn_on_effect_taps: bool = True
    highest_block: bool = False
    self_destruction: str = "none"
    open_setup: bool = False
    setup_deploys: bool = True
    first_player: str = "random"
    split_move: bool = False
    effects_after_refresh: bool = False
    reshuffle: bool = False
    hand_limit: int = 0
    surviving_levels: bool = False
    # Of the rules: by version 1 a side said in its orders when it wants to be asked.
    version: int = field(default=6, compare=False)

    @property
    def mended(self) -> bool:
        """True unless a battle is played by version 1 or 2 of the rules, as old records are.

        By those versions:

        - the target of a card or power was hit wherever it had gone since it was chosen (timing.fail-target);
        - a Shield could name an action whose attack was left out (timing.protect-names);
        - a creature that may follow by Tide of Iron had to (move.fewer);
        - the first of several opponents who dealt damage counted as the cause of a loss (destroy.cause);
        - of two cards of one name under a creature both counted for the owner of the first;
        - more creatures could start than there are miniatures (setup.miniatures);
        - Action Points could not be spent before paying for losses, drawing rewards or assisting (timing.free-powers).
        """
        return self.version > 2

    @property
    def dodges_once(self) -> bool:
        """True unless by version 1 to 3, where who untapped by an Action Point could dodge a shot once more to no effect (cover.dodge-effect)."""
        return self.version > 3

    @property
    def strikes_once(self) -> bool:
        """True unless by version 1 to 4, where who untapped by an Action Point could answer the same tap again (timing.off-turn-melee)."""
        return self.version > 4

    @property
    def counts_points(self) -> bool:
        """True unless by version 1 to 5, where a side was not asked though an Action Point could untap a helper or soften a blow (timing.free-powers)."""
        return self.version > 5

    @property
    def notes_decks(self) -> bool:
        """True unless by version 1 to 5, whose states do not say which cards were seen in a deck (info.public)."""
        return self.version > 5
