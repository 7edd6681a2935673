"""Pictures of how a group stands."""
