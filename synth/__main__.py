"""`python -m synth` is `synth`."""

from synth.cli.main import run

if __name__ == "__main__":
    run()
