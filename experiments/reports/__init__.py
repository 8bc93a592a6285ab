"""What records of runs say: tables, pictures, a page, and two measurements compared. Nothing here runs a benchmark."""
