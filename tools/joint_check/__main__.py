"""Simulates a scene with joints and says how far they were outside of their hard limits, and how fast bodies were.

python3 -B -m tools.joint_check FILE [--seconds 5] [--every 10] [--trajectory FILE]"""

import csv
import math
import os
import pathlib
import subprocess
import sys
import tempfile

from ..acceptance import program, table
from . import joints

LINEAR_BARS = (0.5, 5.0)  # mm: 99th percentile, greatest
ANGULAR_BARS = (0.5, 3.0)  # degrees
REST = 1.0  # mm/s, mean speed at the end


def steps(path):
    """(step, time, poses by node) of a trajectory, one step at a time."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        next(rows)
        current, time, poses = None, 0.0, {}
        for row in rows:
            if row[0] != current and current is not None:
                yield int(current), time, poses
                poses = {}
            current, time = row[0], float(row[1])
            numbers = [float(cell) for cell in row[-7:]]
            poses[int(row[2])] = (tuple(numbers[:3]), tuple(numbers[3:]))
        yield int(current), time, poses


class Findings:
    def __init__(self):
        self.samples = []  # (distance m, angle rad)
        self.worst_distance = (0.0, "", 0.0)
        self.worst_angle = (0.0, "", 0.0)
        self.fastest = (0.0, -1, 0.0)
        self.mean_speed = 0.0

    def take(self, found, time, poses):
        for joint in found:
            distance, angle = joint.errors(poses)
            self.samples.append((distance, angle))
            if not distance <= self.worst_distance[0]:
                self.worst_distance = (distance, joint.name, time)
            if not angle <= self.worst_angle[0]:
                self.worst_angle = (angle, joint.name, time)

    def take_speeds(self, moving, poses, before, time, passed):
        total = 0.0
        for node in moving:
            speed = math.dist(poses[node][0], before[node][0]) / passed
            total += speed
            if not speed <= self.fastest[0]:
                self.fastest = (speed, node, time)
        self.mean_speed = total / len(moving) if moving else 0.0

    def percentile(self, which, part):
        values = sorted(sample[which] for sample in self.samples)
        return values[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def examine(document, path, every, start):
    findings, found = Findings(), joints.joints_of(document)
    moving = [index for index, node in enumerate(document["nodes"])
              if joints.RIGID_BODIES in node.get("extensions", {})
              and "motion" in node["extensions"][joints.RIGID_BODIES]
              and not node["extensions"][joints.RIGID_BODIES]["motion"].get("isKinematic")]
    before, last = None, 0.0
    for step, time, poses in steps(path):
        if before is not None:
            findings.take_speeds(moving, poses, before, time, time - last)
        if step % every == 0 and time >= start:
            findings.take(found, time, poses)
        before, last = poses, time
    return findings


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("scene", type=pathlib.Path, help="a .gltf or .glb of the Khronos dialect")
    parser.add_argument("--seconds", type=float, default=5.0, help="simulated time (default: 5)")
    parser.add_argument("--rate", type=float, default=60.0, help="steps a second (default: 60)")
    parser.add_argument("--every", type=int, default=10, help="joints are looked at in every so many steps (default: 10)")
    parser.add_argument("--start", type=float, default=0.5, help="from this time on, s: joints may start open (default: 0.5)")
    parser.add_argument("--trajectory", type=pathlib.Path, help="that of a run already made, by any engine")
    parser.add_argument("--rest", action="store_true", help="the mean speed at the end must be below 1 mm/s")
    parser.add_argument("--options", default="--no-sleep", help="of carom simulate, as one word (default: --no-sleep)")
    chosen = parser.parse_args()
    document = joints.document_of(chosen.scene)
    with tempfile.TemporaryDirectory() as folder:
        path = chosen.trajectory or os.path.join(folder, "trajectory.csv")
        if chosen.trajectory is None:
            subprocess.run([str(chosen.program), "simulate", str(chosen.scene), "--seconds", repr(chosen.seconds), "--rate",
                            repr(chosen.rate), "--trajectory", path, *chosen.options.split()], check=True)
        findings = examine(document, path, chosen.every, chosen.start)
    return report(document, findings, chosen.rest)


def report(document, findings, rest):
    rows, bad = [], False
    for name, which, factor, bars, worst in (("open, mm", 0, 1000.0, LINEAR_BARS, findings.worst_distance),
                                             ("beyond an angle, degrees", 1, 180 / math.pi, ANGULAR_BARS, findings.worst_angle)):
        nearly = factor * findings.percentile(which, 0.99)
        bad |= not (nearly <= bars[0] and factor * worst[0] <= bars[1])
        rows.append([name, factor * findings.percentile(which, 0.5), nearly, bars[0], factor * worst[0], bars[1], worst[1], worst[2]])
    print(table.markdown(["joints", "median", "99 %", "bar", "greatest", "bar", "of", "at, s"], rows))
    speed, node, time = findings.fastest
    who = document["nodes"][node].get("name") or "node %d" % node if node >= 0 else "-"
    print("Fastest: %s, %.4g m/s at %.3f s. Mean speed in the last step: %.4g mm/s." % (who, speed, time, 1000 * findings.mean_speed))
    if rest:
        bad |= not 1000 * findings.mean_speed <= REST
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
