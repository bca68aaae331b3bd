"""Scenes of one metre or so, without chaos for some seconds, of all kinds of parts."""

import math

from ..acceptance import geometry as g
from ..acceptance.scene import HINGE_X, PIN, Scene, locked


def floor(scene, friction=0.6, restitution=0.0):
    rub = scene.material(friction, restitution)
    scene.fixed("floor", scene.box(40, 2, 40), at=(0, -1, 0), material=rub)
    return rub


def rolling():
    """A ball that rolls three metres."""
    scene = Scene("rolling")
    floor(scene)
    scene.body("ball", scene.sphere(0.25), at=(0, 0.25, 0), motion={"linearVelocity": [1, 0, 0], "angularVelocity": [0, 0, -4]})
    return scene


def sliding():
    """A box that slides to a stop."""
    scene = Scene("sliding")
    floor(scene, 0.3)
    scene.body("box", scene.box(0.5, 0.3, 0.7), at=(0, 0.15, 0), motion={"linearVelocity": [3, 0, 1]})
    return scene


def slope():
    """Boxes on a slope of 20°, one that holds and one that slides."""
    scene = Scene("slope")
    tilt = g.turn((0, 0, 1), -math.radians(20))
    rough, smooth = scene.material(0.8, 0, "minimum"), scene.material(0.2, 0, "minimum")
    scene.fixed("slope", scene.box(20, 1, 4), at=g.rotate(tilt, (0, -0.5, 0)), turned=tilt, material=rough)
    for z, rub in ((-1, rough), (1, smooth)):
        scene.body("box", scene.box(0.5, 0.5, 0.5), at=g.rotate(tilt, (-3, 0.25, z)), turned=tilt, material=rub)
    return scene


def bouncing():
    """Balls of three restitutions that drop."""
    scene = Scene("bouncing")
    floor(scene, 0.5, 0.9)
    for i, restitution in enumerate((0.0, 0.5, 0.9)):
        scene.body("ball %d" % i, scene.sphere(0.2), at=(i, 1.2, 0), material=scene.material(0.5, restitution, "minimum"))
    return scene


def falling_boxes():
    """Tilted boxes that fall onto an edge."""
    scene = Scene("falling_boxes")
    floor(scene)
    for i in range(3):
        scene.body("box %d" % i, scene.box(0.5, 0.4, 0.6), at=(1.5 * i, 1.0, 0), turned=g.turn((0, 0, 1), 0.2 + 0.1 * i))
    return scene


def tower():
    """Ten boxes."""
    scene = Scene("tower")
    floor(scene)
    for i in range(10):
        scene.body("box %d" % i, scene.box(0.5, 0.5, 0.5), at=(0.02 * (i % 2), 0.25 + 0.5 * i, 0))
    return scene


def dominoes():
    """Eight, the first pushed."""
    scene = Scene("dominoes")
    floor(scene)
    for i in range(8):
        push = {"angularVelocity": [0, 0, -2.5], "linearVelocity": [1.0, 0, 0]} if i == 0 else {}
        scene.body("domino %d" % i, scene.box(0.1, 0.8, 0.4), at=(0.4 * i, 0.4, 0), motion=push)
    return scene


def pendulum():
    scene = Scene("pendulum")
    scene.connect(scene.joint_kind(HINGE_X), None, scene.body("bob", scene.sphere(0.1), at=(0, 0, 1)), (0, 0, 0), (0, 0, -1))
    return scene


def spring():
    """A weight on a damped spring."""
    scene = Scene("spring")
    kind = scene.joint_kind([*locked(linear=(0, 2), angular=(0, 1, 2)),
                             {"linearAxes": [1], "min": 0, "max": 0, "stiffness": 100.0, "damping": 1.0}])
    scene.connect(kind, None, scene.body("weight", scene.sphere(0.1), at=(0, 0.1, 0), motion={"mass": 2.0}))
    return scene


def driven_arm():
    """An arm on a hinge with limits, driven to an angle by a weak drive, and one in acceleration mode."""
    scene = Scene("driven_arm")
    for i, mode in enumerate(("force", "acceleration")):
        drive = {"type": "angular", "mode": mode, "axis": 0, "positionTarget": 0.5, "stiffness": 60.0, "damping": 6.0,
                 "maxForce": 40.0}
        kind = scene.joint_kind([*HINGE_X, {"angularAxes": [0], "min": -0.6, "max": 0.4}], [drive])
        arm = scene.body("arm %d" % i, scene.box(0.1, 0.1, 1), at=(i, 0, 0.5), motion={"mass": 3.0})
        scene.connect(kind, None, arm, (i, 0, 0), (0, 0, -0.5))
    return scene


def chain():
    """Eight capsules that swing from a pin."""
    scene = Scene("chain")
    pin, lying = scene.joint_kind(PIN), g.turn((0, 0, 1), math.pi / 2)
    before = None
    for i in range(8):
        link = scene.body("link %d" % i, scene.capsule(0.3, 0.05), at=(0.2 + 0.4 * i, 0, 0), turned=lying)
        scene.connect(pin, before, link, (0, -0.2, 0) if before is not None else (0, 0, 0), (0, 0.2, 0))
        before = link
    return scene


def bowl():
    """A ball that swings in a bowl of triangles."""
    scene = Scene("bowl")
    rings, around = 10, 24
    points, triangles = [(0.0, 0.0, 0.0)], []
    for i in range(1, rings + 1):
        r = 2.0 * i / rings
        points += [(r * math.cos(2 * math.pi * k / around), 0.25 * r * r, r * math.sin(2 * math.pi * k / around))
                   for k in range(around)]
    for k in range(around):
        triangles.append((0, 1 + (k + 1) % around, 1 + k))
        for i in range(rings - 1):
            a, b = 1 + i * around + k, 1 + i * around + (k + 1) % around
            triangles += [(a, b, b + around), (a, b + around, a + around)]
    scene.fixed("bowl", scene.mesh(points, triangles))
    scene.body("ball", scene.sphere(0.2), at=(1.0, 0.6, 0.1))
    return scene


def bullet():
    """A small fast ball against a thin wall."""
    scene = Scene("bullet")
    scene.fixed("wall", scene.box(0.05, 4, 4))
    scene.body("bullet", scene.sphere(0.05), at=(-3, 0, 0), motion={"linearVelocity": [80, 3, 1]})
    return scene


def pusher():
    """A kinematic block that pushes a box over a floor."""
    scene = Scene("pusher")
    floor(scene)
    scene.body("pusher", scene.box(0.4, 0.4, 1), at=(-1, 0.25, 0), motion={"isKinematic": True, "linearVelocity": [0.7, 0, 0]})
    scene.body("box", scene.box(0.4, 0.4, 0.4), at=(0, 0.2, 0.1))
    return scene


SCENES = {make.__name__: make for make in (
    rolling, sliding, slope, bouncing, falling_boxes, tower, dominoes, pendulum, spring, driven_arm, chain, bowl, bullet,
    pusher)}
