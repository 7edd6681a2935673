"""The methods of the Bot API: what each does with the world."""
