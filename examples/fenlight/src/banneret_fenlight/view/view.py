"""What people see of a battle."""

from __future__ import annotations

from banneret.kernel.abilities.view import View
from banneret.kernel.decision import Decision
from banneret.kernel.scene import Inspector, Piece, Question, Scene
from banneret.kernel.viewer import Viewer
from banneret_fenlight import stages
from banneret_fenlight.state import State
from banneret_fenlight.view.inspector import inspect
from banneret_fenlight.view.questions import question
from banneret_fenlight.view.scene import STAGES, scene


class FenlightView(View[State]):
    """Shows the marsh; hidden bands only to their own side."""

    phases = (STAGES[stages.PLACEMENT], STAGES[stages.ROUND])
    keeps_ids = False  # bands merge and part

    def scene(self, state: State, viewer: Viewer) -> Scene:
        """All that a viewer may see. Rule: fenlight:hide.known."""
        return scene(state, viewer)

    def question(self, state: State, decision: Decision) -> Question:
        """A decision in words."""
        return question(state, decision)

    def inspect(self, state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
        """A band in full, as far as the viewer may know it. Rule: fenlight:hide.known."""
        return inspect(state, viewer, piece, scene)
