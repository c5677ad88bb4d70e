"""The view of a battle."""

from __future__ import annotations

from collections.abc import Callable

from banneret.kernel.abilities.view import View
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import Inspector, Piece, Preview, Question, Scene
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.companies.exchange.buying.spending import Spend
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.view.inspector import inspect
from banneret.rulebooks.companies.view.questions import question
from banneret.rulebooks.companies.view.scene import SCRIPT, VOLLEYS, scene, scenes
from banneret.rulebooks.companies.view.spend_preview import spend_preview


class CompaniesView(View[State]):
    """Shows the sheet; sealed volleys only to their own side."""

    phases = (SCRIPT, *VOLLEYS)

    def scene(self, state: State, viewer: Viewer) -> Scene:
        """All that a viewer may see. Rule: companies:map.hidden."""
        return scene(state, viewer)

    def scenes(self, state: State) -> Callable[[Viewer], Scene]:
        """The scenes of a state; all but the scripts is made once."""
        return scenes(state)

    def question(self, state: State, decision: Decision) -> Question:
        """A decision in words."""
        return question(state, decision)

    def preview(self, state: State, decision: Decision, order: Order) -> Preview | None:
        """The Disposition that both companies may be left with after a spending. Rule: companies:strike.loss."""
        return spend_preview(state, decision, order) if isinstance(decision, Spend) else None

    def inspect(self, state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
        """A company in full, or one of its people; all of it stands open on the sheet. Rule: companies:script.skill-choice."""
        return inspect(state, viewer, piece, scene)
