"""The library compiles with Debian's Emscripten, and what it makes gives the same state hash under node."""
import subprocess
import unittest

import project_tree
import test_compilers


class Emscripten(project_tree.Check):
    @classmethod
    def setUpClass(cls):
        cls.build = project_tree.ROOT / "build" / "wasm"  # Of tools/build_web, too.
        result = subprocess.run([project_tree.ROOT / "tools" / "build_web", "engine"], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)
        if result.returncode != 0:
            raise AssertionError("tools/build_web engine failed:\n" + result.stdout)

    def test_library_is_built(self):
        self.assertTrue((self.build / "src" / "libcarom.a").is_file())

    def test_same_state_hash_as_the_native_program(self):
        # Emscripten 3.1.6 mistakes the fetch of a newer node for a browser's.
        program = ["node", "--no-experimental-fetch", str(self.build / "carom.js")]
        scenes = test_compilers.scenes()
        ours = test_compilers.hashes(([project_tree.PROGRAM], scene, ["--seconds", "1"]) for scene in scenes)
        others = test_compilers.hashes((program, scene, ["--seconds", "1"]) for scene in scenes)
        self.assertNothing([f"{scene.name}: {a} and {b}" for scene, a, b in zip(scenes, ours, others) if a != b], "differ")


if __name__ == "__main__":
    unittest.main()
