"""The scripts of an exchange as trays of banners, and the volley that is being resolved. Rules: companies:script.secret, companies:script.reveal."""

from __future__ import annotations

from banneret.kernel.scene import Clash, Condition, Figure, Piece, Tray
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.hidden.imagine import sealed
from banneret.rulebooks.companies.state import NOBODY, NOWHERE, UNWRITTEN, Company, Reveal, State
from banneret.rulebooks.companies.tables.actions import ADVANCE, NOTHING, actions
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, VERSUS
from banneret.rulebooks.companies.text.names import addressed, company_name, node_name
from banneret.rulebooks.companies.text.pictures import ACTION, SEALED

KINDS = {VERSUS: "versus, against theirs", INDEPENDENT: "side by side, for itself"}
BOTH = {
    VERSUS: "Versus: at most one of the two works.",
    INDEPENDENT: "Side by side: each needs its own number, both may work.",
}
"""Two actions that are tested in the same way, in one sentence for both."""


def script_tray(state: State, company: Company, viewer: Viewer) -> Tray:
    """The three volleys of a company: open once revealed, and to its own side. Rule: companies:script.secret."""
    side = state.setting.forces[company.id].side
    hidden = [] if viewer.owns(side) else sealed(state, company)
    pieces = [_banner(state, company, volley, volley in hidden) for volley in range(stages.VOLLEYS)]
    name = state.setting.forces[company.id].name
    return Tray(
        f"script-{company.id + 1}", f"Script of {name}", side, tuple(pieces), kind="script", name="Script"
    )


def _banner(state: State, company: Company, volley: int, is_hidden: bool) -> Piece:
    """One volley of a script as a banner: sealed, or with its action."""
    assert company.written is not None
    assert company.targets is not None
    side = state.setting.forces[company.id].side
    place = f"volley {volley + 1}"
    states = []
    if volley < state.volley:
        states.append(Condition("past"))
    elif volley == state.volley:
        states.append(Condition("now"))
    lost = volley == state.volley and company.hesitates == state.now
    if lost:
        states.append(Condition("hesitates"))
    name, form, symbol, rule = "hesitates", "idle", "", "companies:script.hesitating"
    action = company.written[volley]
    if is_hidden and not lost:
        name, form, symbol, rule = "sealed", "sealed", SEALED, "companies:script.secret"
    elif not lost and action not in (UNWRITTEN, NOTHING):
        target = company.targets[volley]
        where = f" on {node_name(state, target)}" if target != NOWHERE else ""
        if company.foes is not None and company.foes[volley] != NOBODY:
            where += f" against {company_name(state, company.foes[volley])}"
        name, form, symbol, rule = (
            f"{actions()[action].id.title()}{where}",
            "action",
            ACTION[action],
            "companies:script.reveal",
        )
    return Piece(
        f"script-{company.id + 1}-{volley + 1}",
        side,
        "",
        form,
        name,
        symbol=symbol,
        label=place,
        states=tuple(states),
        rule=rule,
    )


def clash(state: State) -> Clash | None:
    """The volley that is being resolved: the revealed actions, their dice and their counts; None between volleys. Rule: companies:volley.sequence."""
    if not state.reveals:
        return None
    return Clash(
        f"Volley {state.volley + 1}",
        "",
        tuple([_revealed(state, one) for one in state.reveals]),
        tuple([_sum(one) for one in state.reveals]) if any(one.skill for one in state.reveals) else (),
        lines=tuple(_tested(state)),
    )


def _tested(state: State) -> list[str]:
    """Sentences on the tests of the actions of the volley, and on those that are void. Rule: companies:volley.sequence."""
    acting = [one.kind for one in state.reveals if one.action != NOTHING]
    if len(acting) == len(state.reveals) == 2 and acting[0] == acting[1] and acting[0] in BOTH:
        return [BOTH[acting[0]]]
    lines = []
    for one in state.reveals:
        name = state.setting.forces[one.company].name
        if one.action == NOTHING and one.scripted != NOTHING:
            lines.append(f"{name}: {actions()[one.scripted].label} is void.")
        elif one.action != NOTHING and one.kind in KINDS:
            lines.append(f"{name}: {actions()[one.action].label} is tested {KINDS[one.kind]}.")
    return lines


def _revealed(state: State, one: Reveal) -> Piece:
    """The banner of a revealed action with its dice."""
    company = state.companies[one.company]
    states = []
    if one.scripted == NOTHING:
        states.append(Condition("hesitates"))
    elif one.action == NOTHING:
        states.append(Condition("void"))
    if one.works:
        states.append(Condition("works"))
    label = "hesitates" if one.scripted == NOTHING else actions()[one.scripted].id.title()
    where = f" on {node_name(state, one.target)}" if one.target != NOWHERE else ""
    if one.foe != NOBODY:
        where += f" against {company_name(state, one.foe)}"
    figures = []
    count, rule = counting(one)
    if one.faces:
        figures.append(
            Figure("dice", " ".join([str(face) for face in one.faces]), rule="companies:core.dice")
        )
        figures.append(Figure("counts from", str(one.shade), rule="companies:core.shade"))
        figures.append(Figure("successes", str(count), rule=rule))
    if one.works:
        figures.append(Figure("extra", str(one.extra), rule="companies:test.extra"))
    return Piece(
        f"reveal-{one.company + 1}",
        state.setting.forces[one.company].side,
        state.nodes[company.place],
        "action" if one.action != NOTHING else "idle",
        addressed(state, one.company, f"{label}{where}"),
        symbol=ACTION[one.scripted] if one.scripted != NOTHING else "",
        label=str(count) if one.skill else "",
        detail=one.skill,
        figures=tuple(figures),
        states=tuple(states),
        rule="companies:script.reveal",
    )


def counting(one: Reveal) -> tuple[int, str]:
    """The successes of an action that count, and the rule by which they do.

    Against an obstacle all count, for there the obstacle is doubled or raised. In a versus test and in an Advance those count that halving and
    raises leave. Rules: companies:core.unskilled-independent, companies:core.unskilled-versus.
    """
    if one.kind == INDEPENDENT and one.action != ADVANCE:
        return one.successes, "companies:core.independent"
    return one.count, "companies:core.versus"


def _sum(one: Reveal) -> Figure:
    """The counted successes of an action; a dash where nothing is rolled."""
    count, rule = counting(one)
    return Figure(one.skill, str(count) if one.skill else "–", rule=rule)
