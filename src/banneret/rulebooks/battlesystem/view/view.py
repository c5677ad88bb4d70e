"""The view of a battle. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Callable

from banneret.kernel.abilities.view import View
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import Inspector, Piece, Preview, Question, Scene, Stage
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.view.inspector.inspect import inspect
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.rulebooks.battlesystem.view.scene import scene, scenes


class BattlesystemView(View[State]):
    """Shows battles of regiments on the plane."""

    phases = tuple([Stage(phase) for phase in stages.phases(stages.BASIC)])

    def scene(self, state: State, viewer: Viewer) -> Scene:
        """The battle as a viewer sees it."""
        return scene(state, viewer)

    def scenes(self, state: State) -> Callable[[Viewer], Scene]:
        """The scenes of a state; all but the marks of fights is made once."""
        return scenes(state)

    def question(self, state: State, decision: Decision) -> Question:
        """A decision as the side that must decide reads it."""
        return question(state, decision)

    def preview(self, state: State, decision: Decision, order: Order) -> Preview | None:
        """The outcome of an order, measured no further than the side may know; None for decisions without previews. Rule: battlesystem:3.5."""
        return preview(state, decision, order)

    def inspect(self, state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
        """A piece in full. Rule: battlesystem:3.1."""
        return inspect(state, viewer, piece, scene)
