"""A physics scene under construction, written as glTF in the current Khronos dialect, every number in full."""

import base64
import json
import struct

RIGID_BODIES = "KHR_physics_rigid_bodies"
SHAPES = "KHR_implicit_shapes"
GRAVITY = "OMI_physics_gravity"


class Scene:
    """Nodes without anything to see. Equal shapes, materials, filters and joints are written once."""

    def __init__(self, name):
        self.name = name
        self.nodes = []
        self.roots = []
        self.tables = {"shapes": [], "materials": [], "filters": [], "joints": []}
        self.keys = {}
        self.meshes = []
        self.accessors = []
        self.views = []
        self.data = bytearray()
        self.channels = []
        self.samplers = []
        self.world_gravity = None

    def _once(self, table, item):
        key = (table, json.dumps(item, sort_keys=True))
        if key not in self.keys:
            self.keys[key] = len(self.tables[table])
            self.tables[table].append(item)
        return self.keys[key]

    def _accessor(self, values, width, component, code, bounds=False):
        packed = struct.pack("<%d%s" % (len(values), code), *values)
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(packed)})
        self.data += packed
        accessor = {"bufferView": len(self.views) - 1, "componentType": component, "count": len(values) // width,
                    "type": {1: "SCALAR", 3: "VEC3", 4: "VEC4"}[width]}
        if bounds:
            stored = struct.unpack("<%d%s" % (len(values), code), packed)
            accessor["min"] = [min(stored[i::width]) for i in range(width)]
            accessor["max"] = [max(stored[i::width]) for i in range(width)]
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    # Geometry of colliders.

    def box(self, x, y, z):
        return {"shape": self._once("shapes", {"type": "box", "box": {"size": [x, y, z]}})}

    def sphere(self, radius):
        return {"shape": self._once("shapes", {"type": "sphere", "sphere": {"radius": radius}})}

    def capsule(self, height, radius):
        """Along Y; height is the distance between the centres of the ends."""
        return {"shape": self._once("shapes", {"type": "capsule", "capsule": {
            "height": height, "radiusTop": radius, "radiusBottom": radius}})}

    def cylinder(self, height, radius):
        return {"shape": self._once("shapes", {"type": "cylinder", "cylinder": {
            "height": height, "radiusTop": radius, "radiusBottom": radius}})}

    def plane(self):
        """Infinite, its normal along Y."""
        return {"shape": self._once("shapes", {"type": "plane", "plane": {}})}

    def mesh(self, points, triangles):
        """A triangle mesh: a surface."""
        return {"mesh": self._mesh(points, triangles)}

    def hull(self, points):
        """The convex hull of points."""
        return {"mesh": self._mesh(points, None), "convexHull": True}

    def _mesh(self, points, triangles):
        flat = [float(value) for point in points for value in point]
        primitive = {"attributes": {"POSITION": self._accessor(flat, 3, 5126, "f", bounds=True)}}
        if triangles is None:
            primitive["mode"] = 0
        else:
            indices = [index for triangle in triangles for index in triangle]
            primitive["indices"] = self._accessor(indices, 1, 5125, "I")
        self.meshes.append({"primitives": [primitive]})
        return len(self.meshes) - 1

    # Shared properties.

    def material(self, friction=0.6, restitution=0.0, combine="average"):
        return self._once("materials", {"staticFriction": friction, "dynamicFriction": friction,
                                        "restitution": restitution, "frictionCombine": combine,
                                        "restitutionCombine": combine})

    def filter(self, **lists):
        return self._once("filters", lists)

    def joint_kind(self, limits, drives=()):
        kind = {"limits": list(limits)}
        if drives:
            kind["drives"] = list(drives)
        return self._once("joints", kind)

    # Nodes.

    def node(self, name, parent=None, at=None, turned=None, **physics):
        """Physics: motion, collider, joint, as the extension writes them. Index of the node."""
        node = {"name": name}
        if at is not None:
            node["translation"] = [float(value) for value in at]
        if turned is not None:
            node["rotation"] = [float(value) for value in turned]
        if physics:
            node["extensions"] = {RIGID_BODIES: physics}
        self.nodes.append(node)
        index = len(self.nodes) - 1
        if parent is None:
            self.roots.append(index)
        else:
            self.nodes[parent].setdefault("children", []).append(index)
        return index

    def fixed(self, name, geometry, at=None, turned=None, material=None, collision_filter=None):
        return self.node(name, at=at, turned=turned, collider=collider(geometry, material, collision_filter))

    def body(self, name, geometry=None, at=None, turned=None, motion=None, material=None, collision_filter=None):
        """Dynamic unless the motion says otherwise; without geometry the colliders are its children."""
        physics = {"motion": motion or {}}
        if geometry is not None:
            physics["collider"] = collider(geometry, material, collision_filter)
        return self.node(name, at=at, turned=turned, **physics)

    def part(self, parent, geometry, at=None, turned=None, material=None, collision_filter=None):
        """A collider of a compound."""
        return self.node("part", parent=parent, at=at, turned=turned,
                         collider=collider(geometry, material, collision_filter))

    def connect(self, kind, first, second, at_first=(0, 0, 0), at_second=(0, 0, 0), turned_first=None,
                turned_second=None, collide=False):
        """Joint of a kind between frames in two nodes; None stands for the world. Index of the joint's node."""
        frame = self.node("frame", parent=second, at=at_second, turned=turned_second)
        joint = {"joint": kind, "connectedNode": frame}
        if collide:
            joint["enableCollision"] = True
        return self.node("joint", parent=first, at=at_first, turned=turned_first, joint=joint)

    def animate(self, node, path, times, values):
        """Linear keys of a translation or rotation."""
        width = 4 if path == "rotation" else 3
        flat = [float(value) for row in values for value in row]
        self.samplers.append({"input": self._accessor([float(t) for t in times], 1, 5126, "f", bounds=True),
                              "output": self._accessor(flat, width, 5126, "f"), "interpolation": "LINEAR"})
        self.channels.append({"sampler": len(self.samplers) - 1, "target": {"node": node, "path": path}})

    def gravity(self, strength, direction=(0, -1, 0)):
        self.world_gravity = {"gravity": strength, "direction": list(direction)}

    def document(self):
        """The glTF document as a dict."""
        rigid = {key: self.tables[table] for key, table in (
            ("physicsMaterials", "materials"), ("collisionFilters", "filters"), ("physicsJoints", "joints"))
            if self.tables[table]}
        top = {"asset": {"version": "2.0", "generator": "Carom tools/acceptance"},
               "extensionsUsed": [RIGID_BODIES], "extensions": {RIGID_BODIES: rigid}, "scene": 0,
               "scenes": [{"name": self.name, "nodes": self.roots}], "nodes": self.nodes}
        if self.tables["shapes"]:
            top["extensionsUsed"].append(SHAPES)
            top["extensions"][SHAPES] = {"shapes": self.tables["shapes"]}
        if self.world_gravity:
            top["extensionsUsed"].append(GRAVITY)
            top["extensions"][GRAVITY] = self.world_gravity
        if self.meshes:
            top["meshes"] = self.meshes
        if self.channels:
            top["animations"] = [{"channels": self.channels, "samplers": self.samplers}]
        if self.accessors:
            top["accessors"] = self.accessors
            top["bufferViews"] = self.views
            uri = "data:application/octet-stream;base64," + base64.b64encode(bytes(self.data)).decode()
            top["buffers"] = [{"uri": uri, "byteLength": len(self.data)}]
        return top

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.document(), file)


def collider(geometry, material=None, collision_filter=None):
    result = {"geometry": geometry}
    if material is not None:
        result["physicsMaterial"] = material
    if collision_filter is not None:
        result["collisionFilter"] = collision_filter
    return result


# Limits and drives, as the extension writes them.

def locked(linear=(), angular=()):
    """Limits that hold axes: all linear ones as one, all angular ones as one."""
    limits = []
    if linear:
        limits.append({"linearAxes": list(linear), "min": 0, "max": 0})
    if angular:
        limits.append({"angularAxes": list(angular), "min": 0, "max": 0})
    return limits


PIN = locked(linear=(0, 1, 2))
HINGE_X = locked(linear=(0, 1, 2), angular=(1, 2))
WELD = locked(linear=(0, 1, 2), angular=(0, 1, 2))
