"""The way from a battle that is over into the campaign around it, and to its next battle."""

from __future__ import annotations

from banneret.kernel.battle.battle import Battle
from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario


def goes_on(battle: Battle) -> tuple[str, ...]:
    """The sentences that tell what goes on into the next battle; none while the battle goes on, and where there is no next one."""
    campaign, outcome = battle.rulebook.campaign, battle.outcome
    if campaign is None or outcome is None:
        return ()
    return tuple(campaign.goes_on(battle.scenario, battle.state, outcome))


def aftermath(battle: Battle) -> tuple[str, ...]:
    """The sentences that tell what is left to do in the campaign around a battle; none while it goes on."""
    outcome = battle.outcome
    return () if outcome is None else tuple(battle.rulebook.view.aftermath(battle.state, outcome))


def next_scenario(battle: Battle) -> Scenario:
    """The scenario of the next battle. Raises `BadInput` where this one is not over, stands alone, or leaves nobody to fight."""
    campaign, outcome = battle.rulebook.campaign, battle.outcome
    if campaign is None:
        raise BadInput(f"{battle.rulebook.id} has no campaign: every battle stands alone", where="campaign")
    if outcome is None:
        raise BadInput("the battle is not over", where="campaign", hint="play it to its end")
    return campaign.next_battle(battle.scenario, battle.state, outcome)
