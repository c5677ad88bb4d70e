"""The computer player: what it looks at, and how it decides."""
