"""clang++ accepts the tests, and g++ and clang++ builds give the same state hash for the same scene (docs/engine.md, "Determinism")."""
import concurrent.futures
import json
import os
import subprocess
import unittest

import project_tree


def state_hash(program, scene, *options):
    report = subprocess.run([*program, "simulate", str(scene), "--report", "-", *options], capture_output=True, text=True)
    if report.returncode != 0:
        raise AssertionError(f"{program} failed on {scene}:\n{report.stderr}")
    return json.loads(report.stdout)["state_hash"]


def hashes(runs):
    """State hashes of (program, scene, options), in order, as many at once as there are processors."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda run: state_hash(run[0], run[1], *run[2]), list(runs)))


def scenes():
    return sorted((project_tree.ROOT / "scenes").glob("*.gl*"))


class Compilers(project_tree.Check):
    @classmethod
    def setUpClass(cls):
        build = project_tree.BUILD / "clang"
        commands = [["cmake", "-S", str(project_tree.ROOT), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                     "-DCMAKE_CXX_COMPILER=clang++"],
                    ["cmake", "--build", str(build), "--target", "carom_cli", "carom_test_main"]]
        for command in commands:
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if result.returncode != 0:
                raise AssertionError(" ".join(command) + " failed:\n" + result.stdout)
        cls.other = build / "carom"
        cls.commands = json.loads((build / "compile_commands.json").read_text())

    def test_there_are_scenes(self):
        self.assertGreater(len(scenes()), 2)

    def test_clang_accepts_the_tests(self):
        tests = [entry for entry in self.commands if "/CMakeFiles/test_" in entry["command"] and "cmake_pch" not in entry["file"]]
        self.assertGreater(len(tests), 100)

        def complaints(entry):
            result = subprocess.run(entry["command"] + " -fsyntax-only", shell=True, cwd=entry["directory"],
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            return f"{entry['file']}:\n{result.stdout}" if result.returncode != 0 else None

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            self.assertNothing([found for found in pool.map(complaints, tests) if found], "clang++ does not accept")

    def test_same_state_hash(self):
        options = [["--seconds", "0.1"], ["--seconds", "2"], ["--seconds", "0.5", "--rate", "120", "--substeps", "7"]]
        runs = [(scene, option) for scene in scenes() for option in options]
        ours = hashes(([project_tree.PROGRAM], scene, option) for scene, option in runs)
        others = hashes(([self.other], scene, option) for scene, option in runs)
        self.assertNothing([f"{scene.name} {' '.join(option)}: {a} and {b}"
                            for (scene, option), a, b in zip(runs, ours, others) if a != b], "differ")

    def test_the_hash_tells_states_apart(self):
        scene = scenes()[0]
        hashes = {state_hash([project_tree.PROGRAM], scene, "--seconds", seconds) for seconds in ("0.1", "0.2", "0.3")}
        self.assertEqual(len(hashes), 3)

    def test_two_runs_and_two_threads_give_the_same(self):
        runs = [(scene, threads) for scene in scenes() for threads in ("1", "1", "2")]
        found = hashes(([project_tree.PROGRAM], scene, ["--seconds", "1", "--threads", threads]) for scene, threads in runs)
        for i in range(0, len(runs), 3):
            with self.subTest(scene=runs[i][0].name):
                self.assertEqual(len(set(found[i:i + 3])), 1)


if __name__ == "__main__":
    unittest.main()
