"""Where the tests of the project find its files."""
import os
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(os.environ.get("CAROM_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("CAROM_BINARY_DIR", ROOT / "build" / "release"))
PROGRAM = BUILD / "carom"

LAYERS = ["base", "json", "gltf", "scene", "dialect", "validate", "collide", "solve", "world", "behavior", "output", "capi", "cli", "web"]

_SKIPPED_FOLDERS = {".git", "build", "out", "node_modules", ".cache", "__pycache__"}


def files():
    """Paths of the files that belong to the project, relative to its root, in a fixed order."""
    listing = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True)
    if listing.returncode == 0 and listing.stdout:
        names = listing.stdout.split("\0")
    else:  # A source archive: everything but what builds leave behind.
        names = []
        for folder, folders, contents in os.walk(ROOT):
            folders[:] = [name for name in folders if name not in _SKIPPED_FOLDERS]
            names += [os.path.relpath(os.path.join(folder, name), ROOT) for name in contents]
    return sorted(pathlib.PurePosixPath(name) for name in names if name and (ROOT / name).is_file())


def cpp_files():
    return [path for path in files() if path.suffix in {".cpp", ".hpp", ".h"}]


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


class Check(unittest.TestCase):
    def assertNothing(self, found, what="found"):
        """Fails with one line per finding."""
        if found:
            self.fail(what + ":\n  " + "\n  ".join(str(item) for item in found))
