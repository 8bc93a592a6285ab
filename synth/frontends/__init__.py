"""From files to specifications, and from specifications and programs to files; errors name file, line and column."""
