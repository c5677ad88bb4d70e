"""Lessons over HTTP: what a rulebook teaches, and a battle that is the lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret import rulebooks
from banneret.kernel.lesson import the_lesson_of

if TYPE_CHECKING:
    from service.table import Table


def test_the_lesson_of_a_rulebook_is_told_and_begun(table: Table) -> None:
    page = table.client.get("/api/rulebooks/stacks").json()
    told = table.client.get("/api/rulebooks/stacks/lesson").json()
    lesson = the_lesson_of(rulebooks.get("stacks"))
    assert page["lesson"] == told["scenario"] == lesson.scenario
    assert [step["name"] for step in told["steps"]] == [step.name for step in lesson.steps]
    assert "seed" not in told
    made = table.client.post("/api/rulebooks/stacks/lesson", json={})
    assert made.status_code == 201
    assert made.json()["mine"] == ["groves"]
    tokens = made.json()["tokens"]
    assert "halls" not in tokens
    view = table.view(tokens["groves"])
    assert view["commitment"] == told["commitment"]
    assert (view["scene"]["scenario"], view["side"]) == (told["scenario"], told["side"])
    assert view["scene"]["questions"][0]["kind"] in lesson.steps[0].when.kind


def test_a_rulebook_without_a_lesson_says_so(table: Table) -> None:
    assert table.client.get("/api/rulebooks/fenlight").json()["lesson"] == ""
    assert table.client.get("/api/rulebooks/fenlight/lesson").status_code == 400
    assert table.client.post("/api/rulebooks/fenlight/lesson", json={}).status_code == 400
