"""What pyproject.toml cannot say: the engines are compiled, and a wheel carries specs/ and encodings/ as synth/bundled/."""

from __future__ import annotations

import os
import pathlib
import sys
from typing import ClassVar

from setuptools import Command, Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = pathlib.Path(os.path.abspath(__file__)).parent
sys.path.insert(0, str(HERE))  # a builder does not have it there

from synth.engines.native.build import LEVELS, Library, build, compiler, every, levels
from synth.errors import SynthError

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


class BuildLibraries(Command):
    """Compiles the engines: for every level of processors; an editable install has those of this one, beside their sources.

    Where that does not go, a warning says so and the package is built without them: synth then searches in numpy.
    """

    user_options: ClassVar = [("build-lib=", "d", "the folder of the built package"), ("inplace", "i", "build beside the sources")]
    boolean_options: ClassVar = ["inplace"]

    def initialize_options(self) -> None:
        """Nothing is chosen yet."""
        self.build_lib: str | None = None
        self.inplace = False
        self.editable_mode = False

    def finalize_options(self) -> None:
        """The folder is that of the whole build."""
        self.set_undefined_options("build", ("build_lib", "build_lib"))

    def _targets(self) -> dict[Library, pathlib.Path]:
        own = self.editable_mode or self.inplace
        return {library: library.folder if own else pathlib.Path(self.build_lib or "", library.folder.relative_to(HERE))
                for library in every(levels()[:1] if own else tuple(LEVELS))}

    def run(self) -> None:
        """Compile what is not there."""
        targets = self._targets()
        try:
            build(list(targets), list(targets.values()))
        except (SynthError, OSError) as error:
            self.warn(f"the engines are not compiled, and will search in numpy: {error}")

    def get_outputs(self) -> list[str]:
        """The libraries that were made."""
        made = [folder / library.name for library, folder in self._targets().items()]
        return [str(path) for path in made if path.exists()]

    def get_output_mapping(self) -> dict[str, str]:
        """No file is made of one other."""
        return {}

    def get_source_files(self) -> list[str]:
        """The sources are in the package."""
        return []


class Compiled(Distribution):
    """The package, which is for one kind of machine if its engines can be compiled."""

    def has_ext_modules(self) -> bool:
        """Whether there is a compiler."""
        return compiler() is not None


class WheelForAnyPython(bdist_wheel):
    """The libraries know nothing of Python: one wheel per platform is for all its versions."""

    def get_tag(self) -> tuple[str, str, str]:
        """Any Python 3, no ABI."""
        return "py3", "none", super().get_tag()[2]


setup(distclass=Compiled, cmdclass={"build_py": BuildWithContent, "build_ext": BuildLibraries, "bdist_wheel": WheelForAnyPython})
