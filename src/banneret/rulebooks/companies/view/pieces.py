"""Companies and their people as pieces of a scene."""

from __future__ import annotations

from banneret.kernel.scene import Condition, Figure, Piece
from banneret.rulebooks.companies.board.sides import enemies_of
from banneret.rulebooks.companies.board.sight import has_scouted
from banneret.rulebooks.companies.board.standing import near
from banneret.rulebooks.companies.state import Company, State
from banneret.rulebooks.companies.tables.specialists import WOUNDS
from banneret.rulebooks.companies.text.names import node_name
from banneret.rulebooks.companies.text.pictures import COMMANDER, SECOND, STOCK


def piece_id(company: Company) -> str:
    """The id of a company's piece."""
    return f"company-{company.id + 1}"


def company_piece(state: State, company: Company) -> Piece:
    """A company under its banner, with its Disposition in layers, its state, and who leads it. Rules: companies:disp.loss, companies:map.company-place."""
    force = state.setting.forces[company.id]
    where = node_name(state, company.place)
    weapons = f"{force.arms} {force.weapon}{', longest' if force.longest else ''}"
    return Piece(
        piece_id(company),
        force.side,
        state.nodes[company.place],
        "company",
        force.name,
        symbol=STOCK[force.stock],
        label=str(company.disposition) if is_rolled(company) else "–",
        detail=f"{force.label}, {force.troops} with {weapons}; {'holds' if company.holds else 'in the open at'} {where}",
        figures=tuple(_figures(state, company)),
        states=tuple(_states(state, company)),
        inside=tuple(people(state, company)),
        rule="companies:disp.loss",
        kind="banner",
    )


def is_rolled(company: Company) -> bool:
    """True if the Disposition of a company has been rolled; it begins with 1 or more. Rule: companies:disp.minimum."""
    return company.start > 0


def _figures(state: State, company: Company) -> list[Figure]:
    """Disposition with its layers, the last to be lost first, and dice that are saved. Rules: companies:disp.loss, companies:volley.saved-dice."""
    parts = [(company.basic, "basic", "companies:disp.sum")]
    if company.holds:
        parts.append((company.bonus, node_name(state, company.place), "companies:position.bonus"))
    if company.dug:
        parts.append((company.dug, "dug in", "companies:dug.bonus"))
    found = (
        [
            Figure("Disposition", str(company.disposition), tuple(parts), "companies:disp.loss", short="Dis"),
            Figure("at the start", str(company.start), rule="companies:disp.sum"),
        ]
        if is_rolled(company)
        else [Figure("Disposition", "not rolled yet", rule="companies:disp.roll", kind="none", short="Dis")]
    )
    force = state.setting.forces[company.id]
    found.append(Figure("competence", str(force.competence), rule="companies:force.competence", short="Com"))
    saved = (
        (company.charge_dice, "a Charge", "companies:flank.charge-dice"),
        (company.weapon_dice, "strikes", "companies:rally.weapon-dice"),
        (company.command_die, "the next action", "companies:rally.command-die"),
        (company.advance_dice, "an Advance", "companies:skirmish.advance-dice"),
    )
    found += [
        Figure(f"{'die' if dice == 1 else 'dice'} for {what}", str(dice), rule=rule, kind="bonus")
        for dice, what, rule in saved
        if dice
    ]
    if company.raised:
        found.append(
            Figure("obstacle", str(company.raised), rule="companies:skirmish.raise-ob", kind="bonus")
        )
    if company.store:
        built = f"built up toward {node_name(state, company.aim)}"
        found.append(Figure(built, str(company.store), rule="companies:advance.build"))
    return found


def _states(state: State, company: Company) -> list[Condition]:
    """The states of a company; sight and reach are of enemies who still stand. Rules: companies:scout.sighted, companies:map.near, companies:spec.runners-effect, companies:steel.effect."""
    found = [Condition("holds" if company.holds else "open")]
    if company.fallen:
        found.append(Condition("fallen"))
    if company.runners_lost:
        found.append(Condition("runners lost"))
    if company.hesitates == state.now:
        found.append(Condition("hesitates"))
    if company.fallen:
        return found
    enemies = [state.companies[foe] for foe in enemies_of(state, company.id)]
    found += [
        Condition("scouted", f"has scouted {state.setting.forces[enemy.id].name}")
        for enemy in enemies
        if has_scouted(state, company.id, enemy.id)
    ]
    if any(near(state, company, enemy) for enemy in enemies):
        found.append(Condition("near"))
    return found


def people(state: State, company: Company) -> list[Piece]:
    """The commander and the seconds, with their wounds. Rules: companies:force.succession, companies:core.wounds."""
    found = []
    for number, person in enumerate(state.people):
        if person.company != company.id:
            continue
        leads = number == company.commander
        if number == state.setting.unnamed[company.id] and not leads:
            continue
        officer = state.setting.people[number]
        states = [Condition("out")] if person.out else []
        states += [Condition("wounded", WOUNDS[step]) for step in sorted(person.wounds, reverse=True)]
        known = ", ".join([f"{name} {exponent}" for name, exponent in officer.skills.items()])
        found.append(
            Piece(
                f"{officer.id}-{company.id + 1}",
                state.setting.forces[company.id].side,
                state.nodes[company.place],
                "commander" if leads else "second",
                officer.name,
                symbol=COMMANDER if leads else SECOND,
                detail=f"{known}; Steel {officer.steel}, hesitation {officer.hesitation}",
                states=tuple(states),
                rule="companies:force.succession",
            )
        )
    return found
