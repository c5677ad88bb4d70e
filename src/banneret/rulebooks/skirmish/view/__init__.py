"""Scenes, questions and previews: what people see."""
