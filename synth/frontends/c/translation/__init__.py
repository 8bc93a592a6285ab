"""From the parser's tree to a control flow graph over typed expressions."""
