"""C as text and tree: tokens, places in the source, the parser, what expressions change."""
