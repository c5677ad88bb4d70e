"""Computer play: the things the computer sees, supposes and decides."""
