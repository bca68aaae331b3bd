"""What the documents name exists, and what must be documented is."""
import re
import unittest

import project_tree

DOCUMENTS = [path for path in project_tree.files() if path.suffix == ".md"]
CODE_SPAN = re.compile(r"`([^`\n]+)`")
GENERATED = {"build", "out"}


def without_blocks(text):
    """The text without its fenced blocks."""
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def table_rows(text):
    """Cells of each body row of the tables in a document."""
    rows = []
    for line in text.splitlines():
        if line.startswith("|") and not re.match(r"\|[-| :]+\|$", line):
            rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows


class Names(project_tree.Check):
    def test_files_named_exist(self):
        top = {path.parts[0] for path in project_tree.files()}
        wrong = []
        for document in DOCUMENTS:
            text = without_blocks(project_tree.read(document))
            for span in CODE_SPAN.findall(text):
                name = span.split()[0].removeprefix("./")
                first = name.split("/")[0]
                is_path = re.fullmatch(r"[\w.+/-]+", name) and ("/" in name or first in top)
                if is_path and first in top - GENERATED and not (project_tree.ROOT / name).exists():
                    wrong.append(f"{document}: {name}")
            for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
                if "://" not in target and not (project_tree.ROOT / document.parent / target).exists():
                    wrong.append(f"{document}: {target}")
        self.assertNothing(wrong, "named and not there")

    def test_files_named_in_sources_exist(self):
        wrong = []
        for path in project_tree.files():
            if path.suffix in {".cpp", ".hpp", ".h", ".py", ".cmake"}:
                for name in re.findall(r"\bdocs/[\w-]+\.md\b", project_tree.read(path)):
                    if not (project_tree.ROOT / name).exists():
                        wrong.append(f"{path}: {name}")
        self.assertNothing(wrong, "named and not there")

    def test_sections_named_exist(self):
        """`file.md`, "Section" names a heading of that file."""
        wrong = []
        for path in project_tree.files():
            if path.suffix in {".md", ".cpp", ".hpp", ".py", ".cmake"}:
                for name, section in re.findall(r'\b((?:docs/)?[\w-]+\.md)`?,\s+"([^"\n]+)"', project_tree.read(path)):
                    if name == "file.md":
                        continue
                    text = project_tree.read(name) if (project_tree.ROOT / name).exists() else ""
                    if not re.search(rf"^(#+ |\*\*){re.escape(section)}", text, re.MULTILINE):
                        wrong.append(f'{path}: {name}, "{section}"')
        self.assertNothing(wrong, "named and not there")

    def test_snippet_of_the_readme_is_the_example(self):
        blocks = re.findall(r"^```cpp\n(.*?)^```", project_tree.read("README.md"), re.MULTILINE | re.DOTALL)
        self.assertEqual(len(blocks), 1)
        self.assertEqual(blocks[0], project_tree.read("examples/simulate.cpp"))

    def test_packages_are_explained(self):
        """Each library that is installed has its line in docs/dependencies.md."""
        names = {"libcli11-dev": "CLI11", "libcpp-httplib-dev": "cpp-httplib", "chromium": "Chromium", "libdraco-dev": "Draco",
                 "libmeshoptimizer-dev": "meshoptimizer", "libgtest-dev": "GoogleTest", "libqhull-dev": "Qhull",
                 "libbullet-dev": "Bullet", "emscripten": "Emscripten",
                 "nodejs": "Node.js", "npm": "npm", "python3": "Python", "pkg-config": "pkg-config", "cmake": "CMake",
                 "ninja-build": "Ninja", "g++": "g++", "clang": "clang++", "clang-14": "clang++",
                 "libclang-rt-14-dev": "clang++", "clang-format-14": "clang-format"}
        text = project_tree.read("docs/dependencies.md")
        wrong = []
        for line in project_tree.read("tools/debian_packages.txt").splitlines():
            words = line.split("#")[0].split()
            if words and names.get(words[1], words[1]) not in text:
                wrong.append(words[1])
        self.assertNothing(wrong, "not in docs/dependencies.md")


class Diagnostics(project_tree.Check):
    CODES = dict(re.findall(r'std::string_view (k\w+)\s*=\s*"([A-Z0-9_]+)"',
                            project_tree.read("include/carom/base/diagnostic_codes.hpp")))
    ENTRIES = re.findall(r"^\| `([A-Z0-9_]+)` \|", project_tree.read("docs/diagnostics.md"), re.MULTILINE)

    def test_every_code_has_its_entry(self):
        self.assertGreater(len(self.CODES), 10)
        self.assertNothing(sorted(set(self.CODES.values()) - set(self.ENTRIES)), "codes without an entry")

    def test_every_entry_has_its_code(self):
        self.assertNothing(sorted(set(self.ENTRIES) - set(self.CODES.values())), "entries without a code")
        self.assertEqual(len(self.ENTRIES), len(set(self.ENTRIES)))

    def test_every_code_is_used(self):
        sources = "\n".join(project_tree.read(path) for path in project_tree.cpp_files() if path.parts[0] == "src")
        self.assertNothing([name for name in self.CODES if not re.search(rf"\b{name}\b", sources)], "unused codes")


class Conformance(project_tree.Check):
    TABLES = project_tree.read("docs/conformance.md") + project_tree.read("docs/joints.md").partition("## Conformance")[2]
    ROWS = [row for row in table_rows(TABLES) if row and row[0] != "Section"]

    def test_every_row_says_what_shows_it_or_why_not(self):
        self.assertGreater(len(self.ROWS), 40)
        wrong = []
        for row in self.ROWS:
            if len(row) != 4 or not all(row):
                wrong.append(" | ".join(row))
            elif "`" not in row[3] and not row[3].startswith("—"):
                wrong.append(f"{row[0]}: {row[1]}: no test and no reason")
        self.assertNothing(wrong)

    def test_named_tests_exist(self):
        tests = set()
        for path in project_tree.cpp_files():
            if path.parts[0] == "tests":
                tests |= {f"{suite}.{name}" for suite, name in
                          re.findall(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)", project_tree.read(path))}
        wrong = []
        for row in self.ROWS:
            for span in CODE_SPAN.findall(row[3]):
                if re.fullmatch(r"\w+\.\w+", span) and not span.endswith((".py", ".md")) and span not in tests:
                    wrong.append(f"{row[0]}: {span}")
        self.assertNothing(wrong, "tests named in docs/conformance.md or docs/joints.md that do not exist")


if __name__ == "__main__":
    unittest.main()
