"""The field: where units, people and works are."""
