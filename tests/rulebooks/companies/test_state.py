"""The state: bytes and back, copies that share nothing that changes, the options in force."""

from __future__ import annotations

from rulebooks.companies.musters import FILES, battle

from banneret.kernel.scenario import Outcome
from banneret.rulebooks.companies.codec import CODEC
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.state import NOBODY, State, flags_of
from banneret.rulebooks.companies.tables.actions import ACTIONS


def changed() -> State:
    state = battle(holds=(True, False))
    state.companies[0].written = [5, 1, 3]
    state.companies[0].targets = [-1, -1, -1]
    state.volley = 2
    wound(state, 1, 2)
    state.outcome = Outcome((0,), "because", "companies:end.zero")
    return state


def test_bytes_and_back() -> None:
    state = changed()
    again = CODEC.load(CODEC.dump(state), like=state)
    assert again == state
    assert CODEC.dump(again) == CODEC.dump(state)


def test_a_copy_shares_nothing_that_changes() -> None:
    state = changed()
    before = CODEC.dump(state)
    other = state.copy()
    assert other == state
    other.companies[0].basic = 1
    written = other.companies[0].written
    assert written is not None
    written[0] = 0
    wound(other, 0, 3)
    other.scouted[1] = False
    other.values[2] = 5
    other.works[2] = 3
    other.tokens[0] = 0
    assert CODEC.dump(state) == before


def test_options_in_force() -> None:
    flags = flags_of(
        FILES.options({"scout-gate": "flank+skirmish", "conflict-tokens": "unlimited", "time-limit": "none"})
    )
    assert [name for name, gated in zip(ACTIONS, flags.gated, strict=True) if gated] == ["flank", "skirmish"]
    assert (flags.tokens, flags.nightfall) == (NOBODY, 0)


def test_the_catalogue_is_whole() -> None:
    """315 rules; every option changes a rule that there is, and its default is one of its values."""
    assert len(FILES.rules) == 315
    for variant in FILES.variants.values():
        assert variant.rule in FILES.rules
        assert variant.default in variant.values
        assert variant.title
        assert variant.text
