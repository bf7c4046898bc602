"""Where a function is declared: registry, arguments, coercion, sources and help texts."""
