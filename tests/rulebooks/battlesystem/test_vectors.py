"""The worked cases of the catalogue: blocks, wheels, who touches and fights, where routs run."""

from __future__ import annotations

import tomllib
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from banneret.geometry.rectangles import LEFT, RIGHT
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_contact import touches
from banneret.rulebooks.battlesystem.blocks.block_moves import wheel, wheel_cost, wheel_radius
from banneret.rulebooks.battlesystem.blocks.fighters import fighters
from banneret.rulebooks.battlesystem.morale.rout.directions import rout_headings

VECTORS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "data" / "vectors.toml").read_text(encoding="utf-8")
)


def block_of(case: dict[str, Any], x: float, y: float, heading: float) -> Block:
    width = case["width"]
    return Block(
        x, y, heading, case["figures"], case["frontage"], width, case.get("depth", width), case["gap"]
    )


def test_no_vector_is_lost() -> None:
    assert sum(len(cases) for cases in VECTORS.values()) == 36


@pytest.mark.rule("battlesystem:7.1c", "battlesystem:7.1d")
@pytest.mark.parametrize("case", VECTORS["block_vector"])
def test_blocks(case: dict[str, Any]) -> None:
    block = block_of(case, *case["anchor"], case["heading"])
    assert block.ranks == case["ranks"]
    assert (block.breadth, block.length) == (case["unit_width"], case["unit_depth"])
    for rank, file, x, y in case["centre_of"]:
        assert block.centre(rank, file) == pytest.approx((x, y), abs=1e-9)
    if "last_rank_files" in case:
        last = block.ranks - 1
        assert [file for file in range(block.files) if block.holds(last, file)] == case["last_rank_files"]


@pytest.mark.rule("battlesystem:7.9b", "battlesystem:7.9c")
@pytest.mark.parametrize("case", VECTORS["wheel_vector"])
def test_wheels(case: dict[str, Any]) -> None:
    block = block_of(case, *case["anchor"], case["heading"])
    side = RIGHT if case["side"] == "right" else LEFT
    assert isclose(wheel_radius(block, side), case["radius"], abs_tol=5e-5)
    assert isclose(wheel_cost(block, side, case["degrees"]), case["cost"], abs_tol=5e-5)
    after = wheel(block, side, case["degrees"])
    assert [after.x, after.y] == case["new_anchor"]
    assert after.heading == case["new_heading"]


def face_to_face(case: dict[str, Any]) -> tuple[Block, Block]:
    return block_of(case["attacker"], 30, 20, 0), block_of(case["defender"], 30, 20, 180)


@pytest.mark.rule("battlesystem:7.8a", "battlesystem:8.1")
@pytest.mark.parametrize("case", VECTORS["front_vector"])
def test_who_touches(case: dict[str, Any]) -> None:
    mine, theirs = face_to_face(case)
    assert sorted({touch.figure for touch in touches(mine, theirs)}) == case["touching_files"]


@pytest.mark.rule("battlesystem:8.1a", "battlesystem:8.1b")
@pytest.mark.parametrize("case", VECTORS["front_vector"])
def test_who_fights(case: dict[str, Any]) -> None:
    mine, theirs = face_to_face(case)
    closed = mine.spacing == 0.0
    found = fighters(mine, theirs, closed, case["attacker"]["reach"])
    assert [figure for figure in found if figure < mine.files] == case["fighting_files"]
    assert len(found) == case["attacks"]


@pytest.mark.rule("battlesystem:7.15a")
@pytest.mark.parametrize("case", VECTORS["rout_vector"])
def test_routs(case: dict[str, Any]) -> None:
    assert rout_headings(case["away"], case["home"]) == case["heading"]
