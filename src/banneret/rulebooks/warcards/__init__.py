"""The rulebook `warcards`: lines, reserves, castles, ships, heroes and battle magic."""
