"""The battle as people see it: scenes, questions and chances."""
