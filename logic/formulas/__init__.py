"""What a formula is."""
