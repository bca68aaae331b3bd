"""planet: gravity that is not the same everywhere (OMI_physics_gravity)."""

import math

from . import bodies, meshes
from .omi import BODY, SHAPE, OmiDocument

GRAVITY = "OMI_physics_gravity"


def _along(direction):
    """The rotation that takes Y to a unit direction, the shortest way."""
    x, y, z = direction
    if y < -0.999999:
        return [1.0, 0.0, 0.0, 0.0]
    w = math.sqrt((1 + y) / 2)
    return [z / (2 * w), 0.0, -x / (2 * w), w]


def _globe(doc, name, radius, rgb, segments=40):
    """A ball of facets, shown and solid: things lie on faces and come to rest."""
    mesh = doc.mesh(name, meshes.sphere(radius, segments), rgb)
    doc.shapes.append({"type": "trimesh", "trimesh": {"mesh": mesh}})
    return bodies.Look(name, mesh, {"shape": len(doc.shapes) - 1})


def _middle_of_face(latitude, longitude):
    """The direction to the middle of that facet of the globe: bands and segments are 9 degrees wide."""
    up, round_y = math.radians(9 * latitude + 4.5), math.radians(9 * longitude + 4.5)
    return (math.cos(up) * math.cos(round_y), math.sin(up), math.cos(up) * math.sin(round_y))


def planet():
    """A round planet with a moon and towers, a cube and a ring round which balls roll, a lift without a floor."""
    doc = OmiDocument("planet")

    def shape(kind, **properties):
        return doc.shape(kind, **properties)["shape"]

    def thing(name, look, at, turned=None, motion=None):
        extension = {"motion": motion} if motion else {}
        extension["collider"] = dict(look.geometry)
        return doc.place(name, None, look.mesh, at, turned, **{BODY: extension})

    def field(name, at, where, **gravity):
        return doc.place(name, None, None, at, **{BODY: {"trigger": {"shape": where}}, GRAVITY: gravity})

    # The round one: 9 m/s² on the ground, 3 m from its middle, by the inverse square.
    globe = _globe(doc, "Planet", 3, bodies.TEAL)
    thing("Planet", globe, (0, 0, 0))
    field("Gravity of the planet", (0, 0, 0), shape("sphere", radius=9), type="point", gravity=9, point={"unitDistance": 3})
    dynamic = {"type": "dynamic"}
    crate = bodies.box(doc, 0.4, 0.4, 0.4, bodies.ORANGE)
    # Each on a facet: at a pole a tower would stand on a corner, and tip over.
    sides = [_middle_of_face(*face) for face in ((6, 3), (3, 18), (-4, 14), (-7, 28))]
    for i, direction in enumerate(sides):
        for k in range(4):
            away = 3.25 + 0.45 * k
            thing("Tower %d, %d" % (i + 1, k + 1), crate, [away * c for c in direction], _along(direction), dynamic)
    speed = math.sqrt(9 * 3 * 3 / 6)  # On a circle of 6 m: v²/r = g (u/r)².
    thing("Moon", bodies.sphere(doc, 0.4, bodies.GREY), (6, 0, 0), None,
          {"type": "dynamic", "mass": 5, "linearVelocity": [0, speed * math.cos(0.5), speed * math.sin(0.5)]})

    # The cube pulls towards its faces, edges and corners, everywhere as strongly.
    cube = bodies.box(doc, 4, 4, 4, bodies.PURPLE)
    thing("Cube", cube, (16, 0, 0))
    field("Gravity of the cube", (16, 0, 0), shape("box", size=[9, 9, 9]), type="shaped", gravity=9,
          shaped={"shape": cube.geometry["shape"]})
    ball = bodies.sphere(doc, 0.3, bodies.YELLOW)
    thing("Walker on the cube", ball, (16, 2.3, 0), None,
          {"type": "dynamic", "linearVelocity": [1.2, 0, 0], "angularVelocity": [0, 0, -4]})

    # The ring: a torus of facets about Y.
    ring = meshes.torus(3, 1, 40, 20)
    mesh = doc.mesh("Ring", ring, bodies.BLUE)
    doc.shapes.append({"type": "trimesh", "trimesh": {"mesh": mesh}})
    thing("Ring", bodies.Look("Ring", mesh, {"shape": len(doc.shapes) - 1}), (-14, 0, 0))
    field("Gravity of the ring", (-14, 0, 0), shape("sphere", radius=7), type="torus", gravity=9, torus={"radius": 3})
    thing("Walker on the ring", ball, (-9.7, 0, 0), None,
          {"type": "dynamic", "linearVelocity": [0, 1.8, 0], "angularVelocity": [0, 0, 6]})

    # A lift: up in the shaft, nothing else counts there; down beside it.
    floor = bodies.box(doc, 6, 0.2, 3, bodies.GREY)
    thing("Station", floor, (0, -0.1, 14))
    field("Gravity of the station", (0, 3, 14), shape("box", size=[6, 6, 3]), type="directional", gravity=5)
    shaft = bodies.box(doc, 1.2, 4, 1.2, bodies.GREEN, 0.25)
    doc.place("Shaft", None, shaft.mesh, (-1, 2, 14),
              **{BODY: {"trigger": dict(shaft.geometry)},
                 GRAVITY: {"type": "directional", "gravity": 2, "directional": {"direction": [0, 1, 0]},
                           "priority": 1000, "replace": True, "stop": True}})
    thing("Passenger", bodies.box(doc, 0.5, 0.5, 0.5, bodies.PINK), (-1, 0.25, 14), None, dynamic)
    thing("Bystander", bodies.box(doc, 0.5, 0.5, 0.5, bodies.RED), (1, 1, 14), None, dynamic)
    doc.shared = {SHAPE: {"shapes": doc.shapes}, GRAVITY: {"gravity": 0}}
    return doc.files()
