"""How the shipped pipeline was made, so that anyone can make it again."""
