"""What a person sees: scene, pieces, questions, plans, previews and forecasts."""
