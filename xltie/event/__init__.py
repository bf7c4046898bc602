"""The facts of an event: contestants, matches, boards, teams and sessions, and their checks."""
