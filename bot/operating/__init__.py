"""What an operator runs, beside the bot itself: ``python -m bot doctor``, ``audit``, ``export`` and the like."""
