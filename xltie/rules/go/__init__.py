"""Go: McMahon scores, SOS and related sums, direct comparison."""

from xltie.rules.go import direct_comparison, exploits, head_to_head, mcmahon, sos
