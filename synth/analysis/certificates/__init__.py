"""Certificates: what proves a verdict, what has to be shown of it, and how it is shown and made small."""
