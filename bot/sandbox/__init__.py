"""A small Telegram on loopback: a Bot API server with simulated people, a page to play on, and faults on demand."""
