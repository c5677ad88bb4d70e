"""The sequence of play: the setup, then exchange after exchange of three volleys.

Rules: companies:setup.sequence, companies:script.exchange, companies:volley.sequence.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.script import write_scripts
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.setup.camp import make_camp
from banneret.rulebooks.companies.setup.contact import make_contact
from banneret.rulebooks.companies.setup.disposition import set_dispositions
from banneret.rulebooks.companies.setup.ground import prepare_ground
from banneret.rulebooks.companies.state import State


def play_step(state: State, table: Table) -> None:
    """Play one stage of the setup, the writing of the scripts, or one volley."""
    if state.stage == stages.VOLLEY:
        play_volley(state, table)
    elif state.stage == stages.SCRIPT:
        write_scripts(state, table)
    elif state.stage == stages.CONTACT:
        make_contact(state, table)
    elif state.stage == stages.CAMP:
        make_camp(state, table)
    elif state.stage == stages.DISPOSITION:
        set_dispositions(state, table)
    else:
        prepare_ground(state, table)
