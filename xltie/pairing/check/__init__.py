"""Judging the rounds that are paired already."""
