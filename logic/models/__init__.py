"""What makes a formula true."""
