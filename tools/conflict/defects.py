"""Judges the minimal scenes of a folder (1_press_through_floor.gltf and so on) as its README says, at five rates.

python3 -B -m tools.conflict.defects FOLDER"""

import math
import pathlib
import sys

from ..acceptance import program, table, trajectory
from ..acceptance.geometry import add, rotate

RATES = (30, 60, 120, 240, 960)


def named(tracks, part):
    return [track for track in tracks.values() if part in track.name]


def above_the_floor(tracks):
    """No ball's centre below y = 0."""
    lowest = min(y for track in named(tracks, "ball") for _, y, _ in track.positions)
    return lowest >= 0, "lowest centre %.4g m" % lowest


def slow_and_above(tracks):
    """The same, and none faster than 3 m/s."""
    above, words = above_the_floor(tracks)
    speed = max(trajectory.fastest(track)[0] for track in named(tracks, "ball"))
    return above and speed <= 3, "%.4g m/s, %s" % (speed, words)


def swings_for_ever(tracks):
    """y = 1 + 0.08 cos(√10 t), to 1 % of the amplitude and what a step of 1/120 s may be late."""
    track = named(tracks, "slider")[0]
    omega = math.sqrt(10)
    worst = max(abs(p[1] - 1 - 0.08 * math.cos(omega * t)) for t, p in zip(track.times, track.positions))
    return worst <= 0.0008 + 0.08 * omega / 120, "off by %.4g m" % worst


def never_stops(tracks):
    """1.5 rad after 10 s; its moment is that about its axis."""
    track = named(tracks, "wheel")[0]
    turned, last = 0.0, track.rotations[0]
    for q in track.rotations[1:]:
        x = q[0] * last[3] - q[3] * last[0]
        turned += 2 * math.atan2(x, q[3] * last[3] + q[0] * last[0])
        last = q
    expected = 0.15 * track.times[-1]
    return abs(turned - expected) <= 1e-3 * expected, "%.4g rad of %.4g" % (turned, expected)


def circles(tracks):
    """The node circles a point 0.1 m away: where its turned (0.1, 0, 0) leads does not move."""
    track = named(tracks, "body")[0]
    centers = [add(p, rotate(q, (0.1, 0, 0))) for p, q in zip(track.positions, track.rotations)]
    worst = max(math.dist(center, (0.1, 0, 0)) for center in centers)
    return worst <= 1e-4, "centre off by %.4g m" % worst


RULES = (("1", above_the_floor, 3), ("2", slow_and_above, 3), ("3", swings_for_ever, 20), ("5", never_stops, 10),
         ("6", circles, 5))


def try_scene(task):
    executable, path, rate = task
    rule, seconds = next((rule, seconds) for start, rule, seconds in RULES if path.name.startswith(start))
    run = program.simulate(executable, path, seconds, rate)
    return (path, rate, *((False, run.error) if run.error else rule(run.tracks)))


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    chosen = parser.parse_args()
    paths = [path for path in sorted(chosen.folder.glob("*.gltf")) if any(path.name.startswith(start) for start, _, _ in RULES)]
    if not paths:
        parser.error("no such scenes in %s" % chosen.folder)
    rows, bad = {}, 0
    tasks = [(chosen.program, path, rate) for path in paths for rate in RATES]
    for path, rate, good, words in program.in_parallel(try_scene, tasks, chosen.jobs):
        bad += not good
        rows.setdefault(path.stem, []).append(("" if good else "FAILS: ") + words)
    print(table.markdown(["scene", *("%d Hz" % rate for rate in RATES)], [[name, *cells] for name, cells in rows.items()]))
    print("%d of %d fail." % (bad, len(tasks)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
