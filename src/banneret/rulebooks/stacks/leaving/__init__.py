"""Units that leave a battle or the game, and who has won."""
