"""The acceptance tools under tools/ do what they say, on scenes that are easy for any engine."""
import sys
import unittest

import project_tree

sys.path.insert(0, str(project_tree.ROOT))

from tools.acceptance import program  # noqa: E402
from tools.conflict.case import Case, judge  # noqa: E402
from tools.conflict.families import FAMILIES, case_of  # noqa: E402


def run(case):
    return program.simulate_scene(project_tree.PROGRAM, case.scene, case.seconds, case.rate)


class Conflict(project_tree.Check):
    def falling_ball(self):
        case = Case("falling_ball", 0.1)
        case.seconds = 1.0
        case.add("ball", case.scene.sphere(0.1), (0, 1, 0))
        return case

    def test_a_ball_that_lands_keeps_its_bound(self):
        case = self.falling_ball()
        case.floor(2, 1)
        outcome = judge(case, run(case))
        self.assertIsNone(outcome.error)
        self.assertEqual(outcome.lost, [])
        # It falls 0.9 m: 4.20 m/s at the end, of which a difference over a step, cut short by the floor, misses up to 2 g/60.
        self.assertAlmostEqual(outcome.speed, 4.04, delta=0.17)
        self.assertLess(outcome.speed, case.speed_bound())

    def test_what_leaves_its_room_is_found(self):
        case = self.falling_ball()
        case.wall((0, 0, 0), (0, 1, 0))  # and no floor there
        lost = judge(case, run(case)).lost
        self.assertEqual(len(lost), 1)
        self.assertAlmostEqual(lost[0][1], (2 / 9.81) ** 0.5, delta=1 / 60)

    def test_what_is_too_fast_is_found(self):
        case = self.falling_ball()
        case.scene.nodes[0]["extensions"]["KHR_physics_rigid_bodies"]["motion"]["linearVelocity"] = [30.0, 0.0, 0.0]
        self.assertGreater(judge(case, run(case)).speed, case.speed_bound())

    def test_every_family_is_a_scene_that_is_read_without_a_word(self):
        self.assertEqual(len(FAMILIES), 17)
        for family in FAMILIES:
            with self.subTest(family=family):
                case = case_of(family, 0)
                self.assertEqual(case.scene.document(), case_of(family, 0).scene.document())
                self.assertNotEqual(case.scene.document(), case_of(family, 1).scene.document())
                case.seconds = 1 / case.rate
                outcome = run(case)
                self.assertIsNone(outcome.error)
                self.assertGreater(len(case.bodies), 0)
                self.assertEqual(outcome.report["counts"]["dynamic"], len(case.bodies))
                self.assertNothing([w for w in outcome.report["warnings"] if w["severity"] != "hint"])


if __name__ == "__main__":
    unittest.main()
