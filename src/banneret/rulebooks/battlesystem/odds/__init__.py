"""The odds of melees, volleys and battles: counted exactly if that can be done, else simulated many times."""
