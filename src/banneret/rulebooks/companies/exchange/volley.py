"""A volley from the reveal to its end. Rules: companies:volley.sequence, companies:volley.losses, companies:volley.saved-dice."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies.board.sides import PAIR, enemies_of, is_crowd
from banneret.rulebooks.companies.board.sight import note_sight
from banneret.rulebooks.companies.board.standing import lose, occupy, put_out
from banneret.rulebooks.companies.exchange.asking import CompanyChoice
from banneret.rulebooks.companies.exchange.buying.purchases import carry_out, hide
from banneret.rulebooks.companies.exchange.buying.spending import spend_extra
from banneret.rulebooks.companies.exchange.changes import DESTROYED, LEFT, PUT_OUT, USED_UP, Watch
from banneret.rulebooks.companies.exchange.company_rolls import choose_leads, roll_actions
from banneret.rulebooks.companies.exchange.crowd.settling import settle_crowd
from banneret.rulebooks.companies.exchange.effort import AIMLESS, Effort, show
from banneret.rulebooks.companies.exchange.end.conceding import ask_to_concede
from banneret.rulebooks.companies.exchange.end.ending import end_volley
from banneret.rulebooks.companies.exchange.end.results import concessions, result_of
from banneret.rulebooks.companies.exchange.fighting.shots import fight_in_person
from banneret.rulebooks.companies.exchange.outcomes import tell_outcomes
from banneret.rulebooks.companies.exchange.requirements import why_void
from banneret.rulebooks.companies.exchange.reveal import reveal
from banneret.rulebooks.companies.exchange.verdicts import find_verdicts
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ADVANCE, NOTHING, RALLY, SCOUT, actions
from banneret.rulebooks.companies.text.names import node_name


def play_volley(state: State, table: Table) -> list[Effort]:
    """Play one volley. Returns its efforts as they ended. Rules: companies:volley.sequence, companies:multi.losses."""
    watch = Watch(state) if table.telling else None
    efforts = reveal(state, table)
    if watch is not None:
        table.tell(revealed(state, efforts))
        watch.tell(state, table, LEFT)
    choose_leads(state, table, efforts)
    roll_actions(state, table, efforts)
    if table.telling or may_tie(efforts):
        show(state, efforts)
    if is_crowd(state):
        settle_crowd(state, table, efforts)
    else:
        pair = [effort for effort in efforts if not state.companies[effort.company].fallen]
        find_verdicts(state, table, pair)
    if watch is not None:
        tell_outcomes(state, table, efforts, watch.companies)
    take_effect(state, efforts)
    if watch is not None:
        watch.tell(state, table, PUT_OUT)
    if table.telling or any_effect(efforts):
        show(state, efforts)
    spend_extra(state, table, efforts)
    carry_out(state, table, efforts)
    if watch is not None:
        watch.tell(state, table, DESTROYED)
    apply_losses(state, table, efforts)
    lapse(state, efforts)
    gain(state, table, efforts)
    if watch is not None:
        watch.tell(state, table, USED_UP)
    fight_in_person(state, table, efforts)
    conceding = ask_to_concede(state, table, efforts)
    state.reveals = []
    end_volley(state, conceding)
    if watch is not None:
        watch.tell_commanders(state, table)
    if table.telling and state.outcome is not None:
        table.tell(ended(state))
    return efforts


def may_tie(efforts: list[Effort]) -> bool:
    """True if a leader may be asked about a tie, before which the rolls must be shown. Rule: companies:tie.call."""
    return len(efforts) > PAIR or efforts[0].count == efforts[1].count


def any_effect(efforts: list[Effort]) -> bool:
    """True if a leader may have to decide more in this volley, before which the results must be shown."""
    return bool([effort for effort in efforts if effort.works_out or effort.losses])


def revealed(state: State, efforts: list[Effort]) -> Event:
    """The news of a reveal."""
    parts = []
    crowd = is_crowd(state)
    for effort in efforts:
        name = state.setting.forces[effort.company].name
        if state.companies[effort.company].fallen:
            continue
        if effort.scripted == NOTHING:
            parts.append(f"{name} hesitate")
        else:
            label = actions()[effort.scripted].label
            if effort.action == ADVANCE:
                label += f" on {node_name(state, effort.target)}"
            aimed = crowd and effort.scripted not in AIMLESS
            at = f" against {state.setting.forces[effort.foe].name}" if aimed else ""
            void = "" if effort.action != NOTHING else f" (void: {why_void(state, effort)})"
            parts.append(f"{name}: {label}{at}{void}")
    text = f"Exchange {state.exchange}, volley {state.volley + 1}. {'; '.join(parts)}."
    return Event("reveal", text, "companies:script.reveal", reveals=True)


def ended(state: State) -> Event:
    """The news of the end: the objectives met, and what the winner concedes. Rules: companies:end.record, companies:end.compromise-choice."""
    result = result_of(state)
    assert result is not None
    if not result.winner:
        return Event("end", "No objective is met.", "companies:end.record")
    met = "; ".join(result.met)
    level = {"none": "No compromise", "compromise": "A compromise"}.get(
        result.level, f"A {result.level} compromise"
    )
    text = f"{result.winner} meet their objective: {met}. {level}: {concessions()[result.level]}."
    return Event("end", text, "companies:end.compromise")


def take_effect(state: State, efforts: list[Effort]) -> None:
    """Apply the primary effects: companies put out of positions, scouted or hidden, runners restored.

    Rules: companies:position.dislodge, companies:scout.sighted, companies:withdraw.hidden, companies:rally.restore.
    """
    for effort in efforts:
        if not (effort.works_out or effort.withdrew):
            continue
        other = efforts[effort.foe]
        enemy = state.companies[other.company]
        if effort.taken and enemy.holds and enemy.place == effort.target:
            put_out(enemy)
        if effort.action == SCOUT:
            note_sight(state, effort.company, other.company, True)
        if effort.action == RALLY:
            state.companies[effort.company].runners_lost = False
        if effort.withdrew:
            hide(state, effort.company, other.company)


def apply_losses(state: State, table: Table, efforts: list[Effort]) -> None:
    """Add up the losses of the volley and apply them at once. Rule: companies:volley.losses."""
    for effort in efforts:
        if effort.bought:
            efforts[effort.foe].losses += effort.bought.get("damage", 0)
    for effort in efforts:
        company = state.companies[effort.company]
        if effort.losses:
            lose(company, effort.losses)
        if table.telling and effort.losses:
            name = state.setting.forces[effort.company].name
            left = "and have fallen" if company.fallen else f"and have {company.disposition} left"
            text = f"{name} lose {effort.losses} Disposition {left}."
            table.tell(
                Event("losses", text, "companies:disp.loss", side=state.setting.forces[company.id].side)
            )


def lapse(state: State, efforts: list[Effort]) -> None:
    """Let dice that were saved for this volley lapse, used or not; a shot that was bought keeps its own. Rules: companies:volley.saved-dice, companies:rally.weapon-dice."""
    for effort in efforts:
        company = state.companies[effort.company]
        effort.aimed = company.weapon_dice if state.setting.flags.version > 1 else 0
        company.charge_dice = 0
        company.weapon_dice = 0


def gain(state: State, table: Table, efforts: list[Effort]) -> None:
    """Apply the gains: positions taken, digging in, saved dice, falling back. A company that has fallen gains nothing. Rule: companies:volley.resolve-order."""
    for effort in efforts:
        company = state.companies[effort.company]
        if effort.bought:
            state.companies[effort.foe].raised += effort.bought.get("raise-ob", 0)
        if company.fallen:
            continue
        if effort.taken:
            occupy(state, company, effort.target)
        if not effort.bought:
            continue
        company.dug = max(company.dug, effort.bought.get("dig-in", 0))
        company.charge_dice = effort.bought.get("charge-die", 0)
        company.weapon_dice = effort.bought.get("weapon-die", 0)
        company.command_die += effort.bought.get("command-die", 0)
        company.advance_dice += effort.bought.get("advance-die", 0)
    for effort in efforts:
        if effort.withdrew and not state.companies[effort.company].fallen:
            fall_back(state, table, effort)


def fall_back(state: State, table: Table, effort: Effort) -> None:
    """Let a company that withdrew move to an adjacent node without an enemy. Rule: companies:withdraw.fall-back."""
    company = state.companies[effort.company]
    taken = [state.companies[enemy].place for enemy in enemies_of(state, company.id)]
    ways = [node for node in state.roads[company.place] if node not in taken]
    options: list[Order] = [("stay",), *[("fall-back", state.nodes[node]) for node in ways]]
    if len(options) > 1:
        order = table.ask(
            CompanyChoice("fall-back", state, company.id, "companies:withdraw.fall-back", options)
        )
        if order[0] == "fall-back":
            company.place = state.nodes.index(str(order[1]))
