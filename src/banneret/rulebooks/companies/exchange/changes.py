"""The changes of a volley, told as they happen: positions left, lost and taken, works, cover, sight, runners. All of it is open to everybody.

Rules: companies:map.hidden, companies:position.leave, companies:position.dislodge, companies:dug.bonus, companies:scout.sighted,
companies:rally.restore.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.companies.state import Company, State
from banneret.rulebooks.companies.text.names import company_name, leader_name, node_name

LEFT: Final = "companies:position.leave"
PUT_OUT: Final = "companies:position.dislodge"
DESTROYED: Final = "companies:fort.destroyed"
USED_UP: Final = "companies:position.damage"


class Watch:
    """The field as it stood when it was told last."""

    def __init__(self, state: State) -> None:
        self._look(state)

    def _look(self, state: State) -> None:
        self.companies: list[Company] = [company.copy() for company in state.companies]
        self.works: list[int] = list(state.works)
        self.scouted: list[bool] = list(state.scouted)

    def tell(self, state: State, table: Table, lost: str) -> None:
        """Tell all that is otherwise by now; `lost` is the rule by which a position is lost at this point of the volley."""
        for before, company in zip(self.companies, state.companies, strict=True):
            if not company.fallen:
                self._tell_place(state, table, before, company, lost)
                self._tell_runners(state, table, before, company)
        for node, (old, new) in enumerate(zip(self.works, state.works, strict=True)):
            if old != new:
                stand = f"are {new} now" if new else "are destroyed"
                rule = "companies:fort.rating" if new > old else DESTROYED
                table.tell(Event("works", f"The works at {node_name(state, node)} {stand}.", rule))
        self._tell_sight(state, table)
        self._look(state)

    def _tell_place(self, state: State, table: Table, before: Company, company: Company, lost: str) -> None:
        """Tell which position a company has taken, left or lost, and that its cover is gone."""
        name, place = company_name(state, company.id), node_name(state, company.place)
        text = rule = ""
        if company.holds and (not before.holds or before.place != company.place):
            text, rule = f"{name} take {place}, worth {company.bonus}.", "companies:advance.take"
        elif company.place != before.place:
            text, rule = f"{name} go to {place}, in the open.", "companies:map.company-place"
        elif before.holds and not company.holds:
            words = {LEFT: "leave", PUT_OUT: "are put out of"}
            off = before.disposition - company.disposition if lost != USED_UP else 0  # else told as losses
            more = f"{' and lose' if lost in words else ' and'} {off} Disposition" if off else ""
            text, rule = f"{name} {words.get(lost, 'lose')} {place}{more}.", lost
        elif before.dug and not company.dug and lost == LEFT:
            text, rule = f"{name} leave their cover and lose 1 Disposition.", "companies:dug.bonus"
        if text:
            table.tell(Event("ground", text, rule, side=state.setting.forces[company.id].side))

    def tell_commanders(self, state: State, table: Table) -> None:
        """Tell who has taken over a command, or commands again. Rules: companies:force.succession, companies:spec.field-dressing."""
        for before, company in zip(self.companies, state.companies, strict=True):
            if company.fallen or company.commander == before.commander:
                continue
            name, led = leader_name(state, company.id), company_name(state, company.id)
            back = company.commander == state.setting.leaders[company.id]
            text = f"{name} commands {led} again." if back else f"{name} takes over the command of {led}."
            rule = "companies:spec.field-dressing" if back else "companies:force.succession"
            side = state.setting.forces[company.id].side
            table.tell(Event("command", text, rule, side=side))

    def _tell_runners(self, state: State, table: Table, before: Company, company: Company) -> None:
        """Tell that a company has lost its runners, or has others. Rules: companies:spec.runners, companies:rally.restore."""
        if before.runners_lost != company.runners_lost:
            end = (
                "have lost their runners" if company.runners_lost else "are in touch with their troops again"
            )
            rule = "companies:spec.runners" if company.runners_lost else "companies:rally.restore"
            side = state.setting.forces[company.id].side
            table.tell(Event("runners", f"{company_name(state, company.id)} {end}.", rule, side=side))

    def _tell_sight(self, state: State, table: Table) -> None:
        """Tell who has found whom, and who has lost sight. Rules: companies:scout.sighted, companies:scout.lost."""
        for place, (old, new) in enumerate(zip(self.scouted, state.scouted, strict=True)):
            if old != new:
                own, other = divmod(place, len(state.companies))
                sees = "have found" if new else "lose sight of"
                text = f"{company_name(state, own)} {sees} {company_name(state, other)}."
                rule = "companies:scout.sighted" if new else "companies:scout.lost"
                table.tell(Event("sight", text, rule, side=state.setting.forces[own].side))
