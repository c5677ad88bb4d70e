"""Orders by name: "move elves to C3" read as the order that the record will have.

A name is looked for among what the question offers: its options, the items and plans of its form, and the names of the pieces and
places in the scene of the seat that decides. Nothing else is known, so an order by name tells nothing that the seat may not see.
"""
