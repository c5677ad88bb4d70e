"""The question of step T5: the units, artifacts and spells to reveal in support."""

from __future__ import annotations

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Form, Item, Odds, OptionView, Question
from banneret.rulebooks.stacks.battle.support import NOTHING, SupportForm, sums, supported
from banneret.rulebooks.stacks.state import Line
from banneret.rulebooks.stacks.tables.kinds import Effects, UnitKind
from banneret.rulebooks.stacks.text.wording import (
    listed,
    opening,
    plain,
    signed,
    tallied,
    the,
    them,
    verb,
)
from banneret.rulebooks.stacks.view import chances
from banneret.rulebooks.stacks.view.pieces import piece_id, spell_piece_id
from banneret.rulebooks.stacks.view.questions.desk import Desk


def support(desk: Desk) -> Question:
    """Ask for the units, artifacts and spells to reveal in support. Rule: stacks:tactical.who, stacks:tactical.secret, stacks:odds.round."""
    form = desk.decision
    assert isinstance(form, SupportForm)
    enemy = chances.front_line(desk.state, desk.enemy)
    assert enemy is not None
    assumption = f"if {desk.enemies('adds', 'add')} nothing"
    options: list[OptionView] = []
    for label, order in _bundles(form):
        if all(option.order != write_order(order) for option in options):
            says = _bundle_words(desk, order)
            options.append(
                desk.option(
                    order,
                    label,
                    says,
                    _bundle_units(desk, order),
                    odds=_support_odds(desk, enemy, order, assumption),
                )
            )
    items = _support_items(desk, form, enemy)
    name = desk.front
    mine, theirs = sums(
        desk.state,
        desk.fight,
        desk.corner,
        chances.bare(desk.state, desk.unit(desk.corner.front), desk.corner.brought_in),
        enemy,
    )
    hint = f"{opening(the(name))} {verb(name, 'has', 'have')} {plain(mine)}, {the(desk.enemy_front)} {plain(theirs)} and what {desk.enemy_name} may add. Both choose at the same time."
    help_ = "Tick those that are to count this round; what is not revealed does not count."
    return desk.question(
        f"Who supports {the(name)}?" if items else f"Nobody can support {the(name)}.",
        options,
        desk.where,
        hint,
        Form("subset", "support", tuple(items), help=help_),
    )


def _bundles(form: SupportForm) -> list[tuple[str, Order]]:
    """The options beside the form: nothing, all that costs nothing, and everything."""
    default = form.default()
    casts: list[Order] = []
    for spell, casters, count in form.spells:
        casts += [("cast", spell.id, casters[0])] * count
    everything = (*default, *casts)
    found: list[tuple[str, Order]] = []
    if len(default) > 1:
        label = "all of them" if len(default) > len(form.items()) else "all who help"
        found.append(("all who help for nothing" if everything != default else label, default))
    if everything != default:
        found.append(("everything, spells too" if len(default) > 1 else "everything", everything))
    found.append(("nobody", NOTHING))
    return found


def _bundle_words(desk: Desk, order: Order) -> str:
    words = [_item_name(desk, item) for item in order[1:]]
    return tallied(words) if words else "nothing is revealed"


def _item_name(desk: Desk, item: Order) -> str:
    if item[0] == "use":
        return desk.artifact(item[1]).name
    return desk.spell(item[1]).name if item[0] == "cast" else desk.kind(item[1]).name


def _bundle_units(desk: Desk, order: Order) -> tuple[int, ...]:
    found: list[int] = []
    for item in order[1:]:
        number = desk.state.artifacts[item[1]].holder if item[0] == "use" else int(item[-1])
        if number not in found:
            found.append(number)
    return tuple(found)


def _support_odds(desk: Desk, enemy: Line, order: Order, assumption: str) -> Odds:
    mine, theirs = supported(desk.state, desk.corner, enemy, order)
    own, other = sums(desk.state, desk.fight, desk.corner, mine, theirs)
    return chances.odds_for(own, other, assumption)


def _support_items(desk: Desk, form: SupportForm, enemy: Line) -> list[Item]:
    """The items of the form: units, artifacts and spells, each with its effect by itself."""
    return [
        *_unit_items(desk, form, enemy),
        *_artifact_items(desk, form, enemy),
        *_spell_items(desk, form, enemy),
    ]


def _alone(desk: Desk, enemy: Line, *chosen: Order) -> str:
    """The chance to win with only these items, in words."""
    own, other = _sums(desk, enemy, list(chosen))
    return f"alone {whole_percent(chances.winning(own, other))}"


def _vain(desk: Desk, form: SupportForm, enemy: Line, item: Order, effects: Effects | None) -> str:
    """The obstacle where an item changes neither sum, alone or with everything else; empty where it may yet count.

    What regenerates or joins counts later. Rule: stacks:mod.sum, stacks:artifact.troll-ring.
    """
    if effects is not None and effects.summon:
        return ""
    if effects is not None and effects.regenerates:
        return "" if form.needs_second_life() else _no_second_life(desk)
    lends = item[0] == "lend"
    everything = [one for one in form.everything()[1:] if one != item and not (lends and one[0] == "lend")]
    for others in ([], everything):
        if _sums(desk, enemy, [*others, item]) != _sums(desk, enemy, others):
            return ""
    name = desk.enemy_front
    return f"It changes neither sum against {the(name)}, and would only be shown."


def _no_second_life(desk: Desk) -> str:
    """The reason why Regenerates adds nothing. Rule: stacks:artifact.troll-ring, stacks:regenerates.twice."""
    front = desk.unit(desk.corner.front)
    name = desk.front
    if front.defeats:
        return f"{opening(the(name))} {verb(name, 'was', 'were')} defeated once: but the next defeat destroys {them(name)}."
    return f"{opening(the(name))} {verb(name, 'regenerates', 'regenerate')} anyway."


def _sums(desk: Desk, enemy: Line, chosen: list[Order]) -> tuple[int, int]:
    """Both sums with these items."""
    mine, theirs = supported(desk.state, desk.corner, enemy, ("support", *chosen))
    return sums(desk.state, desk.fight, desk.corner, mine, theirs)


def _unit_items(desk: Desk, form: SupportForm, enemy: Line) -> list[Item]:
    """Units that support, and carriers that lend."""
    items: list[Item] = []
    for item in form.shows:
        words = desk.support_words(item[1])
        items.append(
            Item(
                f"({write_order(item)})",
                desk.label(item[1]),
                f"{words}; {_alone(desk, enemy, item)}",
                piece_id(item[1]),
                vain=_vain(desk, form, enemy, item, None),
            )
        )
    for item in form.lends:
        label = f"{desk.name(item[1])}, to carry {the(desk.front)}"
        items.append(
            Item(
                f"({write_order(item)})",
                label,
                f"{_lent_words(desk.kind(item[1]))}; {_alone(desk, enemy, item)}",
                piece_id(item[1]),
                slot="carrier",
                vain=_vain(desk, form, enemy, item, None),
            )
        )
    return items


def _artifact_items(desk: Desk, form: SupportForm, enemy: Line) -> list[Item]:
    """Artifacts, one of each kind to a holder. Rule: stacks:artifact.slots."""
    items: list[Item] = []
    for item in form.uses:
        artifact = desk.artifact(item[1])
        holder = desk.state.artifacts[item[1]].holder
        label = f"{artifact.name} of {the(desk.name(holder))}"
        items.append(
            Item(
                f"({write_order(item)})",
                label,
                f"{artifact.text} {opening(_alone(desk, enemy, item))}",
                piece_id(holder),
                slot=f"{artifact.kind} {holder}",
                vain=_vain(desk, form, enemy, item, artifact.effects),
            )
        )
    return items


def _spell_items(desk: Desk, form: SupportForm, enemy: Line) -> list[Item]:
    """Spells, by each caster and as often as there are chits. Rule: stacks:spell.any-number."""
    items: list[Item] = []
    for spell, casters, count in form.spells:
        piece = spell_piece_id(desk.side, spell)
        for times in range(1, count + 1):
            often = "" if times == 1 else " twice" if times == 2 else f" {times} times"
            for caster in casters:
                casts: list[Order] = [("cast", spell.id, caster)] * times
                label = f"{spell.name}{often}, cast by {the(desk.name(caster))}"
                alone = "" if spell.effects.summon else f" {opening(_alone(desk, enemy, *casts))}"
                items.append(
                    Item(
                        " ".join([f"({write_order(cast)})" for cast in casts]),
                        label,
                        f"{spell.text}{alone}",
                        piece,
                        slot=spell.id,
                        vain=_vain(desk, form, enemy, casts[0], spell.effects) if len(casts) == 1 else "",
                    )
                )
    return items


def _lent_words(kind: UnitKind) -> str:
    """The modifiers a carrier lends. Rule: stacks:carry.modifiers."""
    words = [f"Armor {signed(kind.armor)}"] if kind.armor else []
    if kind.flying:
        words.append("Flying")
    if kind.move >= 2:
        words.append("Swift" if kind.move == 2 else "Very Swift")
    return f"lends {listed(words)}" if words else "lends nothing"
