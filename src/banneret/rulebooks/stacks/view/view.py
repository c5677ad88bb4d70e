"""The view of a battle of stacks."""

from __future__ import annotations

from collections.abc import Callable

from banneret.kernel.abilities.view import View
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import Inspector, Piece, Preview, Question, Scene
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.text.phases import STAGES
from banneret.rulebooks.stacks.turn.move_form import MoveForm
from banneret.rulebooks.stacks.view.inspector.inspect import inspect
from banneret.rulebooks.stacks.view.objections import objection
from banneret.rulebooks.stacks.view.questions.question import question
from banneret.rulebooks.stacks.view.scene import scenes


class StacksView(View[State]):
    """Shows battles of stacks: own stacks in full, enemy stacks as hidden as the rules have it."""

    phases = tuple(names for stage, names in STAGES.items() if stage != stages.SETUP)

    def scene(self, state: State, viewer: Viewer) -> Scene:
        """The scene a viewer sees. Rule: stacks:hidden.views."""
        return scenes(state)(viewer)

    def scenes(self, state: State) -> Callable[[Viewer], Scene]:
        """The scenes of a state; what lies open to all is made once."""
        return scenes(state)

    def question(self, state: State, decision: Decision) -> Question:
        """A decision as the side that must decide it reads it."""
        return question(state, decision)

    def objection(self, state: State, decision: Decision, order: Order, question: Question) -> Preview | None:
        """The reason an order may not be given; for a move also how far it goes and what would work. Rule: stacks:move.hidden-legality."""
        if isinstance(decision, MoveForm) and decision.check(order) is not None:
            wish = objection(state, decision, order)
            if wish is not None:
                return wish
        return super().objection(state, decision, order, question)

    def inspect(self, state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
        """A piece in full, as far as the viewer may know it. Rule: stacks:hidden.views."""
        return inspect(state, viewer, piece, scene)
