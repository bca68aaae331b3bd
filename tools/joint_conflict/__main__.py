"""Simulates joints in conflict and judges speeds, places, and joints once the contradiction has ended.

python3 -B -m tools.joint_conflict [FAMILY...] [--seeds 10] [--first 0] [--keep FOLDER]"""

import math
import os
import sys

from ..acceptance import program, table, trajectory
from ..joint_check import joints
from .families import FAMILIES, case_of

OPEN_BAR, ANGLE_BAR = 5e-4, math.radians(0.5)  # m, rad


class Outcome:
    def __init__(self):
        self.speed = self.moved = self.distance = self.angle = 0.0
        self.broken = []


def judge(case, run):
    outcome = Outcome()
    if run.error:
        outcome.broken.append(run.error)
        return outcome
    for track in run.tracks.values():
        speed, when = trajectory.fastest(track)
        if not speed <= outcome.speed:
            outcome.speed, worst = speed, "%s at %.4g m/s (bound %.3g) after %.3f s" % (track.name, speed, case.speed_bound, when)
    if not outcome.speed <= case.speed_bound:
        outcome.broken.append(worst)
    for node, allowed in case.stands:
        track = run.tracks[node]
        way = max(math.dist(place, track.positions[0]) for place in track.positions)
        outcome.moved = max(outcome.moved, way / allowed)
        if not way <= allowed:
            outcome.broken.append("%s moved %.4g m of %.3g" % (track.name, way, allowed))
    judge_joints(case, run, outcome)
    return outcome


def judge_joints(case, run, outcome):
    found = joints.joints_of(case.scene.document())
    times = next(iter(run.tracks.values())).times
    worst = None
    for i, time in enumerate(times):
        if time < case.exact_from:
            continue
        poses = {node: (track.positions[i], track.rotations[i]) for node, track in run.tracks.items()}
        for joint in found:
            distance, angle = joint.errors(poses)
            if not (distance <= OPEN_BAR and angle <= ANGLE_BAR) and worst is None:
                worst = "%s open %.4g mm, %.4g degrees at %.3f s" % (joint.name, 1000 * distance, math.degrees(angle), time)
            outcome.distance, outcome.angle = max(outcome.distance, distance), max(outcome.angle, angle)
    if worst:
        outcome.broken.append(worst)


def try_seed(task):
    executable, family, seed, keep = task
    case = case_of(family, seed)
    outcome = judge(case, program.simulate_scene(executable, case.scene, case.seconds, case.rate))
    if keep and outcome.broken:
        os.makedirs(keep, exist_ok=True)
        case.scene.write(os.path.join(keep, "%s_%d.gltf" % (family, seed)))
    return family, seed, case.speed_bound, outcome


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("families", nargs="*", help="of " + ", ".join(FAMILIES) + " (default: all)")
    parser.add_argument("--seeds", type=int, default=10, help="seeds for each family (default: 10)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--keep", metavar="FOLDER", help="write the scenes whose bound is broken here")
    parser.add_argument("--list", action="store_true", help="print a line for every seed whose bound is broken")
    chosen = parser.parse_args()
    families = chosen.families or list(FAMILIES)
    for family in families:
        if family not in FAMILIES:
            parser.error("no family " + family)
    totals = {family: [0, 0, 0.0, 0.0, 0.0, 0.0, 0.0] for family in families}
    tasks = [(chosen.program, family, seed, chosen.keep) for family in families
             for seed in range(chosen.first, chosen.first + chosen.seeds)]
    bad = 0
    for family, seed, bound, outcome in program.in_parallel(try_seed, tasks, chosen.jobs):
        total = totals[family]
        bad += bool(outcome.broken)
        values = [1, bool(outcome.broken), outcome.speed, outcome.speed / bound, outcome.moved, 1000 * outcome.distance,
                  math.degrees(outcome.angle)]
        totals[family] = [a + b for a, b in zip(total[:2], values[:2])] + [max(a, b) for a, b in zip(total[2:], values[2:])]
        if chosen.list and outcome.broken:
            print("%s %d: %s" % (family, seed, "; ".join(outcome.broken)), flush=True)
    print(table.markdown(["family", "seeds", "broken", "fastest, m/s", "speed / bound", "moved / bound", "open at the end, mm",
                          "angle at the end, degrees"], [[family, *totals[family]] for family in families]))
    print("%d of %d scenes break a bound." % (bad, len(tasks)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
