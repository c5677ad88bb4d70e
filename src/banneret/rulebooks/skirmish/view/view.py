"""The view of a battle for people."""

from __future__ import annotations

from collections.abc import Callable

from banneret.kernel.abilities.view import View
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import Inspector, Piece, Preview, Question, Scene, Stage
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.view.inspector import inspect
from banneret.rulebooks.skirmish.view.previews import preview
from banneret.rulebooks.skirmish.view.questions import question
from banneret.rulebooks.skirmish.view.scene import scene, scenes


class SkirmishView(View[State]):
    """Shows the board and the chain; hands only to their own side."""

    phases = tuple([Stage(phase) for phase in stages.PHASES])

    def scene(self, state: State, viewer: Viewer) -> Scene:
        """All that a viewer may see. Rule: skirmish:info.public."""
        return scene(state, viewer)

    def scenes(self, state: State) -> Callable[[Viewer], Scene]:
        """The scenes of a state; all but the hands is made once."""
        return scenes(state)

    def inspect(self, state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
        """A creature in full, with its reach and whom it sees."""
        return inspect(state, viewer, piece, scene)

    def question(self, state: State, decision: Decision) -> Question:
        """A decision in words."""
        return question(state, decision)

    def preview(self, state: State, decision: Decision, order: Order) -> Preview | None:
        """The effect of a draft order, if nobody answers."""
        return preview(state, decision, order)
