"""Isolated scenes: no gravity, nothing static. What must go on colliding is kept in a hollow body that moves itself."""

import math
import random

from ..acceptance import geometry as g
from ..acceptance.scene import HINGE_X, PIN, Scene


class Isolated:
    """A scene, and its stored energy (J) as a function of the poses of its bodies by name."""

    def __init__(self, name, stored=None):
        self.scene = Scene(name)
        self.stored = stored


def thrown(scene, name, geometry, at, velocity, spin=(0, 0, 0), turned=None, material=None, mass=None):
    motion = {"linearVelocity": list(velocity), "angularVelocity": list(spin)}
    if mass is not None:
        motion["mass"] = mass
    return scene.body(name, geometry, at=at, turned=turned, motion=motion, material=material)


def head_on():
    """Two balls of 1 and 3 kg, restitution 1."""
    case = Isolated("head_on")
    s = case.scene
    rub = s.material(0.0, 1.0, "minimum")
    thrown(s, "one", s.sphere(0.2), (-2, 0, 0), (1, 0, 0), material=rub, mass=1.0)
    thrown(s, "three", s.sphere(0.3), (2, 0.1, 0), (-1 / 3, 0, 0), material=rub, mass=3.0)
    return case


def tumbling():
    """Boxes that spin about their middle axis and about none."""
    case = Isolated("tumbling")
    s = case.scene
    thrown(s, "middle", s.box(0.3, 0.8, 1.6), (0, 0, 0), (0.01, 0, 0), (0.02, 6, 0.01))
    thrown(s, "any", s.box(0.3, 0.8, 1.6), (4, 0, 0), (-0.01, 0, 0), (3, 4, -2))
    return case


def shell(name, make, restitution, friction, count, as_mesh=False):
    """Bodies in a hollow cube of 2 m that floats, of six slabs or of triangles."""
    case = Isolated(name)
    s = case.scene
    rub = s.material(friction, restitution, "average")
    motion = {"mass": 50.0, "inertiaDiagonal": [40.0, 40.0, 40.0], "centerOfMass": [0, 0, 0], "angularVelocity": [0, 0.3, 0.1]}
    if as_mesh:
        s.body("shell", s.mesh(*g.box_mesh(2.2, 2.2, 2.2)), at=(0, 0, 0), motion=motion, material=rub)
    else:
        cube = s.body("shell", at=(0, 0, 0), motion=motion)
        for axis in range(3):
            for sign in (-1, 1):
                size, at = [2.6, 2.6, 2.6], [0.0, 0.0, 0.0]
                size[axis], at[axis] = 0.2, 1.2 * sign
                s.part(cube, s.box(*size), at=at, material=rub)
    draw = random.Random(name)
    for i in range(count):
        at = [0.45 * (i % 3 - 1) * 1.3, 0.45 * (i // 3 % 3 - 1) * 1.3, 0.45 * (i // 9 - 1) * 1.3]
        velocity = [draw.uniform(-2, 2) for _ in range(3)]
        thrown(s, "body %d" % i, make(s), at, velocity, [draw.uniform(-3, 3) for _ in range(3)], g.random_turn(draw), rub)
    return case


def balls_in_shell():
    """Eight balls, restitution 1, no friction."""
    return shell("balls_in_shell", lambda s: s.sphere(0.15), 1.0, 0.0, 8)


def boxes_in_shell():
    """Eight boxes, restitution 1, friction."""
    return shell("boxes_in_shell", lambda s: s.box(0.25, 0.2, 0.3), 1.0, 0.5, 8)


def capsules_in_shell():
    """Eight capsules, restitution 0.5, friction."""
    return shell("capsules_in_shell", lambda s: s.capsule(0.2, 0.1), 0.5, 0.6, 8)


def balls_in_mesh():
    """Six balls in a hollow cube of triangles."""
    return shell("balls_in_mesh", lambda s: s.sphere(0.15), 1.0, 0.3, 6, as_mesh=True)


def rings_in_shell():
    """Four dynamic tori of triangles."""
    return shell("rings_in_shell", lambda s: s.mesh(*g.torus_mesh(0.2, 0.07, 12, 6)), 0.8, 0.4, 4)


def chain():
    """Ten capsules on pins, whirled at one end."""
    case = Isolated("chain")
    s, before = case.scene, None
    pin, lying = s.joint_kind(PIN), g.turn((0, 0, 1), math.pi / 2)
    for i in range(10):
        # Node space: the link lies, so that its -x is up.
        velocity = (-3.0, 0, 0) if i == 0 else (0, 0, 0)
        link = thrown(s, "link %d" % i, s.capsule(0.3, 0.05), (0.4 * i, 0, 0), velocity, turned=lying)
        if before is not None:
            s.connect(pin, before, link, (0, -0.2, 0), (0, 0.2, 0))
        before = link
    return case


def hinges():
    """Four boxes on hinges with bounds, spinning."""
    case = Isolated("hinges")
    s, before = case.scene, None
    kind = s.joint_kind([*HINGE_X, {"angularAxes": [0], "min": -1.0, "max": 1.0}])
    for i in range(4):
        box = thrown(s, "box %d" % i, s.box(0.3, 0.1, 0.5), (0, 0, 0.6 * i), (0, 0, 0), (4.0 if i == 1 else 0, 0, 0.5))
        if before is not None:
            s.connect(kind, before, box, (0, 0, 0.3), (0, 0, -0.3))
        before = box
    return case


def spring_pair():
    """Two balls on an undamped spring of 40 N/m about a distance of at most 1 m."""
    stiffness = 40.0

    def stored(poses):
        return 0.5 * stiffness * max(math.dist(poses["one"], poses["two"]) - 1.0, 0.0) ** 2

    case = Isolated("spring_pair", stored)
    s = case.scene
    one = thrown(s, "one", s.sphere(0.1), (0, 0, 0), (0, 0.4, -0.6), mass=1.0)
    two = thrown(s, "two", s.sphere(0.15), (1.6, 0, 0), (0, -0.2, 0.3), mass=2.0)
    s.connect(s.joint_kind([{"linearAxes": [0, 1, 2], "min": 0, "max": 1.0, "stiffness": stiffness, "damping": 0}]), one, two)
    return case


def doll():
    """A trunk that turns, with four limbs of two parts on cones and hinges with bounds."""
    case = Isolated("doll")
    s = case.scene
    cone = s.joint_kind([*PIN, {"angularAxes": [0, 2], "min": 0, "max": 0.8}, {"angularAxes": [1], "min": -0.4, "max": 0.4}])
    knee = s.joint_kind([*HINGE_X, {"angularAxes": [0], "min": -1.5, "max": 0.1}])
    trunk = thrown(s, "trunk", s.box(0.3, 0.6, 0.2), (0, 0, 0), (0, 0, 0), (2, 1, 3))
    for k, (x, y) in enumerate(((-0.25, 0.2), (0.25, 0.2), (-0.12, -0.35), (0.12, -0.35))):
        upper = thrown(s, "upper %d" % k, s.capsule(0.2, 0.06), (x, y - 0.2, 0), (0, 0, 0))
        lower = thrown(s, "lower %d" % k, s.capsule(0.2, 0.06), (x, y - 0.6, 0), (0, 0, 0))
        s.connect(cone, trunk, upper, (x, y, 0), (0, 0.2, 0))
        s.connect(knee, upper, lower, (0, -0.2, 0), (0, 0.2, 0))
    return case


SCENES = {make.__name__: make for make in (
    head_on, tumbling, balls_in_shell, boxes_in_shell, capsules_in_shell, balls_in_mesh, rings_in_shell, chain, hinges,
    spring_pair, doll)}
