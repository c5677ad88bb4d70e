"""What is made to be printed: rosters of armies, as a web page or as PDF."""
