"""Changes a Khronos-dialect document so that it must move the same.

With lengths times s, masses times m and times unchanged, velocities and accelerations (gravity) grow with s, forces with m s,
torques and moments of inertia with m s², springs along a line with m, springs about an axis with m s². A drive in
acceleration mode has its stiffness and damping for each unit of mass already: they stay."""

import base64
import copy
import struct

from ..acceptance.geometry import conjugate, rotate
from ..acceptance.scene import RIGID_BODIES

SHAPE_FAMILIES = ("KHR_implicit_shapes", "KHR_collision_shapes")
SHAPE_LENGTHS = ("size", "radius", "height", "radiusTop", "radiusBottom", "sizeX", "sizeZ")


def physics_of(node):
    return node.get("extensions", {}).get(RIGID_BODIES, {})


def author_masses(document, facts):
    """Writes mass, centre and moments of every dynamic body into its motion, so that they can be multiplied."""
    for index, node in enumerate(document["nodes"]):
        motion = physics_of(node).get("motion")
        body = facts.get(index)
        if motion is not None and body is not None and body.type == "dynamic" and not motion.get("isKinematic"):
            motion["mass"] = body.mass
            motion["centerOfMass"] = list(body.center)
            motion["inertiaDiagonal"] = list(body.moments)
            motion["inertiaOrientation"] = list(body.axes)


class Buffer:
    """The document's only buffer, embedded, with its floats changed in place."""

    def __init__(self, document):
        self.document = document
        self.data = bytearray()
        if document.get("buffers"):
            uri = document["buffers"][0]["uri"]
            if len(document["buffers"]) != 1 or not uri.startswith("data:"):
                raise ValueError("the scene's buffers are not one data URI")
            self.data = bytearray(base64.b64decode(uri.split(",", 1)[1]))

    def change(self, accessor_index, function):
        """Replaces each element (a tuple of floats) of an accessor."""
        accessor = self.document["accessors"][accessor_index]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        view = self.document["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride = view.get("byteStride", 4 * width)
        changed = []
        for i in range(accessor["count"]):
            value = struct.unpack_from("<%df" % width, self.data, start + i * stride)
            changed.append(function(value))
            struct.pack_into("<%df" % width, self.data, start + i * stride, *changed[-1])
        if "min" in accessor:
            stored = [struct.unpack("<%df" % width, struct.pack("<%df" % width, *value)) for value in changed]
            accessor["min"] = [min(value[k] for value in stored) for k in range(width)]
            accessor["max"] = [max(value[k] for value in stored) for k in range(width)]

    def finish(self):
        if self.document.get("buffers"):
            uri = "data:application/octet-stream;base64," + base64.b64encode(bytes(self.data)).decode()
            self.document["buffers"][0]["uri"] = uri


def scale(document, length=1.0, mass=1.0):
    """A copy with lengths and masses multiplied."""
    document = copy.deepcopy(document)
    for node in document["nodes"]:
        if "translation" in node:
            node["translation"] = [value * length for value in node["translation"]]
        motion = physics_of(node).get("motion", {})
        for key, factor in (("mass", mass), ("centerOfMass", length), ("inertiaDiagonal", mass * length ** 2),
                            ("linearVelocity", length)):
            if key in motion:
                motion[key] = motion[key] * factor if key == "mass" else [value * factor for value in motion[key]]
    for family in SHAPE_FAMILIES:
        for shape in document.get("extensions", {}).get(family, {}).get("shapes", []):
            values = shape.get(shape["type"], {})
            for key in SHAPE_LENGTHS:
                if key in values:
                    value = values[key]
                    values[key] = [v * length for v in value] if isinstance(value, list) else value * length
    for kind in document["extensions"][RIGID_BODIES].get("physicsJoints", []):
        for limit in kind.get("limits", []):
            linear = "linearAxes" in limit
            multiply_keys(limit, {"min": length if linear else 1, "max": length if linear else 1,
                                  "stiffness": mass if linear else mass * length ** 2,
                                  "damping": mass if linear else mass * length ** 2})
        for drive in kind.get("drives", []):
            linear = drive["type"] == "linear"
            spring = 1 if drive.get("mode") == "acceleration" else mass if linear else mass * length ** 2
            multiply_keys(drive, {"positionTarget": length if linear else 1, "velocityTarget": length if linear else 1,
                                  "stiffness": spring, "damping": spring,
                                  "maxForce": mass * length if linear else mass * length ** 2})
    change_points(document, lambda p: tuple(value * length for value in p))
    return document


def multiply_keys(values, factors):
    for key, factor in factors.items():
        if key in values:
            values[key] = values[key] * factor


def change_points(document, function, rotation=None):
    """All vertex positions and animated translations, and animated rotations."""
    buffer = Buffer(document)
    positions = {primitive["attributes"]["POSITION"] for mesh in document.get("meshes", []) for primitive in mesh["primitives"]}
    for index in sorted(positions):
        buffer.change(index, function)
    for animation in document.get("animations", []):
        for channel in animation["channels"]:
            output = animation["samplers"][channel["sampler"]]["output"]
            if channel["target"]["path"] == "translation":
                buffer.change(output, function)
            elif rotation is not None and channel["target"]["path"] == "rotation":
                buffer.change(output, rotation)
    buffer.finish()


def place(document, shift=(0.0, 0.0, 0.0), turned=(0.0, 0.0, 0.0, 1.0)):
    """A copy below one more node that shifts and turns it."""
    document = copy.deepcopy(document)
    roots = document["scenes"][0]["nodes"]
    document["nodes"].append({"name": "placed", "translation": list(shift), "rotation": list(turned), "children": roots})
    document["scenes"][0]["nodes"] = [len(document["nodes"]) - 1]
    return document


def mirror(document):
    """A copy with x turned to -x. Axial things (spins, angles about y and z) change the other signs."""
    document = copy.deepcopy(document)

    def polar(v):
        return [-v[0], v[1], v[2]]

    def axial(v):
        return [v[0], -v[1], -v[2], *v[3:]]

    for node in document["nodes"]:
        for key, change in (("translation", polar), ("rotation", axial)):
            if key in node:
                node[key] = change(node[key])
        motion = physics_of(node).get("motion", {})
        for key, change in (("centerOfMass", polar), ("linearVelocity", polar), ("angularVelocity", axial),
                            ("inertiaOrientation", axial)):
            if key in motion:
                motion[key] = change(motion[key])
    for kind in document["extensions"][RIGID_BODIES].get("physicsJoints", []):
        for limit in kind.get("limits", []):
            axes = limit.get("linearAxes", limit.get("angularAxes"))
            if len(axes) == 1 and (axes[0] == 0) == ("linearAxes" in limit):
                low, high = limit.pop("min", None), limit.pop("max", None)
                limit.update({key: -value for key, value in (("min", high), ("max", low)) if value is not None})
        for drive in kind.get("drives", []):
            if (drive["axis"] == 0) == (drive["type"] == "linear"):
                multiply_keys(drive, {"positionTarget": -1, "velocityTarget": -1})
    change_points(document, lambda p: (-p[0], p[1], p[2]), lambda q: (q[0], -q[1], -q[2], q[3]))
    return document


def moving(document, velocity):
    """A copy in which all moves with a velocity more: what was static becomes kinematic."""
    document = copy.deepcopy(document)
    if document.get("animations"):
        raise ValueError("an animated scene cannot be seen from a moving frame")
    for index in document["scenes"][0]["nodes"]:
        node = document["nodes"][index]
        physics = node.setdefault("extensions", {}).setdefault(RIGID_BODIES, {})
        motion = physics.setdefault("motion", {"isKinematic": True})
        add_velocity(node, motion, velocity)
    return document


def add_velocity(node, motion, velocity):
    turned = conjugate(tuple(node.get("rotation", (0, 0, 0, 1))))
    extra = rotate(turned, velocity)
    motion["linearVelocity"] = [a + b for a, b in zip(motion.get("linearVelocity", (0, 0, 0)), extra)]


