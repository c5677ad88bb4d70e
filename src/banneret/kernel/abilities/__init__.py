"""What a rulebook may offer besides its rules: each ability a small object, None where there is no such thing."""
