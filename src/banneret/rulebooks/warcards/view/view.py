"""The view of a battle of war cards. Everything lies open to everyone."""

from __future__ import annotations

from collections.abc import Callable

from banneret.kernel.abilities.view import View
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.scenario import Outcome
from banneret.kernel.scene import Inspector, Piece, Preview, Question, Scene, Stage
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.view.campaign import aftermath
from banneret.rulebooks.warcards.view.inspector.inspect import inspect
from banneret.rulebooks.warcards.view.objections import objection
from banneret.rulebooks.warcards.view.questions import question
from banneret.rulebooks.warcards.view.scene import scene, scenes


class WarcardsView(View[State]):
    """Shows battles of war cards."""

    phases = tuple([Stage(phase, segment) for phase, segment in stages.PHASES])

    def scene(self, state: State, viewer: Viewer) -> Scene:
        """The battle as a viewer may see it."""
        return scene(state, viewer)

    def scenes(self, state: State) -> Callable[[Viewer], Scene]:
        """The scenes of a state; all but the side from which the table is seen is made once."""
        return scenes(state)

    def question(self, state: State, decision: Decision) -> Question:
        """A decision as the side to decide reads it."""
        return question(state, decision)

    def objection(self, state: State, decision: Decision, order: Order, question: Question) -> Preview | None:
        """The reason why an order may not be given; of a move, how far it goes and what would work."""
        if decision.kind == "move" and decision.check(order) is not None:
            wish = objection(state, decision, order, question)
            if wish is not None:
                return wish
        return super().objection(state, decision, order, question)

    def inspect(self, state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
        """A piece in full."""
        return inspect(state, viewer, piece, scene)

    def aftermath(self, ended: State, outcome: Outcome) -> list[str]:
        """Rest and healing, the use of prizes, and a fortification that bars the way."""
        return aftermath(ended, outcome)
