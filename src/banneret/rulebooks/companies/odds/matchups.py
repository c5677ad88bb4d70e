"""Companies as short lists, "carrow human 2D", and the battle that two of them make.

>>> battle = meeting("carrow", "gashnak orc 3D")
>>> [one["name"] for one in battle.data["companies"]]
['Marshal Ysolde Carrow', 'Gashnak the Lash']
"""

from __future__ import annotations

from banneret.kernel.scenario import Scenario
from banneret.rulebooks.companies.army.lists import read_list
from banneret.rulebooks.companies.army.scenarios import read_scenario


def meeting(first: str, second: str) -> Scenario:
    """The battle of two lists at the ford, on ground that is ready; the first attacks. Raises `BadInput`. Rule: companies:force.two."""
    sides = ("attacker", "defender")
    companies = [
        {"side": side, **read_list(text, side)} for side, text in zip(sides, (first, second), strict=True)
    ]
    data = {
        "id": "meeting",
        "title": "A meeting at the ford",
        "sides": list(sides),
        "data": {"map": "ford", "host": sides[1], "placing": "ready", "companies": companies},
    }
    return read_scenario(data, "odds")
