"""Cache breakpoints."""
