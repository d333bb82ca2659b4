"""The terminal face: screens and widgets; it shows and asks, and decides nothing."""
