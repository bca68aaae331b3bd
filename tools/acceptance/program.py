"""Runs of the `carom` program, several at a time."""

import argparse
import json
import multiprocessing
import os
import pathlib
import subprocess
import tempfile

from . import trajectory

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMEOUT = 1800


class Run:
    """What one simulation gave: tracks by node, the report, and an error's text or None."""

    def __init__(self, tracks, report, error):
        self.tracks = tracks
        self.report = report
        self.error = error


def failure(program, scene, trajectory_path, seconds, rate=60, *options):
    """Simulates a file, writes its trajectory, and returns what went wrong, or None."""
    command = [str(program), "simulate", str(scene), "--seconds", repr(seconds), "--rate", repr(rate), "--trajectory",
               str(trajectory_path), *options]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return "took more than %d s" % TIMEOUT
    return "status %d: %s" % (result.returncode, result.stderr.strip()[:200]) if result.returncode else None


def simulate(program, scene, seconds, rate, *options):
    """Simulates a file and reads its trajectory and report."""
    with tempfile.TemporaryDirectory() as folder:
        path, report = os.path.join(folder, "trajectory.csv"), os.path.join(folder, "report.json")
        error = failure(program, scene, path, seconds, rate, "--report", report, *options)
        if error:
            return Run({}, {}, error)
        with open(report, encoding="utf-8") as file:
            return Run(trajectory.read(path), json.load(file), None)


def simulate_scene(program, scene, seconds, rate, *options):
    """The same for a Scene that is in memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scene.gltf")
        scene.write(path)
        return simulate(program, path, seconds, rate, *options)


def in_parallel(function, items, jobs):
    """Results of function for all items, in their order, as they come."""
    if jobs <= 1:
        yield from map(function, items)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap(function, items)


def arguments(description):
    """A parser with the options that all tools have."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build" / "release" / "carom",
                        help="the carom program (default: build/release/carom)")
    parser.add_argument("--jobs", type=int, default=2, help="simulations at the same time (default: 2)")
    return parser
