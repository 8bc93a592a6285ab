"""What pyproject.toml cannot say: a wheel carries specs/ and encodings/ as synth/bundled/, and the kernel's source."""

from __future__ import annotations

import pathlib

from setuptools import setup
from setuptools.command.build_py import build_py

CONTENT = ("specs", "encodings")


def content() -> list[pathlib.Path]:
    """Every file of the content folders, relative to the project."""
    return sorted(path for folder in CONTENT for path in pathlib.Path(folder).rglob("*")
                  if path.is_file() and "__pycache__" not in path.parts)


class BuildWithContent(build_py):
    """Copies the content folders into the package; an editable install reads them where they are."""

    def run(self) -> None:
        """Build the package, then add the content."""
        super().run()
        if not self.editable_mode:
            for path, target in self._targets():
                target.parent.mkdir(parents=True, exist_ok=True)
                self.copy_file(str(path), str(target))

    def _targets(self) -> list[tuple[pathlib.Path, pathlib.Path]]:
        return [(path, pathlib.Path(self.build_lib, "synth", "bundled", path)) for path in content()]

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """The files of the built package, content included."""
        added = [] if self.editable_mode else [str(target) for _, target in self._targets()]
        return [*super().get_outputs(include_bytecode), *added]

    def get_source_files(self) -> list[str]:
        """What a source distribution must hold, content included."""
        return [*super().get_source_files(), *map(str, content())]


setup(cmdclass={"build_py": BuildWithContent})
