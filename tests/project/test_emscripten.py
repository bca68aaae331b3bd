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
        for scene in test_compilers.scenes():
            with self.subTest(scene=scene.name):
                self.assertEqual(test_compilers.state_hash(program, scene, "--seconds", "1"),
                                 test_compilers.state_hash([project_tree.PROGRAM], scene, "--seconds", "1"))


if __name__ == "__main__":
    unittest.main()
