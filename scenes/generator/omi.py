"""omi, omi_body, omi_collider: OMI's extensions, the current ones and two of their ancestors."""

import json

from . import bodies, meshes
from .document import RIGID_BODIES, SHAPES, Document, pretty, rounded

BODY, SHAPE, JOINT, COLLIDER = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint", "OMI_collider"


class OmiDocument(Document):
    """Nodes carry OMI's extensions; `shared` is what lies at the root."""

    def __init__(self, name):
        super().__init__(name)
        self.shared = {}

    def place(self, name, parent=None, mesh=None, at=None, turned=None, **extensions):
        """A node with extensions by their names."""
        index = self.node(name, parent, mesh, at, turned)
        if extensions:
            self.nodes[index]["extensions"] = rounded(extensions)
        return index

    def gltf(self, uri):
        top = json.loads(super().gltf(uri))
        used = {name for node in self.nodes for name in node.get("extensions", {})} | set(self.shared)
        first = [name for name in (BODY, SHAPE, JOINT, COLLIDER) if name in used]
        top["extensionsUsed"] = first + sorted(used.difference(first))
        assert not used & {RIGID_BODIES, SHAPES}
        top["extensions"] = rounded(self.shared)
        return pretty(top) + "\n"


def omi():
    """The current form: a pendulum and a rope on joints, a compound trigger, a static and a kinematic body."""
    doc = OmiDocument("omi")

    def thing(name, look, motion=None, parent=None, at=None, turned=None, material=None):
        collider = dict(look.geometry)
        if material is not None:
            collider["physicsMaterial"] = material
        extension = {"motion": motion} if motion else {}
        extension["collider"] = collider
        return doc.place(name, parent, look.mesh, at, turned, **{BODY: extension})

    rough = doc.material(staticFriction=0.8, dynamicFriction=0.7, frictionCombine="maximum")
    thing("Floor", bodies.box(doc, 12, 0.2, 8, bodies.GREY), {"type": "static"}, at=(0, -0.1, 0), material=rough)
    beam = thing("Beam", bodies.box(doc, 0.2, 0.2, 3, bodies.BLUE), {"type": "static"}, at=(-3, 4, 0))
    bob = thing("Pendulum", bodies.capsule(doc, 1, 0.1, 0.3, bodies.RED), {"type": "dynamic", "mass": 3},
                at=(-1.9, 4, 0), turned=bodies.turn("z", 90))
    links = [(bob, beam, 0, (0, 1.1, 0), (0, 0, 0))]
    above, height = beam, 4.0
    segment = bodies.capsule(doc, 0.3, 0.05, 0.05, bodies.ORANGE)
    for i in range(4):
        height -= 0.4
        body = thing("Rope %d" % (i + 1), segment, {"type": "dynamic"}, at=(-3, height + 0.15, 1))
        links.append((body, above, 1, (0, 0.2, 0), (0, -0.15, 1) if above == beam else (0, -0.2, 0)))
        above = body
    for body, other, joint, here, there in links:
        anchor = doc.place("Anchor", other, at=there)
        doc.place("Joint", body, at=here, turned=bodies.turn("z", -90) if joint == 0 else None,
                  **{JOINT: {"joint": joint, "connectedNode": anchor}})
    thing("Ramp", bodies.box(doc, 3, 0.1, 1, bodies.TEAL), at=(1, 0.6, -1.5), turned=bodies.turn("z", -20))
    thing("Cone", bodies.cylinder(doc, 0.6, 0, 0.3, bodies.GREEN), {"type": "dynamic"}, at=(0.2, 1.6, -1.5))
    thing("Pusher", bodies.box(doc, 0.3, 0.8, 1.4, bodies.PURPLE),
          {"type": "kinematic", "linearVelocity": [0.5, 0, 0]}, at=(0.5, 0.4, 1.5))
    thing("Crate", bodies.box(doc, 0.5, 0.5, 0.5, bodies.YELLOW), {"type": "dynamic", "mass": 5}, at=(1.4, 0.25, 1.5),
          material=rough)
    gem = doc.mesh("Gem", meshes.gem(0.3, 0.5, 6), bodies.PINK)
    doc.shapes.append({"type": "convex", "convex": {"mesh": gem}})
    doc.place("Gem", None, gem, (3, 2, 0),
              **{BODY: {"motion": {"type": "dynamic"}, "collider": {"shape": len(doc.shapes) - 1}}})
    gate = bodies.box(doc, 0.6, 0.6, 0.6, bodies.TEAL, 0.25)
    group = doc.place("Gate", at=(3, 1, 0))
    parts = [doc.place("Gate " + side, group, gate.mesh, at, **{BODY: {"trigger": dict(gate.geometry)}})
             for side, at in (("left", (-0.3, 0, 0)), ("right", (0.3, 0, 0)))]
    doc.nodes[group]["extensions"] = {BODY: {"trigger": {"nodes": parts}}}
    doc.shared = {
        BODY: {"physicsMaterials": doc.materials},
        SHAPE: {"shapes": doc.shapes},
        JOINT: {"physicsJoints": [
            {"name": "hinge", "limits": [{"linearAxes": [0, 1, 2], "angularAxes": [0, 1], "min": 0, "max": 0}]},
            {"name": "pin", "limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}]}
    }
    return doc.files(embed=True)


def omi_body():
    """Document 004 with the joints of document 001: bodies with a type, shapes on nodes below them."""
    doc = OmiDocument("omi_body")

    def thing(name, look, kind, at, turned=None, **more):
        body = doc.place(name, None, None, at, turned, **{BODY: {"type": kind, **more}})
        doc.place(name + " shape", body, look.mesh, **{SHAPE: dict(look.geometry)})
        return body

    thing("Floor", bodies.box(doc, 10, 0.2, 6, bodies.GREY), "static", (0, -0.1, 0))
    post = thing("Post", bodies.box(doc, 0.2, 3, 0.2, bodies.BLUE), "static", (-2, 1.5, 0))
    # One radius, and the full height.
    mesh = doc.mesh("Arm", meshes.capsule(1.0, 0.15, 0.15, 24), bodies.RED)
    doc.shapes.append({"type": "capsule", "capsule": {"radius": 0.15, "height": 1.3}})
    arm = bodies.Look("Arm", mesh, {"shape": len(doc.shapes) - 1})
    swing = thing("Arm", arm, "rigid", (-1.3, 2.8, 0), bodies.turn("z", 90), mass=2)
    doc.place("Hinge", None, None, (-2, 2.8, 0), **{JOINT: {"constraints": [0, 1], "nodeA": post, "nodeB": swing}})
    box = bodies.box(doc, 0.4, 0.8, 0.6, bodies.ORANGE)
    thing("Crate with coupled inertia", box, "rigid", (1, 2, 0), None, mass=4,
          inertiaTensor=[0.4, 0.05, 0, 0.05, 0.3, 0, 0, 0, 0.35])
    thing("Character", arm, "character", (2.5, 0.65, 0))
    thing("Zone", bodies.box(doc, 1, 1, 1, bodies.TEAL, 0.25), "trigger", (1, 1, 0))
    doc.shared = {
        SHAPE: {"shapes": doc.shapes},
        JOINT: {"constraints": [{"linearAxes": [0, 1, 2], "angularAxes": [0, 1]},
                                {"angularAxes": [2], "lowerLimit": -1.5, "upperLimit": 1.5}]}
    }
    return doc.files(embed=True)


def omi_collider():
    """Document 002: colliders with and without bodies, a compound and a trigger."""
    doc = OmiDocument("omi_collider")
    flat = []

    def shape(look, **more):
        kind = doc.shapes[look.geometry["shape"]]
        flat.append({"type": kind["type"], **kind[kind["type"]], **more})
        return {COLLIDER: {"collider": len(flat) - 1}}

    floor = bodies.box(doc, 10, 0.2, 6, bodies.GREY)
    doc.place("Floor", None, floor.mesh, (0, -0.1, 0), **shape(floor))
    ball = bodies.sphere(doc, 0.3, bodies.RED)
    doc.place("Ball", None, ball.mesh, (-2, 2, 0), **{BODY: {"type": "rigid"}, **shape(ball)})
    bar, end = bodies.box(doc, 1.2, 0.2, 0.2, bodies.YELLOW), bodies.box(doc, 0.4, 0.4, 0.4, bodies.ORANGE)
    dumbbell = doc.place("Dumbbell", None, None, (0, 2, 0), bodies.turn("z", 20), **{BODY: {"type": "rigid", "mass": 3}})
    doc.place("Bar", dumbbell, bar.mesh, **shape(bar))
    ends = shape(end)
    for side in (-1, 1):
        doc.place("End", dumbbell, end.mesh, (0.6 * side, 0, 0), **ends)
    zone = bodies.box(doc, 1, 0.5, 1, bodies.TEAL, 0.25)
    doc.place("Zone", None, zone.mesh, (-2, 1, 0), **shape(zone, isTrigger=True))
    gem = doc.mesh("Gem", meshes.gem(0.3, 0.5, 6), bodies.PINK)
    flat.append({"type": "hull", "mesh": gem})
    doc.place("Gem", None, gem, (2, 1.5, 0), **{BODY: {"type": "rigid"}, COLLIDER: {"collider": len(flat) - 1}})
    doc.shared = {COLLIDER: {"colliders": flat}}
    return doc.files(embed=True)
