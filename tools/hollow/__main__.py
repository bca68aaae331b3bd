"""Simulates bodies inside and outside of meshes and says which come through.

python3 -B -m tools.hollow [SCENE...] [--seconds 60] [--rate 60]"""

import sys

from ..acceptance import program, table
from ..acceptance.geometry import conjugate, rotate, subtract
from .scenes import SCENES


def crossed(case, tracks):
    """(name, time, place in the surface's frame) of each body that was on the wrong side, when it first was."""
    found = []
    for node, surface, side in case.watched:
        track = tracks[node]
        for i, time in enumerate(track.times):
            place = track.positions[i]
            if surface is not None:
                frame = tracks[surface]
                place = rotate(conjugate(frame.rotations[i]), subtract(place, frame.positions[i]))
            if not side(place):
                found.append((track.name, time, place))
                break
    return found


def try_scene(task):
    executable, name, seconds, rate = task
    case = SCENES[name]()
    run = program.simulate_scene(executable, case.scene, seconds, rate)
    if run.error:
        return name, len(case.watched), run.error, [], 0.0
    return name, len(case.watched), None, crossed(case, run.tracks), run.report.get("max_penetration") or 0.0


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("scenes", nargs="*", help="of " + ", ".join(SCENES) + " (default: all)")
    parser.add_argument("--seconds", type=float, default=60.0, help="simulated time (default: 60)")
    parser.add_argument("--rate", type=float, default=60.0, help="steps a second (default: 60)")
    chosen = parser.parse_args()
    names = chosen.scenes or list(SCENES)
    for name in names:
        if name not in SCENES:
            parser.error("no scene " + name)
    rows, bad = [], 0
    for name, count, error, found, deepest in program.in_parallel(
            try_scene, [(chosen.program, name, chosen.seconds, chosen.rate) for name in names], chosen.jobs):
        bad += bool(error or found)
        first = min(found, key=lambda item: item[1]) if found else None
        words = error or ("-" if first is None else "%s at %.2f s, at (%.3g, %.3g, %.3g)" % (first[0], first[1], *first[2]))
        rows.append([name, count, len(found), words, 1000 * deepest])
    print(table.markdown(["scene", "watched", "crossed", "first", "deepest, mm"], rows))
    print("%d of %d scenes let something through." % (bad, len(rows)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
