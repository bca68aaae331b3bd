"""The acceptance tools under tools/ do what they say, on scenes that are easy for any engine."""
import math
import sys
import unittest

import project_tree

sys.path.insert(0, str(project_tree.ROOT))

from tools.acceptance import inspection, program, trajectory  # noqa: E402
from tools.acceptance.geometry import turn  # noqa: E402
from tools.closed_forms import formulas, motions  # noqa: E402
from tools.conflict.case import Case, judge  # noqa: E402
from tools.conflict.families import FAMILIES, case_of  # noqa: E402
from tools.sleep_check.compare import compare  # noqa: E402


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


class SleepCheck(project_tree.Check):
    SCENE = project_tree.ROOT / "scenes" / "filters.gltf"

    def test_a_run_agrees_with_itself_and_not_with_one_that_is_moved(self):
        facts = inspection.bodies(project_tree.PROGRAM, self.SCENE)
        tracks = program.simulate(project_tree.PROGRAM, self.SCENE, 0.2, 60).tracks
        self.assertTrue(compare(facts, tracks, tracks).within())
        node = next(node for node, body in facts.items() if body.type == "dynamic")
        moved = dict(tracks)
        moved[node] = trajectory.Track(tracks[node].name)
        moved[node].times = tracks[node].times
        size = facts[node].size
        moved[node].positions = [(x, y + 0.001 * size, z) for x, y, z in tracks[node].positions]
        moved[node].rotations = [turn((1, 0, 0), math.radians(0.1))] * len(tracks[node].times)
        worst = compare(facts, tracks, moved)
        self.assertFalse(worst.within())
        self.assertAlmostEqual(worst.position[0], 1.0, places=3)

    def test_the_size_of_a_ball(self):
        facts = inspection.bodies(project_tree.PROGRAM, self.SCENE)
        ball = next(body for body in facts.values() if body.name == "Ball red 1")
        self.assertAlmostEqual(ball.size, 0.2 * 2 * math.sqrt(0.6), places=6)  # moments 0.4 m r² each


class ClosedForms(project_tree.Check):
    def test_the_formulas(self):
        period = formulas.pendulum_period(2.0, 1e-6)
        self.assertAlmostEqual(period, math.pi, places=9)
        period = formulas.pendulum_period(1.0, math.radians(170))
        self.assertAlmostEqual(period / (2 * math.pi), 2.4394, places=4)  # 2 K(sin 85°)/π, K = 3.83174 (Handbook, table 17.2)
        self.assertAlmostEqual(formulas.pendulum_angle(1.0, math.radians(170), period / 4), 0, places=9)
        self.assertAlmostEqual(formulas.pendulum_angle(1.0, math.radians(170), period / 2), -math.radians(170), places=6)

    def test_motions_that_never_stop(self):
        for motion in (motions.pendulum(5, 45), motions.balloon(1e-3), motions.wheel(10.0), motions.conveyor(1.0, 0.5)):
            with self.subTest(motion=motion.name):
                run = program.simulate_scene(project_tree.PROGRAM, motion.scene, motion.seconds, motions.RATE)
                self.assertIsNone(run.error)
                rows = motion.judge(run.tracks[motion.node])
                self.assertGreater(len(rows), 0)
                self.assertNothing([row for row in rows if not row[3] <= row[4]])

    def test_a_pendulum_that_stands_still_is_found(self):
        motion = motions.pendulum(5, 45)
        track = trajectory.Track("bob")
        track.times = [i / 60 for i in range(3601)]
        track.positions = [(0.0, -5 * math.cos(0.3), 5 * math.sin(0.3))] * 3601
        self.assertTrue(any(row[3] > row[4] for row in motion.judge(track)))


if __name__ == "__main__":
    unittest.main()
