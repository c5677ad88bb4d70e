"""The files in which a rulebook says what it is, its rules, and the options players may switch."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.files import read_toml

if TYPE_CHECKING:
    from banneret.kernel.look import Look
    from banneret.kernel.primer import Primer
    from banneret.kernel.shelf import Shelf
    from banneret.kernel.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a catalogue: id without the rulebook's name, title, tier, where in the seed, text in our own words."""

    id: str
    title: str
    tier: str
    where: str
    text: str
    examples: tuple[str, ...] = ()
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Variant:
    """An option players may switch: the choices, what is built when nobody chooses, and the rule it changes.

    `conflicts` lists what cannot be chosen together: own value, other option, its value. `unnamed` is what holds in records that do not
    name the option, because it came after they were begun; where it is empty every record names it. `topic` is the heading under which
    it is listed; one that is `common`, or has no topic, stands before all headings.
    """

    id: str
    values: tuple[str, ...]
    default: str
    rule: str
    title: str = ""
    text: str = ""
    conflicts: tuple[tuple[str, str, str], ...] = ()
    unnamed: str = ""
    topic: str = ""
    common: bool = False

    @property
    def means(self) -> tuple[tuple[str, str], ...]:
        """The sentences of the text in order, each with the value that it begins with and explains, or with nothing."""
        values = "|".join(re.escape(value) for value in sorted(self.values, key=len, reverse=True))
        found = re.split(rf"(?:(?<=[.] )|^)({values}): ", self.text)
        parts = [("", found[0]), *zip(found[1::2], found[2::2], strict=True)]
        return tuple((value, text.strip()) for value, text in parts if text.strip())


class Catalogue:
    """The files of a rulebook's folder that are for people: its about, rules, options, look and shelf, each `.toml`."""

    id: ClassVar[str]
    folder: ClassVar[Path]

    @cached_property
    def about(self) -> Mapping[str, Any]:
        """`about.toml`: id, name, title, summary, version (of the rules, as stands in records)."""
        return read_toml(self.folder / "about.toml")

    @property
    def name(self) -> str:
        """The short name that people read."""
        return str(self.about.get("name", self.title))

    @property
    def title(self) -> str:
        """The full name that people read, with what it is."""
        return str(self.about["title"])

    @property
    def summary(self) -> str:
        """A description in a sentence."""
        return str(self.about["summary"])

    @property
    def version(self) -> int:
        """The version of the rules, as stands in records."""
        return int(self.about["version"])

    @property
    def place(self) -> int:
        """The place in lists of rulebooks: those that are quickly learned come first."""
        return int(self.about.get("place", 1000))

    @property
    def first_battle(self) -> tuple[str, ...]:
        """A scenario to begin with, and the side to play in it; nothing where it names none."""
        return tuple(self.about.get("first_battle", ()))

    @cached_property
    def look(self) -> Look:
        """The look, from `look.toml`; a plain one where there is none."""
        from banneret.kernel.look import read_look

        return read_look(self.folder)

    @cached_property
    def shelf(self) -> Shelf:
        """The place of its battles on the front page, from `shelf.toml`; an empty one where there is none."""
        from banneret.kernel.shelf import read_shelf

        return read_shelf(self.folder)

    @cached_property
    def primer(self) -> Primer | None:
        """The page on how it works, from `primer.toml`; None where there is none."""
        from banneret.kernel.primer import read_primer

        return read_primer(self.folder)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that stand on the screen, from `words.toml`; none where there is none."""
        from banneret.kernel.vocabulary import read_vocabulary

        return read_vocabulary(self.folder)

    @cached_property
    def sprite(self) -> str:
        """Its pictures as one SVG sprite, which changes its name in `look` when it changes."""
        from banneret.kernel.look import sprite_of

        return sprite_of(self.folder)

    def rule_title(self, rule: str) -> str:
        """The title of a rule of this catalogue; nothing for one of the table's own."""
        home, _, name = rule.rpartition(":")
        return self.rules[name].title if home in ("", self.id) and name in self.rules else ""

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The catalogue, by id (without the rulebook's name)."""
        rules: dict[str, Rule] = {}
        for path in sorted(self.folder.glob("rules*.toml")):
            for row in read_toml(path).get("rule", []):
                rules[row["id"]] = Rule(
                    row["id"],
                    row["title"],
                    row["tier"],
                    row.get("where", ""),
                    row["text"],
                    tuple(row.get("examples", ())),
                    row.get("ruling", ""),
                )
        return rules

    @cached_property
    def variants(self) -> dict[str, Variant]:
        """The options players may switch, by id."""
        found: dict[str, Variant] = {}
        path = self.folder / "options.toml"
        for row in read_toml(path).get("option", []) if path.exists() else ():
            found[row["id"]] = Variant(
                row["id"],
                tuple(row["values"]),
                row["default"],
                row["rule"],
                row.get("title", ""),
                row.get("text", ""),
                tuple((c["value"], c["option"], c["other"]) for c in row.get("conflicts", ())),
                row.get("unnamed", ""),
                row.get("topic", ""),
                row.get("common", False),
            )
        return found

    @cached_property
    def arranged_variants(self) -> tuple[Variant, ...]:
        """The options as people look for them: the common ones first, then by topic in the order of `topics`."""
        path = self.folder / "options.toml"
        topics = ["", *(read_toml(path).get("topics", ()) if path.exists() else ())]
        return tuple(
            sorted(
                self.variants.values(),
                key=lambda one: (bool(one.topic) and not one.common, topics.index(one.topic)),
            )
        )

    def options(self, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """All options with their values, `chosen` over the defaults; raises `BadInput` for what does not exist or contradicts."""
        values = {variant.id: variant.default for variant in self.variants.values()}
        for name, value in (chosen or {}).items():
            variant = self.variants.get(name)
            if variant is None:
                raise BadInput(f"{self.id} has no option {name!r}", hint=nearest(name, self.variants))
            if value not in variant.values:
                hint = "one of " + ", ".join(variant.values)
                raise BadInput(f"option {name} cannot be {value!r}", hint=hint)
            values[name] = value
        for variant in self.variants.values():
            for value, other, its in variant.conflicts:
                if values[variant.id] == value and values.get(other) == its:
                    raise BadInput(
                        f"{variant.id}={value} and {other}={its} contradict each other", where="options"
                    )
        return values

    def options_of_record(self, named: Mapping[str, str]) -> dict[str, str]:
        """All options of a battle whose record names these; raises `BadInput` where one is missing that it must name."""
        values = {variant.id: variant.unnamed for variant in self.variants.values()} | dict(named)
        for name, value in values.items():
            if not value:
                raise BadInput(f"the option {name!r} is missing")
        return self.options(values)
