"""The state: independent copies, and bytes that bring it back."""

from __future__ import annotations

from rulebooks.skirmish.yard import Yard

from banneret.kernel.scenario import Outcome
from banneret.rulebooks.skirmish.codec import CODEC


def yard() -> Yard:
    made = Yard()
    made.put("drider", (2, 2), damage=15, attached=("web", "level-up"))
    made.put("elf-archer", (6, 6), tapped=True)
    made.deal(0, "dodge", "retreat")
    return made


def test_states_go_to_bytes_and_back() -> None:
    state = yard().state
    state.outcome = Outcome((1,), "The vaults are counted.", "skirmish:end.final")
    data = CODEC.dump(state)
    back = CODEC.load(data, like=state)
    assert CODEC.dump(back) == data
    assert back.creatures[0].attached == state.creatures[0].attached
    assert back.outcome == state.outcome


def test_copies_are_independent() -> None:
    state = yard().state
    data = CODEC.dump(state)
    copy = state.copy()
    copy.creatures[0].damage = 0
    copy.creatures.pop()
    copy.armies[0].action_hand.pop()
    copy.armies[1].vault = 3
    assert CODEC.dump(state) == data
    assert CODEC.dump(state.copy()) == data
