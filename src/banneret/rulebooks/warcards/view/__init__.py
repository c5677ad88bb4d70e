"""What a person sees: scene, questions, forecasts."""
