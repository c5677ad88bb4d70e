"""What a side cannot know, dealt again."""
