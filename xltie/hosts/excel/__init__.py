"""Excel: worksheet functions, a ribbon and the files that bring them there."""
