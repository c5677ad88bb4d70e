"""The options of the rulebooks, as people look for them: what their values mean, and the order in which they are listed."""

from __future__ import annotations

import pytest

from banneret import rulebooks
from banneret.kernel.catalogue import Variant

EVERY = [name for name in rulebooks.names() if rulebooks.get(name).variants]


def test_every_sentence_goes_with_the_value_it_explains() -> None:
    text = "How far. 1/2: a half. -1: it costs 1: no more. any: as one likes."
    option = Variant("far", ("1/2", "-1", "any"), "any", "rule", text=text)
    assert option.means == (
        ("", "How far."),
        ("1/2", "a half."),
        ("-1", "it costs 1: no more."),
        ("any", "as one likes."),
    )
    assert Variant("far", ("0", "1"), "0", "rule", text="How many.").means == (("", "How many."),)


@pytest.mark.parametrize("name", EVERY)
def test_options_are_listed_by_topic_behind_the_common_ones(name: str) -> None:
    book = rulebooks.get(name)
    listed = book.arranged_variants
    assert {one.id for one in listed} == set(book.variants)
    headings = [one.topic if not one.common else "" for one in listed]
    for heading in set(headings):
        first = headings.index(heading)
        assert headings[first : first + headings.count(heading)] == [heading] * headings.count(heading)
    assert headings[0] == ""
    assert headings.count("") <= 7, "few enough to be looked through"
    for one in listed:
        assert {value for value, _ in one.means} <= {"", *one.values}
        assert one.means, f"{one.id} is not explained"
