"""The acceptance tools under tools/ do what they say, on scenes that are easy for any engine."""
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

import project_tree

sys.path.insert(0, str(project_tree.ROOT))

from tools.acceptance import inspection, program, trajectory  # noqa: E402
from tools.acceptance.geometry import rotate, turn  # noqa: E402
from tools.closed_forms import formulas, motions  # noqa: E402
from tools.conservation import __main__ as conservation  # noqa: E402
from tools.conflict import defects, marbles  # noqa: E402
from tools.conflict.case import Case, judge  # noqa: E402
from tools.conflict.families import FAMILIES, case_of  # noqa: E402
from tools.hollow import __main__ as hollow  # noqa: E402
from tools.hollow import scenes as hollow_scenes  # noqa: E402
from tools.joint_check import __main__ as joint_check  # noqa: E402
from tools.joint_check import dolls, joints  # noqa: E402
from tools.joint_conflict import __main__ as joint_conflict  # noqa: E402
from tools.joint_conflict import families as conflict_families  # noqa: E402
from tools.public_files import examine, pairs, recorded  # noqa: E402
from tools.public_files import __main__ as public_files  # noqa: E402
from tools.scale_check import __main__ as scale_check  # noqa: E402
from tools.scale_check import scenes as scale_scenes  # noqa: E402
from tools.scale_check import transform  # noqa: E402
from tools.sleep_check.compare import compare  # noqa: E402
from tools.step_order import __main__ as step_order  # noqa: E402


def run(case):
    """A run of a case that says itself how long and how fast."""
    return program.simulate_scene(project_tree.PROGRAM, case.scene, case.seconds, case.rate)


def apart(report):
    """By how many metres joints are open at the start, as warnings say; there must be no other warnings."""
    warnings = [w for w in report["warnings"] if w["severity"] != "hint"]
    return [w["message"].partition(" are ")[2].partition(" m ")[0] if w["code"] == "JOINT_APART" else w for w in warnings]


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

    def test_the_rules_of_the_minimal_scenes(self):
        def track(name, place, rotation=lambda t: (0.0, 0.0, 0.0, 1.0), seconds=10):
            made = trajectory.Track(name)
            made.times = [i / 60 for i in range(60 * seconds + 1)]
            made.positions = [place(t) for t in made.times]
            made.rotations = [rotation(t) for t in made.times]
            return {0: made}

        self.assertTrue(defects.above_the_floor(track("ball", lambda t: (0, 0.01, 0)))[0])
        self.assertFalse(defects.above_the_floor(track("ball", lambda t: (0, 0.01 - 0.002 * t, 0)))[0])
        self.assertFalse(defects.slow_and_above(track("ball", lambda t: (4 * t, 0.01, 0)))[0])
        self.assertTrue(defects.swings_for_ever(track("slider", lambda t: (0, 1 + 0.08 * math.cos(math.sqrt(10) * t), 0)))[0])
        self.assertFalse(defects.swings_for_ever(track("slider", lambda t: (0, 1.08, 0)))[0])
        wheel = {rate: track("wheel", lambda t: (0, 0, 0), lambda t, rate=rate: turn((1, 0, 0), rate * t)) for rate in (0.15, 0.14)}
        self.assertTrue(defects.never_stops(wheel[0.15])[0])
        self.assertFalse(defects.never_stops(wheel[0.14])[0])
        circle = track("body", lambda t: (0.1 - 0.1 * math.cos(t), -0.1 * math.sin(t), 0), lambda t: turn((0, 0, 1), t))
        self.assertTrue(defects.circles(circle)[0])
        self.assertFalse(defects.circles(track("body", lambda t: (0, 0, 0), lambda t: turn((0, 0, 1), t)))[0])

    def test_marbles_are_followed_to_the_edge_of_the_floor(self):
        def ball(places):
            track = trajectory.Track("GeoSphere003")
            track.times = [i / 10 for i in range(len(places))]
            track.positions = places
            return track

        floor = (-0.5, (-1, 1, -1, 1))
        rolling = [(0.1 * i, 0.0, 0.0) for i in range(11)]
        beside = [(1.2, -0.1, 0.0), (1.3, -3.0, 0.0)]
        fastest, _, through, rise = marbles.follow(ball(rolling + beside), *floor)
        self.assertAlmostEqual(fastest, 1)
        self.assertEqual((through, rise), (None, 0))
        self.assertEqual(marbles.follow(ball([(0, 0, 0), (0, -0.4, 0), (0, -0.6, 0)]), *floor)[2], 0.2)
        self.assertAlmostEqual(marbles.follow(ball([(0, 0, 0), (0, -0.2, 0), (0, 0.3, 0)]), *floor)[3], 0.5)


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


class ScaleCheck(project_tree.Check):
    def test_units_of_every_quantity(self):
        document = transform.scale(scale_scenes.driven_arm().document(), 2.0, 3.0)
        arm = document["nodes"][0]
        self.assertEqual(arm["translation"], [0, 0, 1])
        self.assertEqual(arm["extensions"]["KHR_physics_rigid_bodies"]["motion"]["mass"], 9)
        force, acceleration = (kind["drives"][0] for kind in document["extensions"]["KHR_physics_rigid_bodies"]["physicsJoints"])
        self.assertEqual((force["stiffness"], force["damping"], force["maxForce"]), (60 * 12, 6 * 12, 40 * 12))
        self.assertEqual((acceleration["stiffness"], acceleration["maxForce"]), (60, 40 * 12))
        self.assertEqual((force["positionTarget"], force["mode"]), (0.5, "force"))
        spring = transform.scale(scale_scenes.spring().document(), 2.0, 3.0)
        limit = spring["extensions"]["KHR_physics_rigid_bodies"]["physicsJoints"][0]["limits"][2]
        self.assertEqual((limit["stiffness"], limit["damping"]), (300, 3))

    def test_vertices_and_what_a_mirror_does(self):
        document = scale_scenes.bowl().document()
        bounds = document["accessors"][0]["max"]
        self.assertEqual(transform.scale(document, 4.0)["accessors"][0]["max"], [4 * value for value in bounds])
        twice = transform.mirror(transform.mirror(scale_scenes.driven_arm().document()))
        self.assertEqual(twice, scale_scenes.driven_arm().document())

    def test_free_flight_scales_and_wrong_gravity_is_found(self):
        scene = scale_scenes.Scene("flight")
        scene.body("ball", scene.sphere(0.2), at=(0, 1, 0), motion={"mass": 1.0, "linearVelocity": [3, 4, 5]})
        document = scene.document()
        with tempfile.TemporaryDirectory() as folder:
            scene.write(folder + "/flight.gltf")
            facts = inspection.bodies(project_tree.PROGRAM, folder + "/flight.gltf")
        base = scale_check.simulate(project_tree.PROGRAM, document, scale_check.GRAVITY, 1)
        size = next(v for v in scale_check.variants() if v.name == "size x 3")
        other = scale_check.simulate(project_tree.PROGRAM, size.change(document), size.gravity, 1)
        found = scale_check.difference(facts, base.tracks, other.tracks, size.back)
        # Floats of some metres: millionths of a metre for a body of 0.3 m.
        self.assertLess(max(found), scale_check.BAR)
        wrong = scale_check.simulate(project_tree.PROGRAM, size.change(document), scale_check.GRAVITY, 1)
        found = scale_check.difference(facts, base.tracks, wrong.tracks, size.back)
        self.assertIsNotNone(scale_check.judged(base, found, [0.0] * len(found), 0.0)[1])


class JointCheck(project_tree.Check):
    def test_metrics_of_a_hinge_with_bounds(self):
        joint = joints.joints_of(scale_scenes.driven_arm().document())[0]  # about x, from -0.6 to 0.4 rad, arm 0.5 m along z
        arm = joint.second.body

        def errors(shift, turned):
            moved = tuple(a + b for a, b in zip(rotate(turned, (0, 0, 0.5)), shift))
            return joint.errors({arm: (moved, turned)})

        for angle, beyond in ((0.0, 0.0), (0.3, 0.0), (0.5, 0.1), (-0.5, 0.0), (-0.8, 0.2)):
            distance, found = errors((0, 0, 0), turn((1, 0, 0), angle))
            self.assertAlmostEqual(distance, 0, places=9)
            self.assertAlmostEqual(found, beyond, places=9)
        self.assertAlmostEqual(errors((0.003, 0.004, 0), turn((1, 0, 0), 0.3))[0], 0.005, places=9)
        self.assertAlmostEqual(errors((0, 0, 0), turn((0, 1, 0), 0.02))[1], 0.02, places=9)  # the hinge is bent

    def test_a_chain_holds(self):
        scene = scale_scenes.chain()
        with tempfile.TemporaryDirectory() as folder:
            path = folder + "/chain.csv"
            scene.write(folder + "/chain.gltf")
            subprocess.run([str(project_tree.PROGRAM), "simulate", folder + "/chain.gltf", "--seconds", "1", "--trajectory", path],
                           check=True)
            document = joints.document_of(pathlib.Path(folder + "/chain.gltf"))
            findings = joint_check.examine(document, path, 1, 0.0)
        self.assertEqual(len(findings.samples), 61 * 8)
        self.assertLess(findings.worst_distance[0], 0.5e-3)
        # The whole chain falls on a circle of 3.2 m about its pin.
        self.assertGreater(findings.fastest[0], 1)

    def test_thrown_dolls_are_whole_at_the_start(self):
        scene, lawful, _ = dolls.batch_of(0)
        again, _, _ = dolls.batch_of(0)
        self.assertEqual(scene.document(), again.document())
        poses = {index: (tuple(node["translation"]), tuple(node["rotation"])) for index, node in enumerate(scene.nodes)
                 if "motion" in node.get("extensions", {}).get(joints.RIGID_BODIES, {})}
        found = [joint.errors(poses) for joint in joints.joints_of(scene.document())]
        self.assertEqual(len(found), 13 * dolls.BATCH)
        self.assertLess(max(distance for distance, _ in found), 0.041)  # thighs start 40.4 mm open in Box3D's own figures
        self.assertLess(max(angle for _, angle in found), 1e-5)
        with tempfile.TemporaryDirectory() as folder:
            scene.write(folder + "/dolls.gltf")
            run = program.simulate(project_tree.PROGRAM, folder + "/dolls.gltf", 0.2, 60)
        # Both thighs of each, and nothing else.
        self.assertEqual(apart(run.report), ["0.0404"] * 2 * dolls.BATCH)
        self.assertLess(max(trajectory.fastest(track)[0] for track in run.tracks.values()), lawful)


class Conservation(project_tree.Check):
    def test_a_spring_pair_keeps_all_and_a_push_is_found(self):
        name, error, found = conservation.try_scene((project_tree.PROGRAM, "spring_pair", 5, 240))
        self.assertIsNone(error, name)
        gain, _, last, momentum, spin = found
        self.assertLess(abs(gain), conservation.ENERGY_BAR)
        self.assertLess(abs(last), conservation.ENERGY_BAR)  # nothing takes any
        self.assertLess(momentum, conservation.MOMENTUM_BAR)
        self.assertLess(spin, conservation.SPIN_BAR)

    def test_what_gains_energy_is_found(self):
        case = conservation.SCENES["head_on"]()
        with tempfile.TemporaryDirectory() as folder:
            case.scene.write(folder + "/scene.gltf")
            facts = inspection.bodies(project_tree.PROGRAM, folder + "/scene.gltf")
            tracks = program.simulate(project_tree.PROGRAM, folder + "/scene.gltf", 1.5, 60, "--gravity=0,0,0").tracks
        one = next(track for track in tracks.values() if track.name == "one")
        one.positions = [(x + 0.01 * time ** 2, y, z) for time, (x, y, z) in zip(one.times, one.positions)]
        gain, when, _, momentum, _ = conservation.watch(case, facts, tracks)
        # It goes 0.03 m/s faster in the end: 0.03 J of 0.667 J.
        self.assertAlmostEqual(gain, 0.045, delta=0.003)
        self.assertGreater(when, 1.4)
        self.assertGreater(momentum, conservation.MOMENTUM_BAR)


class StepOrder(project_tree.Check):
    def test_the_order_of_a_pendulum(self):
        name, error, errors = step_order.try_scene((project_tree.PROGRAM, "pendulum", 1))
        self.assertIsNone(error, name)
        self.assertGreater(step_order.order_of(errors, 1, 1.0), 0.75)

    def test_orders_of_series(self):
        self.assertAlmostEqual(step_order.order_of([0.1 / 4 ** i for i in range(5)], 1, 1.0), 2, places=6)
        self.assertIsNone(step_order.order_of([1e-9] * 5, 1, 1.0))


class JointConflict(project_tree.Check):
    def test_every_family_is_a_scene_that_is_read_and_starts_as_it_should(self):
        for family in conflict_families.FAMILIES:
            with self.subTest(family=family):
                case = conflict_families.case_of(family, 0)
                self.assertEqual(case.scene.document(), conflict_families.case_of(family, 0).scene.document())
                run = program.simulate_scene(project_tree.PROGRAM, case.scene, 1 / case.rate, case.rate)
                self.assertIsNone(run.error)
                self.assertNothing([w for w in run.report["warnings"] if w["severity"] == "error"])
                if family != "limits_that_exclude":
                    poses = {node: (track.positions[0], track.rotations[0]) for node, track in run.tracks.items()}
                    for joint in joints.joints_of(case.scene.document()):
                        # Trajectories have nine digits.
                        self.assertLess(max(joint.errors(poses)), 1e-6, joint.name)

    def test_a_lever_in_balance_stands_and_one_out_of_balance_is_found(self):
        case = conflict_families.case_of("lever", 0)
        self.assertEqual(joint_conflict.judge(case, run(case)).broken, [])
        weights = [node for node in case.scene.nodes if node["name"] == "weight"]
        weights[0]["extensions"]["KHR_physics_rigid_bodies"]["motion"]["mass"] *= 2
        self.assertTrue(joint_conflict.judge(case, run(case)).broken)


class Hollow(project_tree.Check):
    def test_what_lies_on_a_cube_and_what_falls_past_it(self):
        _, watched, error, found, _ = hollow.try_scene((project_tree.PROGRAM, "on_a_cube", 1, 60))
        self.assertEqual((watched, error, found), (2, None, []))
        case = hollow_scenes.Case("past")
        ball = case.scene.body("ball", case.scene.sphere(0.2), at=(0, 2, 0))
        room = case.scene.body("room", at=(0, 1, 0), motion={"isKinematic": True, "linearVelocity": [0, -1, 0]})
        case.watch(ball, hollow_scenes.above(0), room)
        run = program.simulate_scene(project_tree.PROGRAM, case.scene, 1, 60)
        # The ball falls by 4.9 m t², the surface goes down by t: they meet when 1 + t = 4.905 t².
        (name, time, _), = hollow.crossed(case, run.tracks)
        self.assertEqual(name, "ball")
        self.assertAlmostEqual(time, (1 + math.sqrt(1 + 4 * 4.905)) / (2 * 4.905), delta=0.02)

    def test_scenes_are_read_without_a_word(self):
        self.assertEqual(len(hollow_scenes.SCENES), 20)
        for name, make in hollow_scenes.SCENES.items():
            with self.subTest(scene=name):
                case = make()
                run = program.simulate_scene(project_tree.PROGRAM, case.scene, 1 / 60, 60)
                self.assertIsNone(run.error)
                self.assertEqual([found for found in hollow.crossed(case, run.tracks) if found[1] == 0], [])
                self.assertNothing([w for w in run.report["warnings"] if w["severity"] != "hint"])


class Box3DScenes(project_tree.Check):
    """bench/peers/box3d writes scenes that are read without a word. Counts follow from the scenes' own formulas."""

    COUNTS = {
        "large_pyramid": (20 * 21 // 2, 0), "many_pyramids": (9 * 55, 0), "wide_pyramid": (25 + 16 + 9 + 4 + 1, 0),
        "large_world": (16, 0), "joint_grid": (90, 171), "washer": (8 ** 3, 0), "convex_pile": (640, 0),
        "junkyard": (2 * 21 ** 2, 0), "trees100": (10, 0), "ragdolls": (9 * 2 * 14, 9 * 2 * 13), "rain": (252, 234)}

    def test_small_scenes(self):
        maker = project_tree.ROOT / "bench" / "peers" / "box3d" / "make_scenes.py"
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", str(maker), folder, "--small", *self.COUNTS], check=True, capture_output=True)
            for name, counts in self.COUNTS.items():
                with self.subTest(scene=name):
                    run = program.simulate(project_tree.PROGRAM, folder + "/" + name + ".gltf", 1 / 60, 60)
                    self.assertIsNone(run.error)
                    self.assertEqual((run.report["counts"]["dynamic"], run.report["counts"]["joints"]), counts)
                    self.assertEqual(run.report["settings"]["gravity"], [0, -10, 0])
                    # Box3D's dolls have thighs that start apart.
                    self.assertEqual(set(apart(run.report)), {"0.0404"} if name in ("rain", "ragdolls") else set())


class PublicFiles(project_tree.Check):
    SCENE = ('{"asset":{"version":"2.0"},"extensionsUsed":["KHR_physics_rigid_bodies"],'
             '"nodes":[{"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":%s}}}}]}')

    def examined(self, folder, name, mass):
        path = pathlib.Path(folder, name)
        path.write_text(self.SCENE % mass, encoding="utf-8")
        return path, examine.examine(project_tree.PROGRAM, path, 0.1)

    def test_findings_are_counted_and_compared_by_what_is_in_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            good, found = self.examined(folder, "good.gltf", "1")
            bad, refused = self.examined(folder, "bad.gltf", '"x"')
            self.assertEqual((found.load, found.run, found.crash), ("ok", "ok", None))
            self.assertEqual((refused.load, refused.run, refused.crash), ("refused", "refused", None))
            self.assertEqual(refused.codes[("error", "TYPE_MISMATCH")], 1)
            self.assertTrue(found.has("warning"))
            list_of = pathlib.Path(folder, "recorded.txt")
            recorded.write(list_of, {r.hash: recorded.line(r) for r in (found, refused)}, {found.hash: "good.gltf"})
            known = recorded.read(list_of)
            self.assertEqual(recorded.names(list_of)[found.hash], "good.gltf")
            self.assertEqual(public_files.changes({good: found, bad: refused}, known), ([], 2, 0))
            refused.codes[("error", "TYPE_MISMATCH")] = 2
            self.assertEqual(len(public_files.changes({good: found, bad: refused}, known)[0]), 1)
            # The other validator finds nothing in the bad one.
            pairs.expected(bad).write_text('{"issues": {"messages": []}}', encoding="utf-8")
            self.assertEqual(pairs.disagreements({good: found, bad: refused}), (1, [["bad.gltf", "none", "TYPE_MISMATCH"]]))


if __name__ == "__main__":
    unittest.main()
