"""Programs whose loops are unrolled: traces, lassos, and proofs that no run goes on longer."""
