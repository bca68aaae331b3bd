"""Simulates random presses and says which of them throw or lose something.

python3 -B -m tools.conflict [FAMILY...] [--seeds 20] [--first 0] [--keep FOLDER]"""

import os
import sys

from ..acceptance import program, table
from .case import judge
from .families import FAMILIES, case_of


def try_seed(task):
    """The bound of the family's speed and the outcome of one seed; the scene is kept where it is broken."""
    executable, family, seed, keep, options = task
    case = case_of(family, seed)
    outcome = judge(case, program.simulate_scene(executable, case.scene, case.seconds, case.rate, *options))
    if keep and broken(case.speed_bound(), outcome):
        os.makedirs(keep, exist_ok=True)
        case.scene.write(os.path.join(keep, "%s_%d.gltf" % (family, seed)))
    return family, seed, case.speed_bound(), case.size, case.rate, case.seconds, outcome


def broken(bound, outcome):
    return outcome.error is not None or bool(outcome.lost) or not outcome.speed <= bound


class FamilyTotal:
    """What all seeds of a family came to."""

    def __init__(self):
        self.seeds = self.too_fast = self.with_lost = self.lost = self.errors = 0
        self.worst = (0.0, "")
        self.speed = 0.0
        self.deepest = 0.0

    def add(self, seed, bound, size, outcome):
        self.seeds += 1
        self.errors += outcome.error is not None
        self.too_fast += not outcome.speed <= bound
        self.with_lost += bool(outcome.lost)
        self.lost += len(outcome.lost)
        self.speed = max(self.speed, outcome.speed)
        if outcome.speed / bound > self.worst[0]:
            self.worst = (outcome.speed / bound, str(seed))
        self.deepest = max(self.deepest, outcome.deepest / size)

    def row(self, family):
        return [family, self.seeds, self.too_fast, self.with_lost, self.lost, self.errors, self.speed, self.worst[0],
                self.worst[1], self.deepest]


HEADER = ["family", "seeds", "too fast", "with lost", "lost bodies", "errors", "worst speed, m/s", "worst speed / bound",
          "its seed", "deepest / body's size"]


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="of " + ", ".join(FAMILIES) + " (default: all)")
    parser.add_argument("--seeds", type=int, default=20, help="seeds for each family (default: 20)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--keep", metavar="FOLDER", help="write the scenes whose bound is broken here")
    parser.add_argument("--options", default="", help="further options of carom simulate, as one word")
    parser.add_argument("--list", action="store_true", help="print a line for every seed whose bound is broken")
    chosen = parser.parse_args()
    families = chosen.families or list(FAMILIES)
    unknown = [family for family in families if family not in FAMILIES]
    if unknown:
        parser.error("no family " + ", ".join(unknown))
    tasks = [(chosen.program, family, seed, chosen.keep, chosen.options.split())
             for family in families for seed in range(chosen.first, chosen.first + chosen.seeds)]
    totals = {family: FamilyTotal() for family in families}
    bad = 0
    for family, seed, bound, size, rate, seconds, outcome in program.in_parallel(try_seed, tasks, chosen.jobs):
        totals[family].add(seed, bound, size, outcome)
        if broken(bound, outcome):
            bad += 1
            if chosen.list:
                print("%s %d: %s" % (family, seed, described(bound, size, rate, seconds, outcome)), flush=True)
    print(table.markdown(HEADER, [totals[family].row(family) for family in families]))
    print("%d of %d scenes break a bound." % (bad, len(tasks)))
    return 1 if bad else 0


def described(bound, size, rate, seconds, outcome):
    words = ["size %.3g m, %d Hz, %.3g s" % (size, rate, seconds)]
    if outcome.error:
        words.append(outcome.error)
    if not outcome.speed <= bound:
        words.append("%s at %.4g m/s (bound %.3g) after %.3f s" % (outcome.speed_who, outcome.speed, bound,
                                                                  outcome.speed_when))
    if outcome.lost:
        name, time, place = outcome.lost[0]
        words.append("%d lost, first %s at %.3f s at (%.3g, %.3g, %.3g)" % (len(outcome.lost), name, time, *place))
    return "; ".join(words)


if __name__ == "__main__":
    sys.exit(main())
