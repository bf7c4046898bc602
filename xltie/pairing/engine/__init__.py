"""The optimal pairing of a round: objectives as costs, and the matching that costs least."""
