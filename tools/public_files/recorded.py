"""The recorded results: one line a file, by what is in it, so that neither its name nor its folder matters."""

import pathlib
from typing import Dict

from .examine import Result


def line(result: Result) -> str:
    codes = " ".join("%s:%s=%d" % (grade, code, count) for (grade, code), count in sorted(result.codes.items()))
    return " ".join([result.hash, str(result.size), result.load, result.run, codes]).rstrip()


def read(path: pathlib.Path) -> Dict[str, str]:
    """Lines by hash; none where nothing is recorded yet."""
    if not path.exists():
        return {}
    found = {}
    for text in path.read_text(encoding="utf-8").splitlines():
        if text and not text.startswith("#"):
            content = text.split("  # ")[0]
            found[content.split(" ")[0]] = content
    return found


def write(path: pathlib.Path, lines: Dict[str, str], names: Dict[str, str]) -> None:
    """`names`: a file's name by hash, for the reader."""
    text = "# hash size load run findings  # name\n"
    for digest in sorted(lines, key=lambda one: (names.get(one, ""), one)):
        text += lines[digest] + "  # " + names.get(digest, "") + "\n"
    path.write_text(text, encoding="utf-8")


def names(path: pathlib.Path) -> Dict[str, str]:
    """Names by hash, of a recorded list."""
    found = {}
    for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if "  # " in text and not text.startswith("#"):
            content, name = text.split("  # ", 1)
            found[content.split(" ")[0]] = name
    return found
