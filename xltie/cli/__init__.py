"""The commands of the command line, one module each; read and print here, compute elsewhere."""
