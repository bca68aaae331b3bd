"""vehicles/: rocket, hovercraft, vehicles that fly by thrusters (OMI_vehicle_body and its family)."""

import math

from . import bodies
from .omi import BODY, SHAPE, OmiDocument

VEHICLE, THRUSTER, HOVER = "OMI_vehicle_body", "OMI_vehicle_thruster", "OMI_vehicle_hover_thruster"


def _turned_to(direction):
    """The rotation that takes +Z, the push of a thruster, to a direction."""
    size = math.sqrt(sum(c * c for c in direction))
    x, y, z = (c / size for c in direction)
    if z < -0.999999:
        return [0.0, 1.0, 0.0, 0.0]
    w = math.sqrt((1 + z) / 2)
    return [-y / (2 * w), x / (2 * w), 0.0, w]


class _Craft:
    """A vehicle under construction: a body, parts that are seen and solid, thrusters with a nozzle."""

    def __init__(self, doc, name, at, turned, mass, vehicle):
        self.doc = doc
        self.node = doc.place(name, None, None, at, turned,
                              **{BODY: {"motion": {"type": "dynamic", "mass": mass}}, VEHICLE: vehicle})

    def part(self, name, look, at=None, turned=None):
        return self.doc.place(name, self.node, look.mesh, at, turned, **{BODY: {"collider": dict(look.geometry)}})

    def thruster(self, name, nozzle, kind, index, at, push):
        member = "hoverThruster" if kind == HOVER else "thruster"
        node = self.doc.place(name, self.node, None, at, _turned_to(push), **{kind: {member: index}})
        # Cones stand on their base: the wide end away from the push.
        self.doc.place(name + " nozzle", node, nozzle.mesh, (0, 0, -0.15), bodies.turn("x", 90))
        return node


def _floor(doc, size):
    floor = bodies.box(doc, size, 0.2, size, bodies.GREY)
    doc.place("Floor", None, floor.mesh, (0, -0.1, 0), **{BODY: {"collider": dict(floor.geometry)}})


def _in_folder(doc):
    return {"vehicles/" + name: content for name, content in doc.files(embed=True).items()}


def rocket():
    """A rocket that lifts off, and a drone that holds its place."""
    doc = OmiDocument("rocket")
    _floor(doc, 30)
    nozzle = bodies.cylinder(doc, 0.4, 0.12, 0.3, bodies.GREY)
    small = bodies.cylinder(doc, 0.2, 0.05, 0.1, bodies.GREY)
    # Forward is +Z, so it stands on its tail: its Z is up.
    ship = _Craft(doc, "Rocket", (-4, 3.0, 0), bodies.turn("x", -90), 1000, {
        "linearActivation": [0, 0, 1], "gyroTorque": [400, 400, 200], "maxSpeed": 12
    })
    along = bodies.turn("x", 90)
    ship.part("Hull", bodies.cylinder(doc, 4, 0.5, 0.6, bodies.ORANGE), turned=along)
    ship.part("Nose", bodies.cylinder(doc, 1.2, 0, 0.5, bodies.RED), at=(0, 0, 2.6), turned=along)
    fin = bodies.box(doc, 0.08, 0.9, 1.0, bodies.BLUE)
    for i in range(4):
        angle = 45 + 90 * i
        at = (-0.9 * math.sin(math.radians(angle)), 0.9 * math.cos(math.radians(angle)), -2.2)
        ship.part("Fin %d" % (i + 1), fin, at=at, turned=bodies.turn("z", angle))
    ship.thruster("Main engine", nozzle, THRUSTER, 0, (0, 0, -2.0), (0, 0, 1))
    for i, (x, y) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
        for z, name in ((2.0, "upper"), (-1.9, "lower")):
            ship.thruster("Jet %d %s" % (i + 1, name), small, THRUSTER, 1, (-0.6 * x, -0.6 * y, z), (x, y, 0))

    drone = _Craft(doc, "Drone", (4, 4, 0), None, 20, {"gyroTorque": [10, 10, 10]})
    drone.part("Body", bodies.box(doc, 0.8, 0.3, 0.8, bodies.TEAL))
    for x in (0.7, -0.7):
        for z in (0.7, -0.7):
            drone.part("Arm", bodies.box(doc, 0.3, 0.1, 0.3, bodies.BLUE), at=(0.9 * x, 0, 0.9 * z))
            drone.thruster("Lift", small, THRUSTER, 2, (x, 0.1, z), (0, 1, 0))
    ball = bodies.sphere(doc, 0.25, bodies.YELLOW)
    doc.place("Ball thrown at the drone", None, ball.mesh, (10, 4.6, 0.2),
              **{BODY: {"motion": {"type": "dynamic", "mass": 2, "linearVelocity": [-9, 2.4, 0]},
                        "collider": dict(ball.geometry)}})
    doc.shared = {
        SHAPE: {"shapes": doc.shapes},
        THRUSTER: {"thrusters": [
            {"maxForce": 16000, "maxGimbal": 0.12},
            {"maxForce": 60},
            {"maxForce": 120, "maxGimbal": 0.3, "linearGimbalAdjustRatio": 1.0}]}
    }
    return _in_folder(doc)


def hovercraft():
    """One that goes forward over steps and a ramp, one that waits on a lift, and one that is loaded."""
    doc = OmiDocument("hovercraft")
    _floor(doc, 240)

    def craft(name, at, mass, vehicle):
        c = _Craft(doc, name, at, None, mass, vehicle)
        c.part("Hull", bodies.box(doc, 2.4, 0.5, 4, bodies.TEAL))
        c.part("Cabin", bodies.box(doc, 1.4, 0.6, 1.4, bodies.BLUE), at=(0, 0.55, 0.6))
        ring = bodies.cylinder(doc, 0.3, 0.25, 0.4, bodies.GREY)
        for x in (1.1, -1.1):
            for z in (1.7, -1.7):
                # They lean outwards, so that gimbals can push any way.
                c.thruster("Hover thruster", ring, HOVER, 0, (x, -0.25, z), (-0.5 * x / 1.1, 1, -0.5 * z / 1.7))
        return c

    craft("Traveller", (0, 3, -20), 1200, {"linearActivation": [0, 0, 0.6], "maxSpeed": 4})
    for i, height in enumerate((0.3, 0.6, 0.9)):
        step = bodies.box(doc, 8, height, 5, bodies.PALETTE[i])
        doc.place("Step %d" % (i + 1), None, step.mesh, (0, height / 2, -8 + 5 * i), **{BODY: {"collider": dict(step.geometry)}})
    ramp = bodies.box(doc, 8, 0.2, 8, bodies.PURPLE)
    doc.place("Ramp", None, ramp.mesh, (0, 0.4, 8.4), bodies.turn("x", 6), **{BODY: {"collider": dict(ramp.geometry)}})

    craft("Waiting", (12, 4, 0), 1200, {})
    lift = bodies.box(doc, 10, 0.4, 10, bodies.GREY)
    deck = doc.place("Lift", None, lift.mesh, (12, 0.3, 0),
                     **{BODY: {"motion": {"type": "kinematic"}, "collider": dict(lift.geometry)}})
    times = [2.0 * k for k in range(8)]
    heights = [0.3, 0.3, 1.8, 1.8, 0.3, 0.3, 1.0, 1.0]
    doc.animate(deck, "translation", times, [(12, y, 0) for y in heights])

    craft("Loaded", (-12, 3, 0), 1200, {})
    crate = bodies.box(doc, 0.6, 0.6, 0.6, bodies.ORANGE)
    for i in range(3):
        doc.place("Crate %d" % (i + 1), None, crate.mesh, (-12, 5 + 1.2 * i, -1.2),
                  **{BODY: {"motion": {"type": "dynamic", "mass": 60}, "collider": dict(crate.geometry)}})
    doc.shared = {
        SHAPE: {"shapes": doc.shapes},
        HOVER: {"hoverThrusters": [{"maxHoverEnergy": 12000, "maxGimbal": 0.25}]}
    }
    return _in_folder(doc)
