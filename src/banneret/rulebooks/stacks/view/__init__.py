"""What a person sees: scenes, questions and chances."""
