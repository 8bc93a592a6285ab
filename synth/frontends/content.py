"""Files of content, which are loaded by path: compiled and run in a module of their own, without their folder on the search path.

Whatever goes wrong in one is told as an InputError at the deepest line of that file which had a part in it.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from types import CodeType, ModuleType

from synth.errors import InputError

_MODULE = "synth_content_file"


def run_file(path: Path) -> ModuleType:
    """The module that a Python file defines.

    InputError, with file and line where there are any: a folder, a syntax error, an exception while it runs (sys.exit included).
    """
    return _run(path, _compiled(path))


def _compiled(path: Path) -> CodeType:
    if path.is_dir():
        raise InputError("a folder, not a specification; name a file in it", str(path))
    try:
        return compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except OSError as error:
        raise InputError(error.strerror or str(error), str(path)) from None
    except SyntaxError as error:
        raise InputError(error.msg, str(path), error.lineno or None, error.offset or None) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"not Python: {error or type(error).__name__}", str(path)) from None


def _run(path: Path, code: CodeType) -> ModuleType:
    module = ModuleType(_MODULE)
    module.__file__ = str(path)
    before = sys.modules.get(_MODULE)
    sys.modules[_MODULE] = module
    try:
        exec(code, module.__dict__)
    except (Exception, SystemExit) as error:
        raise _blamed(error, path) from error
    finally:
        if before is None:
            del sys.modules[_MODULE]
        else:
            sys.modules[_MODULE] = before
    return module


def _blamed(error: BaseException, path: Path) -> InputError:
    """The error at the deepest line of the user's file; one that already names its place keeps it."""
    if isinstance(error, InputError) and error.file:
        return error
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == str(path)]
    if isinstance(error, InputError):
        message = error.message
    elif isinstance(error, ImportError):
        message = f"{error} (the file's own folder is not searched)"
    else:
        message = ": ".join(part for part in (type(error).__name__, " ".join(str(error).split())) if part)
    return InputError(message, str(path), lines[-1] if lines else None)
