"""REPRODUCTION.md: the published figures beside those of results/, claim by claim."""
