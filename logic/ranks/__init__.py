"""How firmly something follows."""
