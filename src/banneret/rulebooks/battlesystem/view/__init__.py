"""The battle as people see it: scene, pieces, questions, plans, previews and forecasts."""
