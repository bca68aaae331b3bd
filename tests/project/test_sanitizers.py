"""The layers that read files pass their tests under the address and undefined behaviour sanitizers."""
import os
import subprocess
import unittest

import project_tree

TARGETS = ["test_json", "test_gltf", "test_dialect"]


class Sanitizers(project_tree.Check):
    @classmethod
    def setUpClass(cls):
        cls.build = project_tree.BUILD / "sanitized"
        commands = [["cmake", "-S", str(project_tree.ROOT), "-B", str(cls.build), "-G", "Ninja",
                     "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_CXX_COMPILER=clang++",
                     "-DCAROM_SANITIZE=address,undefined"],
                    ["cmake", "--build", str(cls.build), "--target", *TARGETS]]
        for command in commands:
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if result.returncode != 0:
                raise AssertionError(" ".join(command) + " failed:\n" + result.stdout)

    def test_reading_files(self):
        for target in TARGETS:
            with self.subTest(target=target):
                result = subprocess.run([str(self.build / "tests" / target), "--gtest_brief=1"], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, cwd=project_tree.ROOT,
                                        env={**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1"})
                self.assertEqual(result.returncode, 0, result.stdout[-8000:])


if __name__ == "__main__":
    unittest.main()
