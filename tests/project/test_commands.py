"""Every `carom` command in the documents runs."""
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

import project_tree

# The scene that stands for the names in capitals.
PLACEHOLDERS = {"SCENE.gltf": "scenes/bowl.gltf", "SCENE.glb": "scenes/bowl.gltf", "SCENE": "scenes/bowl.gltf"}


def commands():
    """(document, command) of each line in a fenced sh block that starts with the program's name."""
    found = []
    for path in project_tree.files():
        if path.suffix != ".md":
            continue
        for block in re.findall(r"^```sh\n(.*?)^```", project_tree.read(path), re.MULTILINE | re.DOTALL):
            for line in block.replace("\\\n", " ").splitlines():
                words = shlex.split(line, comments=True)
                if words and words[0] in {"carom", "build/release/carom"}:
                    found.append((str(path), words[1:]))
    return found


class Commands(project_tree.Check):
    def test_documents_have_commands(self):
        self.assertGreater(len(commands()), 2)

    def test_every_command_runs(self):
        for document, words in commands():
            with self.subTest(document=document, command=" ".join(words)), tempfile.TemporaryDirectory() as folder:
                for name in ("scenes", "examples"):
                    (pathlib.Path(folder) / name).symlink_to(project_tree.ROOT / name)
                (pathlib.Path(folder) / "out").mkdir()
                words = [PLACEHOLDERS.get(word, word) for word in words]
                result = subprocess.run([str(project_tree.PROGRAM), *words], cwd=folder, capture_output=True, text=True)
                self.assertEqual(result.returncode, 0, result.stderr)
                for option in ("-o", "--trajectory", "--events", "--report", "--plot"):
                    if option in words and words[words.index(option) + 1] != "-":
                        written = pathlib.Path(folder) / words[words.index(option) + 1]
                        self.assertGreater(written.stat().st_size, 0, f"{option} wrote nothing")


if __name__ == "__main__":
    unittest.main()
