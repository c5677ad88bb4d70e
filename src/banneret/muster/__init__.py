"""The muster: armies built from a rulebook's tables, priced against a budget, kept in plain files of their owners.

A rulebook says in data what an army may hold and offers a `Muster` (`banneret.kernel.abilities.muster`) that prices an entry with
every part of the sum told, says what is wrong, and puts armies into scenarios. Everything else is here, the same for every rulebook.
"""
