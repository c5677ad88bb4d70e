"""The view of a person: scene, pieces, questions, plans, previews and forecasts."""
