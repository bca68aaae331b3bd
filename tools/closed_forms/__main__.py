"""Simulates motions whose closed form is known, sleep on, and compares.

python3 -B -m tools.closed_forms [WORD...] [--all]      words: parts of names, as pendulum, "50 m", conveyor"""

import math
import sys

from ..acceptance import program, table
from . import car, motions


def try_motion(task):
    """Name and rows."""
    executable, motion_name, options = task
    if motion_name == car.NAME:
        return motion_name, car.judge(executable, options)
    motion = next(m for m in motions.all_motions() if m.name == motion_name)
    run = program.simulate_scene(executable, motion.scene, motion.seconds, motions.RATE, *options)
    if run.error:
        return motion_name, [(run.error, math.inf, 0.0, math.inf, 0.0)]
    return motion_name, motion.judge(run.tracks[motion.node])


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("words", nargs="*", help="motions whose names have one of these (default: all)")
    parser.add_argument("--all", action="store_true", help="rows for what is right as well")
    parser.add_argument("--no-sleep", action="store_true", help="without sleep: tells what sleep is to blame for")
    chosen = parser.parse_args()
    names = [motion.name for motion in motions.all_motions()] + [car.NAME]
    names = [name for name in names if not chosen.words or any(word in name for word in chosen.words)]
    options = ["--no-sleep"] if chosen.no_sleep else []
    rows, wrong = [], 0
    for name, results in program.in_parallel(try_motion, [(chosen.program, name, options) for name in names], chosen.jobs):
        bad = [row for row in results if not row[3] <= row[4]]
        wrong += bool(bad)
        rows += [[name, *row] for row in (results if chosen.all else bad)]
    print(table.markdown(["motion", "quantity", "found", "expected", "error", "bar"], rows))
    print("%d of %d motions are not their closed form." % (wrong, len(names)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
