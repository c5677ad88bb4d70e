"""The view of a battle."""

from __future__ import annotations

from banneret.kernel.abilities.view import View
from banneret.kernel.decision import Decision
from banneret.kernel.scene import Question, Scene
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.view.questions import question
from banneret.rulebooks.companies.view.scene import SCRIPT, VOLLEYS, scene


class CompaniesView(View[State]):
    """Shows the sheet; sealed volleys only to their own side."""

    phases = (SCRIPT, *VOLLEYS)

    def scene(self, state: State, viewer: Viewer) -> Scene:
        """All that a viewer may see. Rule: companies:map.hidden."""
        return scene(state, viewer)

    def question(self, state: State, decision: Decision) -> Question:
        """A decision in words."""
        return question(state, decision)
