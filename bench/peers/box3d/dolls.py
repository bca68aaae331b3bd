"""Box3D's ragdolls: 14 limbs, hinges and cones with limits, springs and friction motors as drives.

A joint's frame z is the twist axis. A hinge is a pin, a cone of 0 and a twist limit; a ball joint a pin, a cone and a
twist limit. Box3D's spring of 1 Hz and damping ratio 0.7 is a drive in acceleration mode. Its friction motor
holds the velocity at 0 with a torque of at most 5 N m: a drive of velocity target 0 and that maxForce, whose damping stands
for a rigid hold."""

import json
import math
import pathlib

from tools.acceptance.geometry import add, length, scaled, subtract, torus_mesh, turn, unit
from tools.acceptance.scene import PIN, Scene, locked

FIGURES = pathlib.Path(__file__).with_name("human.json")
CELL = 15.0  # m, edge of the square that each group of dolls falls on


class Drives:
    """Which drives the dolls have (none, springs, all), and the damping (N m s/rad) of the friction motors."""

    def __init__(self, which="all", damping=10.0, torque=5.0, hertz=1.0, ratio=0.7):
        self.which, self.damping, self.torque, self.hertz, self.ratio = which, damping, torque, hertz, ratio

    def of(self, axes, friction):
        omega = 2 * math.pi * self.hertz
        result = []
        for axis in axes:
            if self.which != "none":
                result.append({"type": "angular", "mode": "acceleration", "axis": axis, "positionTarget": 0,
                               "stiffness": omega ** 2, "damping": 2 * self.ratio * omega})
            if self.which == "all":
                result.append({"type": "angular", "mode": "force", "axis": axis, "velocityTarget": 0,
                               "damping": self.damping, "maxForce": friction * self.torque})
        return result


def normalized(q):
    size = math.sqrt(sum(value * value for value in q))
    return [value / size for value in q]


def between(direction):
    """The rotation that takes Y to a direction."""
    x, y, z = unit(direction)
    if y < -0.999999:
        return turn((1, 0, 0), math.pi)
    return normalized((z, 0.0, -x, 1 + y))


def joint_of(scene, limb, drives):
    low, high = (math.radians(value) for value in limb["twist_degrees"])
    twist = {"angularAxes": [2], "min": low, "max": high}
    if limb["joint"] == "revolute":
        return scene.joint_kind([*PIN, *locked(angular=(0, 1)), twist], drives.of((2,), limb["friction"]))
    cone = {"angularAxes": [0, 1], "min": 0, "max": math.radians(limb["swing_degrees"])}
    return scene.joint_kind([*PIN, cone, twist], drives.of((0, 1, 2), limb["friction"]))


def doll(scene, limbs, place, group, number, drives):
    """A doll of a group. The thighs of one do not touch each other; thighs and lowest spines of a group pass each other."""
    nodes = {}
    thighs = "thighs of doll %d" % number
    for limb in limbs:
        systems = []
        if limb["same_group"] and group > 0:
            systems.append("group %d" % group)
        if limb["name"].startswith("thigh"):
            systems.append(thighs)
        apart = scene.filter(collisionSystems=systems, notCollideWithSystems=systems) if systems else None
        node = nodes[limb["name"]] = scene.body(limb["name"], at=add(place, limb["position"]),
                                                turned=normalized(limb["rotation"]))
        start, end = limb["capsule"]["from"], limb["capsule"]["to"]
        way = subtract(end, start)
        scene.part(node, scene.capsule(length(way), limb["capsule"]["radius"]), at=scaled(add(start, end), 0.5),
                   turned=between(way), collision_filter=apart)
        if limb["parent"]:
            first, second = limb["frame_a"], limb["frame_b"]
            scene.connect(joint_of(scene, limb, drives), nodes[limb["parent"]], node, first["position"], second["position"],
                          normalized(first["rotation"]), normalized(second["rotation"]))


def scene_of(name, grid, per_group, drives, height):
    """Squares of ground with a torus on each, and a group of dolls above each; height is a function of the column."""
    scene = Scene(name)
    limbs = json.loads(FIGURES.read_text(encoding="utf-8"))["limbs"]
    square = scene.mesh(*flat(8, CELL / 8))
    points, triangles = torus_mesh(0.25 * CELL, 1.0, 16, 16)
    ring = scene.mesh([(x, z, -y) for x, y, z in points], triangles)  # about Z, as there
    reach = -0.5 * CELL * grid + 0.5 * CELL
    for i in range(grid):
        for j in range(grid):
            at = (reach + CELL * i, 0, reach + CELL * j)
            scene.fixed("ground", square, at=at)
            scene.fixed("ring", ring, at=at)
    number = 0
    for column in range(grid):
        for row in range(grid):
            for k in range(per_group):
                place = (reach + CELL * column + 0.75 * k, height(column), reach + CELL * row)
                doll(scene, limbs, place, row * grid + column, number, drives)
                number += 1
    return scene


def flat(cells, width):
    """A square of cells."""
    points = [(width * (i - cells / 2), 0.0, width * (j - cells / 2)) for i in range(cells + 1) for j in range(cells + 1)]
    triangles = []
    for i in range(cells):
        for j in range(cells):
            a = j + (cells + 1) * i
            triangles += [(a, a + 1, a + cells + 2), (a + cells + 2, a + cells + 1, a)]
    return points, triangles


def ragdolls(small, drives=None):
    """All dolls at once, 20 m up."""
    return scene_of("ragdolls", 3 if small else 10, 2 if small else 3, drives or Drives(), lambda column: 20.0)


def rain(small, drives=None):
    """A column of groups after the other: each starts 2 m higher."""
    return scene_of("rain", 3 if small else 10, 2 if small else 3, drives or Drives(), lambda column: 20.0 + 2.0 * column)
