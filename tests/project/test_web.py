"""The npm package and the page are built, and pass their own tests in node and in Chromium."""
import os
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

    def test_lock_file_names_no_host(self):
        text = (WEB / "package-lock.json").read_text(encoding="utf-8")
        self.assertNotIn("://", "\n".join(line for line in text.splitlines() if "resolved" in line))


if __name__ == "__main__":
    unittest.main()
