"""The engines: three ways to propose programs. `ENGINES` in `synth.engines.registry` names them."""
