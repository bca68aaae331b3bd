"""Simulates scenes without chaos at rising rates and compares each with twice the rate.

python3 -B -m tools.step_order [SCENE...] [--seconds 2]"""

import math
import sys

from ..acceptance import program, table
from ..acceptance.geometry import angle_between
from ..acceptance.scene import Scene
from ..scale_check import scenes as shared

RATES = (30, 60, 120, 240, 480)
SUBSTEPS = 4


def flight():
    """A thrown ball."""
    scene = Scene("flight")
    scene.body("ball", scene.sphere(0.2), at=(0, 1, 0), motion={"linearVelocity": [3, 4, 5]})
    return scene


def top():
    """A box that turns by 27 rad/s about no axis of its own, without gravity."""
    scene = Scene("top")
    scene.body("box", scene.box(0.3, 0.8, 1.6), motion={"angularVelocity": [15, 20, -10], "gravityFactor": 0.0})
    return scene


# With the order that the engine's documents claim of each, 0 for what is exact.
SCENES = {"flight": (flight, 0), "top": (top, 2), "pendulum": (shared.pendulum, 1), "spring": (shared.spring, 1),
          "driven_arm": (shared.driven_arm, 1), "chain": (shared.chain, 1), "rolling": (shared.rolling, 1),
          "sliding": (shared.sliding, 1), "slope": (shared.slope, 1), "bouncing": (shared.bouncing, 1),
          "bowl": (shared.bowl, 1), "pusher": (shared.pusher, 1)}


def sampled(tracks, every):
    """Poses by body, of every so many steps."""
    return {node: [(track.positions[i], track.rotations[i]) for i in range(0, len(track.times), every)]
            for node, track in tracks.items()}


def try_scene(task):
    """Name, errors at the rates, or what went wrong."""
    executable, name, seconds = task
    scene = SCENES[name][0]()
    poses = {}
    for rate in (*RATES, 2 * RATES[-1]):
        run = program.simulate_scene(executable, scene, seconds, rate, "--no-sleep")
        if run.error:
            return name, run.error, []
        poses[rate] = sampled(run.tracks, rate // RATES[0])
    errors = []
    for rate in RATES:
        errors.append(max(max(math.dist(p, q), angle_between(a, b)) for node in poses[rate]
                          for (p, a), (q, b) in zip(poses[rate][node], poses[2 * rate][node])))
    return name, None, errors


def floor_of(rate, seconds, greatest):
    """What the last bit of a float adds up to in all substeps of the finer run: of places and quaternions, which are about 1,
    or of velocities where these are greater."""
    return 2 * rate * SUBSTEPS * seconds * 2 ** -23 * max(greatest, 1.0)


def order_of(errors, seconds, greatest):
    """The slope of log error over log step, by least squares over what is above the floor; None if less than two are."""
    points = [(-math.log2(rate), math.log2(error)) for rate, error in zip(RATES, errors)
              if error > floor_of(rate, seconds, greatest)]
    if len(points) < 2:
        return None
    x, y = (sum(values) / len(points) for values in zip(*points))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("scenes", nargs="*", help="of " + ", ".join(SCENES) + " (default: all)")
    parser.add_argument("--seconds", type=float, default=2.0, help="simulated time (default: 2)")
    chosen = parser.parse_args()
    names = chosen.scenes or list(SCENES)
    for name in names:
        if name not in SCENES:
            parser.error("no scene " + name)
    rows, bad = [], 0
    for name, error, errors in program.in_parallel(try_scene, [(chosen.program, name, chosen.seconds) for name in names],
                                                   chosen.jobs):
        if error:
            rows.append([name, error] + ["-"] * (len(RATES) + 1))
            bad += 1
            continue
        stated, order = SCENES[name][1], order_of(errors, chosen.seconds, 27.0 if name == "top" else 1.0)
        # A quarter of an order less is within what five rates can tell.
        wrong = order is not None if stated == 0 else order is not None and order < stated - 0.25
        bad += wrong
        rows.append([name, *("%.1e" % value for value in errors), "rounding" if order is None else "%.2f" % order,
                     "%s%s" % (stated or "exact", " (not met)" if wrong else "")])
    print(table.markdown(["scene", *("%d Hz" % rate for rate in RATES), "order", "to be"], rows))
    print("Greatest difference in metres or radians from twice the rate. %d of %d are not of their order." % (bad, len(rows)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
