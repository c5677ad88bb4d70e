"""Live battles: those that are in memory, because people look at them or the computer thinks about them."""
