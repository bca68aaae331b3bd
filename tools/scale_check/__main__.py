"""Simulates scenes changed so that they must move the same, and compares.

python3 -B -m tools.scale_check [SCENE...] [--only WORD] [--seconds 5]"""

import json
import math
import os
import sys
import tempfile

from ..acceptance import inspection, program, table
from ..acceptance.geometry import angle_between, conjugate, multiply, rotate, scaled, subtract, turn
from . import transform
from .scenes import SCENES

GRAVITY = (0.0, -9.81, 0.0)
BAR = 1e-4  # of the body's size, and radians


class Variant:
    """How a document and its gravity are changed, and how its poses are changed back."""

    def __init__(self, name, change, back=lambda p, q, t: (p, q), gravity=GRAVITY, coarse=0.0):
        self.name, self.change, self.back, self.gravity = name, change, back, gravity
        self.coarse = coarse  # m, the last digit of a trajectory's positions


def variants():
    turned, shift = turn((1, 2, 3), 1.1), (1000.0, -500.0, 300.0)
    far, velocity = (1e5, 2e4, -7e4), (10.0, 0.0, 0.0)
    found = [Variant("size x %s" % name, lambda d, s=s: transform.scale(d, s, s ** 3),
                     lambda p, q, t, s=s: (scaled(p, 1 / s), q), scaled(GRAVITY, s))
             for name, s in (("1/1024", 1 / 1024), ("1/32", 1 / 32), ("0.3", 0.3), ("3", 3.0), ("32", 32.0), ("1024", 1024.0))]
    found += [Variant("mass x %g" % m, lambda d, m=m: transform.scale(d, 1.0, m)) for m in (1e-6, 1e-3, 1e3, 1e6)]
    found += [Variant("shifted by 1 km", lambda d: transform.place(d, shift), lambda p, q, t: (subtract(p, shift), q), coarse=1e-5),
              Variant("shifted by 100 km", lambda d: transform.place(d, far), lambda p, q, t: (subtract(p, far), q),
                      coarse=1e-3),
              Variant("turned", lambda d: transform.place(d, turned=turned),
                      lambda p, q, t: (rotate(conjugate(turned), p), multiply(conjugate(turned), q)), rotate(turned, GRAVITY)),
              Variant("mirrored", transform.mirror, lambda p, q, t: ((-p[0], p[1], p[2]), (q[0], -q[1], -q[2], q[3]))),
              Variant("from a frame at 10 m/s", lambda d: transform.moving(d, velocity),
                      lambda p, q, t: (subtract(p, scaled(velocity, t)), q), coarse=1e-6)]
    return found


NUDGED = Variant("nudged", lambda d: transform.place(d, (1e-7, 2e-7, -1e-7), turn((1, 2, 3), 1e-7)))


def difference(facts, base, other, back):
    """For each step the worst difference over dynamic bodies: of place by size, or of angle in radians."""
    worst = []
    for node, track in base.items():
        body = facts.get(node)
        if body is None or body.type != "dynamic" or body.animated:
            continue
        twin = other[node]
        for i, time in enumerate(track.times):
            p, q = back(twin.positions[i], twin.rotations[i], time)
            value = max(math.dist(track.positions[i], p) / body.size, angle_between(track.rotations[i], q))
            if i == len(worst):
                worst.append(0.0)
            if not value <= worst[i]:
                worst[i] = value
    return worst


def simulate(executable, document, gravity, seconds):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scene.gltf")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)
        return program.simulate(executable, path, seconds, 60, "--gravity=" + ",".join(repr(float(g)) for g in gravity))


def try_scene(task):
    """Name, and for each variant (name, difference at the end, greatest, first time over the bar or None, error)."""
    executable, name, seconds, only = task
    document = SCENES[name]().document()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scene.gltf")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)
        facts = inspection.bodies(executable, path)
    transform.author_masses(document, facts)
    base = simulate(executable, document, GRAVITY, seconds)
    nudged = simulate(executable, NUDGED.change(document), GRAVITY, seconds)
    if base.error or nudged.error:
        return name, [("as it is", 0.0, None, base.error or nudged.error)]
    chaos = difference(facts, base.tracks, nudged.tracks, NUDGED.back)
    size = min(body.size for body in facts.values() if body.type == "dynamic")
    rows = []
    for variant in variants():
        if only and only not in variant.name:
            continue
        run = simulate(executable, variant.change(document), variant.gravity, seconds)
        if run.error:
            rows.append((variant.name, math.inf, 0.0, run.error))
            continue
        rows.append((variant.name, *judged(base, difference(facts, base.tracks, run.tracks, variant.back), chaos,
                                           variant.coarse / size)))
    return name, rows


def judged(base, found, chaos, coarse):
    """Greatest difference, first time over the bar. Once a nudge of 1e-7 has grown a hundredfold there is chaos, and
    a difference may be as great as ten times the nudge's and no longer tells anything when that is over 1e-2."""
    times = next(iter(base.tracks.values())).times
    greatest, first, grown = 0.0, None, 0.0
    for time, value, control in zip(times, found, chaos):
        grown = max(grown, control)
        if grown > 1e-2:
            break
        greatest = max(greatest, value)
        bar = BAR + coarse + (10 * grown if grown > 1e-4 else 0.0)
        if first is None and not value <= bar:
            first = time
    return greatest, first, None


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("scenes", nargs="*", help="of " + ", ".join(SCENES) + " (default: all)")
    parser.add_argument("--only", default="", metavar="WORD", help="only variants whose names have this, as size or mass")
    parser.add_argument("--seconds", type=float, default=5.0, help="simulated time (default: 5)")
    chosen = parser.parse_args()
    names = chosen.scenes or list(SCENES)
    for name in names:
        if name not in SCENES:
            parser.error("no scene " + name)
    found = dict(program.in_parallel(try_scene, [(chosen.program, name, chosen.seconds, chosen.only) for name in names],
                                     chosen.jobs))
    columns = [row[0] for row in next(iter(found.values()))]
    rows, over = [], 0
    for name, results in found.items():
        cells = [name]
        for _, greatest, first, error in results:
            over += first is not None
            cells.append(error or ("%.1e" % greatest + ("" if first is None else " (%.2f s)" % first)))
        rows.append(cells)
    print(table.markdown(["scene", *columns], rows))
    print("Greatest difference; in brackets when it was first over the bar.")
    print("%d of %d differ by more than %g of a body's size or radians." % (over, sum(len(r) for r in found.values()), BAR))
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
