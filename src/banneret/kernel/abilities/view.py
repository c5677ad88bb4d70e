"""The view of a battle for people: the scene of a seat, questions in words, orders previewed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from banneret.kernel.scene import Inspector, Preview, plain_inspector, refusal_fields

if TYPE_CHECKING:
    from banneret.kernel.decision import Decision
    from banneret.kernel.order import Order
    from banneret.kernel.scenario import Outcome
    from banneret.kernel.scene import Piece, Question, Scene, Stage
    from banneret.kernel.viewer import Viewer

S = TypeVar("S")


class View(ABC, Generic[S]):
    """Shows the states of a rulebook. Every rulebook has one."""

    phases: tuple[Stage, ...] = ()
    """The stages in the order in which a turn comes to them, as its scenes have them; none: they are learned."""

    keeps_ids: bool = True
    """True if a piece that fights bears one id as long as the battle lasts, so that its fate can be told."""

    @abstractmethod
    def scene(self, state: S, viewer: Viewer) -> Scene:
        """All that a viewer may see, without news and questions."""

    def scenes(self, state: S) -> Callable[[Viewer], Scene]:
        """The scenes of one state, which does not change meanwhile: equal to `scene`, and what all viewers see is made once."""
        return partial(self.scene, state)

    @abstractmethod
    def question(self, state: S, decision: Decision) -> Question:
        """A decision as the side that must decide reads it: the question in words, every option with what it means."""

    def preview(self, state: S, decision: Decision, order: Order) -> Preview | None:
        """The effect of a draft order; None where the rulebook has nothing to show.

        `order` is any plain order, whole or half made. The state must not change, no dice may be thrown, and nothing may be
        told or measured that the side may not know before it gives the order.
        """
        return None

    def objection(self, state: S, decision: Decision, order: Order, question: Question) -> Preview | None:
        """The reason why an order may not be given, and up to three that would work instead; None where it may.

        `question` is the decision as the side reads it. By default the one thing that would work is the nearest legal order.
        """
        refusal = decision.check(order)
        if refusal is None:
            return None
        instead = [option for option in question.options if option.order == refusal.nearest_text]
        return Preview(instead=tuple(instead[:1]), **refusal_fields(refusal))

    def inspect(self, state: S, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
        """A piece in full: its ratings with their sums, every ability with its rule, what it may do now and why not more.

        `piece` lies in `scene`, which is the viewer's own, with their questions. Of what a viewer does not own no more may be
        taken than the scene shows. By default it is what the scene itself tells.
        """
        return plain_inspector(piece, scene)

    def aftermath(self, ended: S, outcome: Outcome) -> list[str]:
        """The sentences that tell what a battle leaves to the campaign around it, such as rest and its price; by default none.

        `ended` is the last state of the battle, `outcome` how it ended, given up or not.
        """
        return []
