"""Simulates every scene with and without sleep, and says where the two differ.

python3 -B -m tools.sleep_check FILE_OR_FOLDER... [--seconds 20] [--rate 60] [--all]"""

import pathlib
import sys

from ..acceptance import inspection, program, table
from .compare import ANGLE_BAR, POSITION_BAR, compare


def try_scene(task):
    """Path, difference or None, and why there is none."""
    executable, path, seconds, rate = task
    facts = inspection.bodies(executable, path)
    if facts is None:
        return path, None, "not readable"
    if not any(body.type == "dynamic" for body in facts.values()):
        return path, None, "nothing dynamic"
    runs = [program.simulate(executable, path, seconds, rate, *options) for options in ((), ("--no-sleep",))]
    for run in runs:
        if run.error:
            return path, None, run.error
    return path, compare(facts, runs[0].tracks, runs[1].tracks), ""


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("scenes", nargs="+", type=pathlib.Path, help="files, and folders with files at any depth")
    parser.add_argument("--seconds", type=float, default=20.0, help="simulated time (default: 20)")
    parser.add_argument("--rate", type=float, default=60.0, help="steps a second (default: 60)")
    parser.add_argument("--all", action="store_true", help="rows for the scenes that agree as well")
    chosen = parser.parse_args()
    paths = inspection.scene_files(chosen.scenes)
    rows, skipped, differ = [], [], 0
    for path, worst, why in program.in_parallel(
            try_scene, [(chosen.program, path, chosen.seconds, chosen.rate) for path in paths], chosen.jobs):
        if worst is None:
            skipped.append("%s: %s" % (path, why))
            continue
        differ += not worst.within()
        if chosen.all or not worst.within():
            rows.append([str(path), worst.position[0], worst.position[1], worst.angle[0], worst.angle[1],
                         "-" if worst.first is None else worst.first])
    rows.sort(key=lambda row: -max(row[1] / POSITION_BAR, row[3] / ANGLE_BAR))
    print(table.markdown(["scene", "place, mm per m of size", "of", "angle, degrees", "of", "first over, s"], rows))
    for line in skipped:
        print("left out: " + line)
    print("%d of %d scenes differ by more than %g mm per metre of size or %g degrees."
          % (differ, len(paths) - len(skipped), POSITION_BAR, ANGLE_BAR))
    failed = differ or any(not line.endswith(("nothing dynamic", "not readable")) for line in skipped)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
