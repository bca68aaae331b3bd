"""The scripts of bench/, which the tests do not run: they parse, and what they install is pinned."""
import json
import platform
import shutil
import subprocess
import unittest

import project_tree

WASM = "bench/peers/wasm"


class BenchPeers(project_tree.Check):
    def test_scripts_parse(self):
        self.assertEqual(subprocess.run(["bash", "-n", str(project_tree.ROOT / "bench/compare")]).returncode, 0)
        modules = [path for path in project_tree.files() if str(path).startswith(WASM) and path.suffix == ".mjs"]
        self.assertGreaterEqual(len(modules), 4)
        node = shutil.which("node")
        self.assertIsNotNone(node, "node is missing")
        for path in modules:
            result = subprocess.run([node, "--check", str(project_tree.ROOT / path)], capture_output=True, text=True)
            self.assertEqual(result.returncode, 0, f"{path}: {result.stderr}")

    def test_every_engine_that_is_run_has_a_module(self):
        script = project_tree.read("bench/compare")
        for engine in ("carom", "rapier", "havok", "jolt"):
            self.assertIn(f"$run {engine}\"", script)
            self.assertTrue((project_tree.ROOT / WASM / f"{engine}.mjs").is_file(), engine)

    def test_sources_compile(self):
        """All but Bullet's, which the tests do not install."""
        command = ["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"]
        command += [f"-I{project_tree.ROOT / folder}" for folder in ("include", "src", "bench/peers")]
        sources = [path for path in project_tree.files()
                   if str(path).startswith("bench/") and path.suffix == ".cpp" and "bullet" not in path.name]
        self.assertGreaterEqual(len(sources), 4)
        for path in sources:
            if "roofline" in str(path):
                if platform.machine() not in ("x86_64", "AMD64"):
                    continue
                flags = ["-mavx2", "-mfma"]  # As bench/CMakeLists.txt has it.
            else:
                flags = []
            result = subprocess.run([*command, *flags, str(project_tree.ROOT / path)], capture_output=True, text=True)
            self.assertEqual(result.returncode, 0, f"{path}: {result.stderr}")

    def test_packages_are_pinned_and_name_no_host(self):
        wanted = json.loads(project_tree.read(f"{WASM}/package.json"))["dependencies"]
        text = project_tree.read(f"{WASM}/package-lock.json")
        self.assertNotIn("://", text)
        packages = json.loads(text)["packages"]
        for name, version in wanted.items():
            locked = packages[f"node_modules/{name}"]
            self.assertEqual(locked["version"], version)
            self.assertTrue(locked["integrity"].startswith("sha512-"), name)


if __name__ == "__main__":
    unittest.main()
