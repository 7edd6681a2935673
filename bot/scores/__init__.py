"""What a group remembers of its deals: tallies, seasons, records and curves. Pure: from what is booked to what is kept."""
