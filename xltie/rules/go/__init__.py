"""Go: McMahon scores, SOS and its kin, direct comparison."""

from xltie.rules.go import direct_comparison, exploits, mcmahon, sos
