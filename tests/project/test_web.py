"""The npm package and the page are built, and pass their own tests in node and in Chromium."""
import json
import os
import shlex
import subprocess
import unittest

import project_tree

WEB = project_tree.ROOT / "web"


def run(*command):
    environment = {**os.environ, "CAROM_PROGRAM": str(project_tree.PROGRAM)}
    result = subprocess.run([str(word) for word in command], cwd=project_tree.ROOT, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, env=environment)
    if result.returncode != 0:
        raise AssertionError(" ".join(str(word) for word in command) + " failed:\n" + result.stdout)
    return result.stdout


class Web(project_tree.Check):
    @classmethod
    def setUpClass(cls):
        run(project_tree.ROOT / "tools" / "build_web")

    def test_package(self):
        output = run("npm", "test", "--prefix", WEB / "carom")
        print(*(line for line in output.splitlines() if ".wasm: " in line), sep="\n")

    def test_page(self):
        run("npm", "test", "--prefix", WEB / "viewer")

    def test_engine_is_compiled_without_vectorizers(self):
        # An -O option that follows -fno-vectorize switches them on again.
        commands = json.loads((project_tree.ROOT / "build" / "wasm" / "compile_commands.json").read_text(encoding="utf-8"))
        source = project_tree.ROOT / "src"
        engine = {layer: 0 for layer in ("base", "collide", "solve", "world", "behavior")}
        for entry in commands:
            layer = os.path.relpath(entry["file"], source).split(os.sep)[0]
            if layer not in engine:
                continue
            engine[layer] += 1
            words = shlex.split(entry["command"])
            last = max(i for i, word in enumerate(words) if word.startswith("-O"))
            for option in ("-fno-vectorize", "-fno-slp-vectorize"):
                self.assertIn(option, words[last:], entry["file"])
        self.assertTrue(all(engine.values()), engine)

    def test_lock_file_names_no_host(self):
        text = (WEB / "package-lock.json").read_text(encoding="utf-8")
        self.assertNotIn("://", "\n".join(line for line in text.splitlines() if "resolved" in line))


if __name__ == "__main__":
    unittest.main()
