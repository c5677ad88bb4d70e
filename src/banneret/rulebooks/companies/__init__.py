"""Companies: three volleys scripted in secret, pools of dice, staying power."""
