"""Commands, options, exit statuses and display; no logic."""

import gc

gc.set_threshold(50_000, 20, 50)  # modules and terms make many objects and few cycles: looking for these often only costs time
