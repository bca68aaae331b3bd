"""The library compiles with Debian's Emscripten, and what it makes gives the same state hash under node."""
import os
import subprocess
import unittest

import project_tree
import test_compilers


class Emscripten(project_tree.Check):
    @classmethod
    def setUpClass(cls):
        cls.build = project_tree.BUILD / "wasm"
        # A compiler cache or compiler chosen for the native build is none of Emscripten's business.
        environment = {name: value for name, value in os.environ.items() if name not in {"CXX", "CC", "CXXFLAGS"}}
        commands = [["emcmake", "cmake", "-S", str(project_tree.ROOT), "-B", str(cls.build), "-G", "Ninja",
                     "-DCMAKE_BUILD_TYPE=Release", "-DCAROM_MESH_COMPRESSION=OFF", "-DCAROM_BUILD_TESTS=OFF"],
                    ["cmake", "--build", str(cls.build)]]
        for command in commands:
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
            if result.returncode != 0:
                raise AssertionError(" ".join(command) + " failed:\n" + result.stdout)

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
