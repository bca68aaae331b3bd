"""Drops Box3D's dolls by the thousand, turned and spun at random, and says which burst.

python3 -B -m tools.joint_check.dolls [--dolls 1000] [--first 0] [--keep FOLDER]

A doll starts 1 to 20 m above a floor of triangles with a torus, its drives none, springs or all at a damping of 1 to 1000.
It has burst when a limb is faster than twice what the fall and the spin give, or a joint is open by more than 0.1 m."""

import json
import math
import os
import random
import sys
import tempfile

from ..acceptance import geometry as g
from ..acceptance import program, table
from ..acceptance.scene import Scene
from . import joints
from .__main__ import steps

BATCH = 10  # dolls in a scene
SPACE = 6.0  # m between them
VARIANTS = ("none", "springs", "all")


def batch_of(seed):
    """Scene, greatest lawful speed (m/s), words."""
    sys.path.insert(0, str(program.ROOT))
    from bench.peers.box3d import dolls
    draw = random.Random("dolls %d" % seed)
    which, damping = VARIANTS[seed % 3], 10 ** draw.uniform(0, 3)
    drives = dolls.Drives(which, damping)
    limbs = json.loads(dolls.FIGURES.read_text(encoding="utf-8"))["limbs"]
    scene = Scene("dolls")
    scene.fixed("floor", scene.mesh(*dolls.flat(30, 2.0)))
    ring, lawful = scene.mesh(*g.torus_mesh(1.5, 0.4)), 0.0
    for k in range(BATCH):
        place = (SPACE * (k % 5 - 2), 0.0, SPACE * (k // 5 - 0.5))
        scene.fixed("ring", ring, at=place)
        height, spin = draw.uniform(1, 20), draw.uniform(0, 8)
        first = len(scene.nodes)
        dolls.doll(scene, limbs, (0, 0, 0), 0, k, drives)
        throw(scene, first, g.add(place, (0, height, 0)), g.random_turn(draw), spin, g.rotate(g.random_turn(draw), (1, 0, 0)))
        lawful = max(lawful, math.sqrt(2 * 9.81 * (height + 1)) + 1.2 * spin)
    return scene, 2 * lawful, "drives %s, friction damping %.3g" % (which, damping)


def throw(scene, first, place, turned, spin, axis):
    """Turns the limbs from node `first` on about a point 1 m up in the doll, moves them, and lets all turn as one about it."""
    pivot = (0.0, 1.0, 0.0)
    for node in scene.nodes[first:]:
        motion = node.get("extensions", {}).get(joints.RIGID_BODIES, {}).get("motion")
        if motion is None:
            continue
        arm = g.rotate(turned, g.subtract(node["translation"], pivot))
        node["translation"] = list(g.add(g.add(place, pivot), arm))
        node["rotation"] = list(g.multiply(turned, tuple(node["rotation"])))
        back = g.conjugate(tuple(node["rotation"]))
        rate = g.scaled(axis, spin)
        # The velocity is that of the centre of mass, which is the middle of the limb's capsule.
        middle = g.rotate(tuple(node["rotation"]), scene.nodes[node["children"][0]]["translation"])
        motion["linearVelocity"] = list(g.rotate(back, g.cross(rate, g.add(arm, middle))))
        motion["angularVelocity"] = list(g.rotate(back, rate))


def try_batch(task):
    executable, seed, seconds, keep = task
    scene, lawful, words = batch_of(seed)
    found = joints.joints_of(scene.document())
    limbs = [index for index, node in enumerate(scene.nodes)
             if "motion" in node.get("extensions", {}).get(joints.RIGID_BODIES, {})]
    burst, fastest, widest = set(), 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        path, track = os.path.join(folder, "scene.gltf"), os.path.join(folder, "trajectory.csv")
        scene.write(path)
        error = program.failure(executable, path, track, seconds)
        if error:
            return seed, words, error, BATCH, 0.0, 0.0
        before, last = None, 0.0
        for step, time, poses in steps(track):
            if before is not None:
                for k, node in enumerate(limbs):
                    speed = math.dist(poses[node][0], before[node][0]) / (time - last)
                    fastest = max(fastest, speed if speed == speed else math.inf)
                    if not speed <= lawful:
                        burst.add(k // 14)
            if step % 15 == 0 and time >= 0.5:
                for k, joint in enumerate(found):
                    distance = joint.errors(poses)[0]
                    widest = max(widest, distance)
                    if not distance <= 0.1:
                        burst.add(k // 13)
            before, last = poses, time
    if burst and keep:
        os.makedirs(keep, exist_ok=True)
        scene.write(os.path.join(keep, "dolls_%d.gltf" % seed))
    return seed, words, None, len(burst), fastest, widest


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("--dolls", type=int, default=1000, help="how many (default: 1000)")
    parser.add_argument("--first", type=int, default=0, help="the first scene of %d (default: 0)" % BATCH)
    parser.add_argument("--seconds", type=float, default=4.0, help="simulated time (default: 4)")
    parser.add_argument("--keep", metavar="FOLDER", help="write the scenes in which one bursts here")
    chosen = parser.parse_args()
    count = -(-chosen.dolls // BATCH)
    rows, burst = [], 0
    tasks = [(chosen.program, seed, chosen.seconds, chosen.keep) for seed in range(chosen.first, chosen.first + count)]
    for seed, words, error, bad, fastest, widest in program.in_parallel(try_batch, tasks, chosen.jobs):
        burst += bad
        if bad:
            rows.append([seed, error or words, bad, fastest, 1000 * widest])
    print(table.markdown(["scene", "what", "burst, of %d" % BATCH, "fastest, m/s", "joint open, mm"], rows))
    print("%d of %d dolls burst." % (burst, count * BATCH))
    return 1 if burst else 0


if __name__ == "__main__":
    sys.exit(main())
