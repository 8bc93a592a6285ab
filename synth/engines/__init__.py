"""The engines: ways to propose programs. `ENGINES` in `synth.engines.registry` names them all, and what is known of each."""
