"""The battle as a person sees it: scene, questions, forecasts."""
