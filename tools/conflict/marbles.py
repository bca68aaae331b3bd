"""Judges the marble machine of the extension's authors, WaterWheel, in files of any revision, at ten rates for 20 s.

python3 -B -m tools.conflict.marbles FILE...

The balls are the nodes GeoSphere…, the floor is the node GridFloor. Over the floor no ball may be faster than 3 m/s, and none may go
through it; beside it they fall. The table also says how many balls the screw has lifted: those that rise by more than 10 cm."""

import json
import math
import pathlib
import sys

from ..acceptance import program, table

RATES = (30, 45, 60, 72, 90, 100, 120, 144, 240, 480)
SECONDS, BOUND, LIFT = 20.0, 3.0, 0.1


def floor_of(path):
    """Height and the rectangle (least x, greatest x, least z, greatest z) of the floor, which is not turned."""
    document = json.loads(path.read_text(encoding="utf-8"))
    node = next(node for node in document["nodes"] if node.get("name") == "GridFloor")
    accessor = document["accessors"][document["meshes"][node["mesh"]]["primitives"][0]["attributes"]["POSITION"]]
    corners = [[a * s + t for a, s, t in zip(accessor[key], node.get("scale", (1, 1, 1)), node["translation"])]
               for key in ("min", "max")]
    return corners[0][1], (corners[0][0], corners[1][0], corners[0][2], corners[1][2])


def follow(track, height, rectangle):
    """(greatest speed over the floor, its time, when it went through or None, greatest rise)."""
    fastest, when, lowest, rise = 0.0, 0.0, math.inf, 0.0
    for i in range(1, len(track.times)):
        x, y, z = track.positions[i]
        within = rectangle[0] <= x <= rectangle[1] and rectangle[2] <= z <= rectangle[3]
        if not within:
            return fastest, when, None, rise
        speed = math.dist(track.positions[i], track.positions[i - 1]) / (track.times[i] - track.times[i - 1])
        if not speed <= fastest:
            fastest, when = speed, track.times[i]
        if not y >= height:
            return fastest, when, track.times[i], rise
        lowest = min(lowest, y)
        rise = max(rise, y - lowest)
    return fastest, when, None, rise


def try_file(task):
    executable, path, rate = task
    run = program.simulate(executable, path, SECONDS, rate)
    if run.error:
        return path, rate, run.error, []
    height, rectangle = floor_of(path)
    balls = [track for track in run.tracks.values() if track.name.startswith("GeoSphere")]
    return path, rate, None, [follow(track, height, rectangle) for track in balls]


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    chosen = parser.parse_args()
    rows, bad = [], 0
    for path, rate, error, balls in program.in_parallel(
            try_file, [(chosen.program, path, rate) for path in chosen.files for rate in RATES], chosen.jobs):
        name = "%s/%s" % (path.parent.name, path.name)
        if error or not balls:
            bad += 1
            rows.append([name, rate, error or "no balls", "-", "-", "-"])
            continue
        fastest, when, _, _ = max(balls)
        through = sum(fell is not None for _, _, fell, _ in balls)
        wrong = not fastest <= BOUND or through > 0
        bad += wrong
        rows.append([name, rate, fastest, when, through, sum(rise > LIFT for _, _, _, rise in balls)])
    print(table.markdown(["file", "rate, Hz", "fastest over the floor, m/s", "at, s", "through the floor", "lifted"], rows))
    print("%d of %d runs break a bound." % (bad, len(rows)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
