"""The style that can be checked by a program: formatting, sizes, names, forbidden words."""
import re
import subprocess
import unittest

import project_tree

MAX_LINES = 800
VAGUE_NAMES = {"utils", "util", "common", "misc", "helpers", "helper"}
TEXT_SUFFIXES = {".cpp", ".hpp", ".h", ".py", ".cmake", ".txt", ".md", ".json", ".in", ".yml", ".mjs", ".js", ""}
# Words that mark unfinished work, spelt apart so that this file does not hold them.
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]) + r")\b")
# Absolute paths of somebody's machine. System folders that every Debian has are fine in scripts.
MACHINE_PATH = re.compile(r"(?<![\w.$}])/(home|Users|work|root)/\w")


def text_files():
    return [path for path in project_tree.files()
            if path.suffix in TEXT_SUFFIXES and path.parts[0] != "scenes" and path.name != "package-lock.json"]


class Sources(project_tree.Check):
    def test_cpp_is_formatted(self):
        names = [str(path) for path in project_tree.cpp_files()]
        result = subprocess.run(["clang-format-14", "--dry-run", "--Werror", "--ferror-limit=1", *names],
                                cwd=project_tree.ROOT, capture_output=True, text=True)
        complaints = [line for line in result.stderr.splitlines() if "error:" in line]
        self.assertNothing(complaints)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_no_file_is_too_long(self):
        long_files = []
        for path in project_tree.files():
            if path.suffix in {".cpp", ".hpp", ".h", ".py", ".cmake"}:
                lines = project_tree.read(path).count("\n")
                if lines > MAX_LINES:
                    long_files.append(f"{path}: {lines} lines")
        self.assertNothing(long_files)

    def test_names_are_snake_case_and_say_something(self):
        wrong = []
        for path in project_tree.cpp_files():
            if not re.fullmatch(r"[a-z][a-z0-9_]*", path.stem) or path.stem in VAGUE_NAMES:
                wrong.append(str(path))
            wrong += [str(path) for part in path.parts[:-1] if part in VAGUE_NAMES]
        self.assertNothing(wrong)

    def test_nothing_is_left_unfinished(self):
        found = []
        for path in text_files():
            for number, line in enumerate(project_tree.read(path).splitlines(), 1):
                if UNFINISHED.search(line):
                    found.append(f"{path}:{number}: {line.strip()}")
        self.assertNothing(found)

    def test_no_machine_paths(self):
        found = []
        for path in text_files():
            for number, line in enumerate(project_tree.read(path).splitlines(), 1):
                if MACHINE_PATH.search(line):
                    found.append(f"{path}:{number}: {line.strip()}")
        self.assertNothing(found)

    def test_headers_are_included_once(self):
        wrong = [str(path) for path in project_tree.cpp_files()
                 if path.suffix == ".hpp" and "#pragma once" not in project_tree.read(path)]
        self.assertNothing(wrong)

    def test_every_header_opens_with_what_it_is(self):
        wrong = [str(path) for path in project_tree.cpp_files()
                 if path.suffix in {".hpp", ".h"} and not project_tree.read(path).startswith("//")]
        self.assertNothing(wrong)


class Determinism(project_tree.Check):
    """What DESIGN forbids in the layers that feed the simulation."""

    FORBIDDEN = {
        "libm beyond sqrt": re.compile(r"\bstd::(sin|cos|tan|asin|acos|atan2?|sinh|cosh|tanh|exp2?|expm1|log|log2|log10|log1p|pow|cbrt|hypot|fma|fmod|remainder)f?\s*\("),
        "unordered containers": re.compile(r"\bunordered_(multi)?(map|set)\b"),
        "clocks": re.compile(r"\bstd::chrono\b|\bclock_gettime\b"),
        "random devices": re.compile(r"\brandom_device\b|\brand\s*\(\s*\)"),
    }

    def test_engine_uses_nothing_that_may_differ(self):
        found = []
        for path in project_tree.cpp_files():
            if path.parts[0] == "src" and path.parts[1] in {"collide", "solve", "world"}:
                for number, line in enumerate(project_tree.read(path).splitlines(), 1):
                    code = line.split("//")[0]
                    found += [f"{path}:{number}: {what}" for what, pattern in self.FORBIDDEN.items() if pattern.search(code)]
        self.assertNothing(found)


if __name__ == "__main__":
    unittest.main()
