"""vehicles/: OMI's vehicles, on bodies of either family."""

import json

from . import bodies
from .document import RIGID_BODIES, SHAPES, Document, pretty, rounded
from .omi import BODY, SHAPE

VEHICLE, WHEEL, SEAT = "OMI_vehicle_body", "OMI_vehicle_wheel", "OMI_seat"
GRAVITY = 9.81

MASS = 1200.0
RADIUS, WIDTH = 0.33, 0.2
STIFFNESS = 35000.0
# What the springs give way under the car at rest.
COMPRESSION = MASS * GRAVITY / 4 / STIFFNESS
BODY_HEIGHT = 0.55


class VehicleDocument(Document):
    """Bodies of KHR_physics_rigid_bodies, or with `omi` of OMI_physics_body; `shared` is what else lies at the root."""

    def __init__(self, name, omi=False):
        super().__init__(name)
        self.omi = omi
        self.shared = {}

    def place(self, name, parent=None, mesh=None, at=None, turned=None, motion=None, collider=None, **extensions):
        """A node with its body, and other extensions by their names."""
        index = self.node(name, parent, mesh, at, turned)
        body = {}
        if motion is not None:
            body["motion"] = {"type": "dynamic", **motion} if self.omi else motion
        if collider is not None:
            geometry = dict(collider)
            material = geometry.pop("physicsMaterial", None)
            body["collider"] = geometry if self.omi else {"geometry": geometry}
            if material is not None:
                body["collider"]["physicsMaterial"] = material
        if body:
            extensions = {BODY if self.omi else RIGID_BODIES: body, **extensions}
        if extensions:
            self.nodes[index]["extensions"] = rounded(extensions)
        return index

    def gltf(self, uri):
        top = json.loads(super().gltf(uri))
        if self.omi:
            swapped = {RIGID_BODIES: BODY, SHAPES: SHAPE}
            top["extensions"] = {swapped[name]: value for name, value in top["extensions"].items()}
        top["extensions"].update(rounded(self.shared))
        used = set(top["extensions"]) | {name for node in self.nodes for name in node.get("extensions", {})}
        top["extensionsUsed"] = sorted(used)
        return pretty(top) + "\n"

    def file(self):
        """One file with its buffer in it, in the folder of vehicles."""
        return {"vehicles/" + name: content for name, content in self.files(embed=True).items()}


def ground(doc, material):
    """A large flat box, with stripes along the way forward."""
    look = bodies.box(doc, 400, 1, 400, bodies.GREY)
    doc.place("Ground", None, look.mesh, (0, -0.5, 0), collider={**look.geometry, "physicsMaterial": material})
    stripe = doc.mesh("Stripe", bodies.meshes.box(0.2, 0.01, 3), bodies.YELLOW)
    for i in range(-3, 12):
        doc.place("Stripe", None, stripe, (2, 0, 10 * i))


def car(first_revision=False):
    """A car on a flat plane: four driven wheels of which the front ones steer, two seats."""
    doc = VehicleDocument("car_v1" if first_revision else "car", omi=first_revision)
    tarmac = doc.material(staticFriction=1.0, dynamicFriction=0.8)
    ground(doc, tarmac)
    chassis, cabin = bodies.box(doc, 1.5, 0.4, 3.6, bodies.RED), bodies.box(doc, 1.3, 0.5, 1.7, bodies.ORANGE)
    body = doc.place("Car", None, chassis.mesh, (0, BODY_HEIGHT, 0),
                     motion={"mass": MASS, "centerOfMass": [0, -0.15, 0.1]}, collider=chassis.geometry,
                     **{VEHICLE: {}})
    doc.place("Cabin", body, cabin.mesh, (0, 0.45, -0.3), collider=cabin.geometry)
    tyre = doc.mesh("Tyre", bodies.meshes.cylinder(WIDTH, RADIUS, RADIUS, 24), (0.15, 0.15, 0.16))
    hub = doc.mesh("Hub", bodies.meshes.box(0.22, 0.1, 0.4), bodies.YELLOW)
    for name, wheel, x, z in (("Front left", 0, 0.75, 1.3), ("Front right", 0, -0.75, 1.3),
                              ("Rear left", 1, 0.75, -1.2), ("Rear right", 1, -0.75, -1.2)):
        # Where the wheel would be with its suspension unloaded: below the ground by what the car's weight takes.
        height = RADIUS - COMPRESSION - BODY_HEIGHT
        node = doc.place(name, body, hub, (x, height, z), **{WHEEL: {"wheel": wheel}})
        doc.place(name + " tyre", node, tyre, turned=bodies.turn("z", 90))
    legs = {"back": [0, 0, -0.25], "knee": [0, 0.1, 0.25], "foot": [0, -0.25, 0.5], "angle": 1.75}
    pilot = doc.place("Pilot seat", body, None, (0.35, 0.25, -0.2), **{SEAT: legs})
    doc.place("Passenger seat", body, None, (-0.35, 0.25, -0.2), **{SEAT: legs})
    doc.nodes[body]["extensions"][VEHICLE] = {"maxSpeed": 40, "pilotSeat": pilot}
    force = "maxForce" if first_revision else "maxPropulsionForce"
    sprung = {
        "radius": RADIUS,
        "width": WIDTH,
        "suspensionStiffness": STIFFNESS,
        "suspensionDampingCompression": 2500,
        "suspensionDampingRebound": 3500,
        "suspensionTravel": 0.2,
        "physicsMaterial": tarmac
    }
    doc.shared = {WHEEL: {"wheels": [{force: 1000, "maxSteeringAngle": 0.55, **sprung}, {force: 2500, **sprung}]}}
    return doc.file()


def car_v1():
    """The same car, with the wheels of document 000 and OMI's bodies."""
    return car(first_revision=True)
