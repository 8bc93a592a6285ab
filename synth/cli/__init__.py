"""Commands, options, exit statuses and display; no logic."""
