"""What `cmake --install` leaves is enough to build a program of somebody else's."""
import pathlib
import subprocess
import tempfile

import project_tree


def run(*arguments, **options):
    result = subprocess.run([str(argument) for argument in arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, **options)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, arguments))} failed:\n{result.stdout}")
    return result.stdout


class Install(project_tree.Check):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.prefix = pathlib.Path(cls.folder.name) / "prefix"
        run("cmake", "--install", project_tree.BUILD, "--prefix", cls.prefix)
        cls.scene = project_tree.ROOT / "scenes" / "bowl.gltf"

    def check_program(self, program):
        output = run(program, self.scene)
        self.assertIn(": ", output)
        missing = subprocess.run([program, "no_such_scene.gltf"], capture_output=True, text=True)
        self.assertEqual(missing.returncode, 1)
        self.assertIn("no_such_scene.gltf", missing.stderr)

    def test_find_package(self):
        build = pathlib.Path(self.folder.name) / "build"
        run("cmake", "-S", project_tree.ROOT / "examples", "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}",
            "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
        run("cmake", "--build", build)
        self.check_program(build / "simulate")

    def test_find_package_refuses_another_version(self):
        source = pathlib.Path(self.folder.name) / "too_new"
        source.mkdir()
        (source / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(too_new LANGUAGES CXX)\n"
                                               "find_package(carom 99.0 REQUIRED)\n")
        result = subprocess.run(["cmake", "-S", str(source), "-B", str(source / "build"), "-G", "Ninja",
                                 f"-DCMAKE_PREFIX_PATH={self.prefix}"], capture_output=True, text=True)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("carom", result.stderr)

    def test_pkg_config(self):
        package = next(self.prefix.rglob("carom.pc"))
        flags = run("pkg-config", "--cflags", "--libs", package).split()
        program = pathlib.Path(self.folder.name) / "simulate_pkg_config"
        run("g++", "-std=c++20", project_tree.ROOT / "examples" / "simulate.cpp", *flags, "-o", program)
        self.check_program(program)

    def test_every_installed_header_compiles_alone(self):
        headers = sorted((self.prefix / "include").rglob("*.hpp"))
        self.assertGreater(len(headers), 3)
        for header in headers:
            name = header.relative_to(self.prefix / "include")
            with self.subTest(header=str(name)):
                run("g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", self.prefix / "include",
                    "-x", "c++", "-", input=f"#include <{name}>\n")

    def test_program_is_installed(self):
        output = run(self.prefix / "bin" / "carom", "--version")
        self.assertRegex(output, r"\d+\.\d+\.\d+")


if __name__ == "__main__":
    import unittest
    unittest.main()
