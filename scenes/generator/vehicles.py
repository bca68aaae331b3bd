"""vehicles/: OMI's vehicles, on bodies of either family."""

import json
import math

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
DARK = (0.15, 0.15, 0.16)


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


def tarmac_of(doc):
    return doc.material(staticFriction=1.0, dynamicFriction=0.8)


def sedan(doc, tarmac, at=(0, BODY_HEIGHT, 0), force="maxPropulsionForce", more=None, **vehicle):
    """Four driven wheels of which the front ones steer, two seats; `more` is said of each wheel."""
    chassis, cabin = bodies.box(doc, 1.5, 0.4, 3.6, bodies.RED), bodies.box(doc, 1.3, 0.5, 1.7, bodies.ORANGE)
    body = doc.place("Car", None, chassis.mesh, at,
                     motion={"mass": MASS, "centerOfMass": [0, -0.15, 0.1]}, collider=chassis.geometry,
                     **{VEHICLE: {}})
    doc.place("Cabin", body, cabin.mesh, (0, 0.45, -0.3), collider=cabin.geometry)
    tyre = doc.mesh("Tyre", bodies.meshes.cylinder(WIDTH, RADIUS, RADIUS, 24), DARK)
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
    doc.nodes[body]["extensions"][VEHICLE] = {**vehicle, "pilotSeat": pilot}
    sprung = {
        "radius": RADIUS,
        "width": WIDTH,
        "suspensionStiffness": STIFFNESS,
        "suspensionDampingCompression": 2500,
        "suspensionDampingRebound": 3500,
        "suspensionTravel": 0.2,
        "physicsMaterial": tarmac,
        **(more or {})
    }
    doc.shared = {WHEEL: {"wheels": [{force: 1000, "maxSteeringAngle": 0.55, **sprung}, {force: 2500, **sprung}]}}


def car(first_revision=False):
    """A car on a flat plane."""
    doc = VehicleDocument("car_v1" if first_revision else "car", omi=first_revision)
    tarmac = tarmac_of(doc)
    ground(doc, tarmac)
    sedan(doc, tarmac, force="maxForce" if first_revision else "maxPropulsionForce", maxSpeed=40)
    return doc.file()


def car_v1():
    """The same car, with the wheels of document 000 and OMI's bodies."""
    return car(first_revision=True)


def _smooth(x):
    x = min(max(x, 0.0), 1.0)
    return x * x * (3 - 2 * x)


def _track(radius, width, bank, straight):
    """A half circle to the left of a straight on either side, entered along +Z at the origin: banked, with its inner
    edge on the ground, and with waves of 5 cm where it leads back."""
    arc = math.pi * radius
    length = arc + 2 * straight
    along, across = 96, 6
    positions, normals, indices = [], [], []

    def height(s, u):
        bumps = 0.05 * (1 - math.cos(2 * math.pi * s / 3)) / 2 if s > straight + arc / 2 else 0
        return 0.02 + (u + width / 2) * math.tan(bank) * _smooth(s / straight) * _smooth((length - s) / straight) + bumps

    def point(s, u):
        # u is to the right of the middle.
        turned = min(max((s - straight) / radius, 0.0), math.pi)
        if s < straight:
            x, z = -u, s
        elif turned < math.pi:
            x, z = radius - (radius + u) * math.cos(turned), straight + (radius + u) * math.sin(turned)
        else:
            x, z = 2 * radius + u, straight - (s - straight - arc)
        return (x, height(s, u), z)

    for i in range(along + 1):
        for j in range(across + 1):
            s, u = length * i / along, width * (j / across - 0.5)
            positions.append(point(s, u))
            ahead = [b - a for a, b in zip(point(s - 0.01, u), point(s + 0.01, u))]
            right = [b - a for a, b in zip(point(s, u - 0.01), point(s, u + 0.01))]
            up = (right[1] * ahead[2] - right[2] * ahead[1], right[2] * ahead[0] - right[0] * ahead[2],
                  right[0] * ahead[1] - right[1] * ahead[0])
            size = math.sqrt(sum(c * c for c in up))
            normals.append(tuple(-c / size for c in up) if up[1] < 0 else tuple(c / size for c in up))
    for i in range(along):
        for j in range(across):
            a, b = i * (across + 1) + j, (i + 1) * (across + 1) + j
            indices += [a, a + 1, b, a + 1, b + 1, b]
    return positions, normals, indices


def course():
    """A kerb, a slope of 20°, and a banked track that is a triangle mesh, one behind the other along +Z."""
    doc = VehicleDocument("course")
    tarmac = tarmac_of(doc)
    ground(doc, tarmac)

    def fixed(name, look, at, turned=None):
        doc.place(name, None, look.mesh, at, turned, collider={**look.geometry, "physicsMaterial": tarmac})

    fixed("Kerb of 10 cm", bodies.box(doc, 8, 0.2, 4, bodies.TEAL), (0, 0, 20))
    slope, angle, thick = 10.0, math.radians(20), 0.4
    ramp = bodies.box(doc, 8, thick, slope, bodies.PURPLE)
    # The middle of its upper face is half-way up; its own middle lies half its thickness below that.
    rise, run = slope * math.sin(angle), slope * math.cos(angle)
    y = rise / 2 - thick / 2 * math.cos(angle)
    start, deck = 34.0, 8.0
    into = thick / 2 * math.sin(angle)
    fixed("Slope of 20 degrees", ramp, (0, y, start + run / 2 + into), bodies.turn("x", -20))
    fixed("Deck", bodies.box(doc, 8, thick, deck, bodies.BLUE), (0, rise - thick / 2, start + run + deck / 2))
    fixed("Slope down", ramp, (0, y, start + 1.5 * run + deck - into), bodies.turn("x", 20))
    track = bodies.trimesh(doc, "Track", _track(25, 10, math.radians(12), 12), bodies.GREEN)
    fixed("Track", track, (0, 0, 80))
    sedan(doc, tarmac, maxSpeed=10, useThrottle=True, more={"brakingForce": 2500})
    return doc.file()


class _Axles:
    """Wheels of a body, two to an axle, each shown as a tyre on a hub."""

    def __init__(self, doc, radius, width, half_track):
        self.doc, self.half_track = doc, half_track
        self.tyre = doc.mesh("Tyre", bodies.meshes.cylinder(width, radius, radius, 24), DARK)
        self.hub = doc.mesh("Hub", bodies.meshes.box(width + 0.02, 0.15, 0.6), bodies.YELLOW)

    def add(self, body, name, wheel, height, z):
        for side, x in (("left", self.half_track), ("right", -self.half_track)):
            node = self.doc.place("%s %s" % (name, side), body, self.hub, (x, height, z), **{WHEEL: {"wheel": wheel}})
            self.doc.place("%s %s tyre" % (name, side), node, self.tyre, turned=bodies.turn("z", 90))


def truck():
    """A truck and its trailer, coupled where a fifth wheel is: it lets the trailer turn and nod, not roll."""
    doc = VehicleDocument("truck")
    tarmac = tarmac_of(doc)
    ground(doc, tarmac)
    radius, width, stiffness = 0.5, 0.3, 150000.0
    axles = _Axles(doc, radius, width, 1.0)
    frame, cab = bodies.box(doc, 1.6, 0.3, 6, bodies.GREY), bodies.box(doc, 2.3, 1.8, 1.8, bodies.BLUE)
    height = 0.9
    body = doc.place("Truck", None, frame.mesh, (0, height, 0),
                     motion={"mass": 6000, "centerOfMass": [0, -0.1, 0.6]}, collider=frame.geometry,
                     **{VEHICLE: {"maxSpeed": 8, "useThrottle": True}})
    doc.place("Cab", body, cab.mesh, (0, 1.05, 2.1), collider=cab.geometry)
    axles.add(body, "Front", 0, -0.5, 1.9)
    axles.add(body, "Rear", 1, -0.5, -1.6)
    axles.add(body, "Rearmost", 1, -0.5, -2.4)

    bed, wall = bodies.box(doc, 2.4, 0.2, 9, bodies.ORANGE), bodies.box(doc, 2.4, 0.9, 0.1, bodies.RED)
    trailer_height, hitch = 1.35, -1.8
    trailer = doc.place("Trailer", None, bed.mesh, (0, trailer_height, hitch - 3.9), motion={"mass": 5000},
                        collider={**bed.geometry, "physicsMaterial": tarmac})
    doc.place("Front wall", trailer, wall.mesh, (0, 0.55, 4.45), collider=wall.geometry)
    for i, z in enumerate((-2.3, -3.3)):
        axles.add(trailer, "Trailer %d" % (i + 1), 2, -0.95, z)
    plate = doc.place("Fifth wheel", body, None, (0, 1.15 - height, hitch))
    doc.place("Kingpin", trailer, None, (0, 1.15 - trailer_height, 3.9))
    doc.nodes[-1]["extensions"] = {RIGID_BODIES: {"joint": {
        "connectedNode": plate,
        "joint": doc.joint(limits=[{"linearAxes": [0, 1, 2], "min": 0, "max": 0},
                                   {"angularAxes": [2], "min": 0, "max": 0}])
    }}}
    crate = bodies.box(doc, 1, 1, 1, bodies.GREEN)
    for i, (x, z) in enumerate(((0.55, 1.5), (-0.55, 1.5), (0, -1), (0, -2.6))):
        doc.place("Crate %d" % (i + 1), None, crate.mesh, (x, trailer_height + 0.6, hitch - 3.9 + z),
                  motion={"mass": 400}, collider={**crate.geometry, "physicsMaterial": tarmac})
    sprung = {
        "radius": radius,
        "width": width,
        "suspensionStiffness": stiffness,
        "suspensionDampingCompression": 15000,
        "suspensionDampingRebound": 20000,
        "suspensionTravel": 0.25,
        "physicsMaterial": tarmac
    }
    doc.shared = {WHEEL: {"wheels": [
        {"maxSteeringAngle": 0.6, "brakingForce": 5000, **sprung},
        {"maxPropulsionForce": 5000, "brakingForce": 5000, **sprung},
        {**sprung}]}}
    return doc.file()
