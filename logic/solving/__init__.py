"""What the solver says."""
