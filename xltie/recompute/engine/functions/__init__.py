"""Functions that formualizer (0.13) computes otherwise than Excel, by what they are about."""
