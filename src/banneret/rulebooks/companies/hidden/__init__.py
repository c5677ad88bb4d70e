"""The secrets of a side, dealt again."""
