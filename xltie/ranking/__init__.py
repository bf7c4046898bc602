"""Places: lists of criteria, standings, and why one player is above another."""
