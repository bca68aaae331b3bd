"""A glTF document under construction, and the text it is written as."""

import base64
import json
import struct
import textwrap

RIGID_BODIES = "KHR_physics_rigid_bodies"
SHAPES = "KHR_implicit_shapes"


def rounded(value):
    """Numbers as short as they are meant, the same on every machine."""
    if isinstance(value, bool):
        return value
    if isinstance(value, float):
        short = round(value, 6)
        return int(short) if short == int(short) else short
    if isinstance(value, (list, tuple)):
        return [rounded(v) for v in value]
    if isinstance(value, dict):
        return {key: rounded(v) for key, v in value.items()}
    return value


def pretty(value, indent=""):
    """JSON with whatever fits into a line on one line."""
    flat = json.dumps(value)
    if len(indent) + len(flat) <= 110 or not isinstance(value, (dict, list)):
        return flat
    deeper = indent + "  "
    if isinstance(value, list) and all(isinstance(v, (int, float)) for v in value):
        return textwrap.fill(flat, 110 - len(indent), subsequent_indent=indent + " ")
    if isinstance(value, list):
        return "[\n" + ",\n".join(deeper + pretty(v, deeper) for v in value) + "\n" + indent + "]"
    return "{\n" + ",\n".join(
        deeper + json.dumps(key) + ": " + pretty(v, deeper) for key, v in value.items()) + "\n" + indent + "}"


class Document:
    """Nodes with meshes and physics. Equal meshes, shapes, materials and filters are written once."""

    def __init__(self, name):
        self.name = name
        self.nodes = []
        self.roots = []
        self.meshes = []
        self.mesh_keys = {}
        self.colors = []
        self.accessors = []
        self.views = []
        self.data = bytearray()
        self.shapes = []
        self.materials = []
        self.filters = []
        self.joints = []
        self.channels = []
        self.samplers = []
        self.extensions = {}  # Further ones of the file.
        self.uses_pointers = False

    @staticmethod
    def _index(items, item):
        item = rounded(item)
        if item not in items:
            items.append(item)
        return items.index(item)

    def _accessor(self, values, component, kind, fmt, target=None, bounds=False):
        flat = [rounded(v) for value in values for v in (value if isinstance(value, (list, tuple)) else (value,))]
        packed = struct.pack("<%d%s" % (len(flat), fmt), *flat)
        while len(self.data) % 4:
            self.data.append(0)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(packed)}
        if target:
            view["target"] = target
        self.data += packed
        accessor = {"bufferView": len(self.views), "componentType": component, "count": len(values), "type": kind}
        if bounds:
            # The values as a reader will see them: rounded to float.
            stored = struct.unpack("<%d%s" % (len(flat), fmt), packed)
            width = len(flat) // len(values)
            accessor["min"] = [min(stored[i::width]) for i in range(width)]
            accessor["max"] = [max(stored[i::width]) for i in range(width)]
        self.views.append(view)
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def color(self, rgb, alpha=1.0):
        material = {
            "pbrMetallicRoughness": {
                "baseColorFactor": [*rgb, alpha],
                "metallicFactor": 0.0,
                "roughnessFactor": 0.6
            }
        }
        if alpha < 1:
            material["alphaMode"] = "BLEND"
            material["doubleSided"] = True
        return self._index(self.colors, material)

    def mesh(self, name, geometry, rgb, alpha=1.0):
        """Index of a mesh; the same name and colour again gives the same one."""
        color = self.color(rgb, alpha)
        key = (name, color)
        if key in self.mesh_keys:
            return self.mesh_keys[key]
        shared = next((m for (other, _), m in self.mesh_keys.items() if other == name), None)
        if shared is not None:
            primitive = dict(self.meshes[shared]["primitives"][0], material=color)
        else:
            positions, normals, indices = geometry
            primitive = {
                "attributes": {
                    "POSITION": self._accessor(positions, 5126, "VEC3", "f", 34962, bounds=True),
                    "NORMAL": self._accessor(normals, 5126, "VEC3", "f", 34962)
                },
                "indices": self._accessor(indices, 5123, "SCALAR", "H", 34963),
                "material": color
            }
        self.meshes.append({"name": name, "primitives": [primitive]})
        self.mesh_keys[key] = len(self.meshes) - 1
        return len(self.meshes) - 1

    def shape(self, kind, **properties):
        """Geometry of an implicit shape."""
        return {"shape": self._index(self.shapes, {"type": kind, kind: properties})}

    def material(self, **properties):
        return self._index(self.materials, properties)

    def filter(self, **properties):
        return self._index(self.filters, properties)

    def joint(self, **properties):
        return self._index(self.joints, properties)

    def node(self, name, parent=None, mesh=None, at=None, turned=None, scale=None, **physics):
        """Physics: motion, collider, trigger, as the extension writes them."""
        node = {"name": name}
        if mesh is not None:
            node["mesh"] = mesh
        if at is not None:
            node["translation"] = list(at)
        if turned is not None:
            node["rotation"] = list(turned)
        if scale is not None:
            node["scale"] = list(scale)
        if physics:
            node["extensions"] = {RIGID_BODIES: physics}
        self.nodes.append(rounded(node))
        index = len(self.nodes) - 1
        if parent is None:
            self.roots.append(index)
        else:
            self.nodes[parent].setdefault("children", []).append(index)
        return index

    def animate_spline(self, node, times, values):
        """Translation; in-tangent, value and out-tangent of each key."""
        self.animate(node, "translation", times, values, "CUBICSPLINE")

    def animate(self, node, path, times, values, interpolation="LINEAR"):
        kind = "VEC4" if path == "rotation" else "VEC3"
        self.samplers.append({
            "input": self._accessor(times, 5126, "SCALAR", "f", bounds=True),
            "output": self._accessor(values, 5126, kind, "f"),
            "interpolation": interpolation
        })
        self.channels.append({"sampler": len(self.samplers) - 1, "target": {"node": node, "path": path}})

    def animate_pointer(self, pointer, times, values):
        """A number anywhere in the file (KHR_animation_pointer)."""
        self.samplers.append({
            "input": self._accessor(times, 5126, "SCALAR", "f", bounds=True),
            "output": self._accessor(values, 5126, "SCALAR", "f"),
            "interpolation": "LINEAR"
        })
        self.channels.append({"sampler": len(self.samplers) - 1, "target": {
            "path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}}})
        self.uses_pointers = True

    def gltf(self, uri):
        top = {
            "asset": {"version": "2.0", "generator": "Carom scenes/make_scenes.py"},
            "extensionsUsed": ([SHAPES] if self.shapes else []) + [RIGID_BODIES]
                              + (["KHR_animation_pointer"] if self.uses_pointers else []) + list(self.extensions),
            "scene": 0,
            "scenes": [{"name": self.name, "nodes": self.roots}],
            "nodes": self.nodes
        }
        extensions = {}
        if self.shapes:
            extensions[SHAPES] = {"shapes": self.shapes}
        shared = {}
        if self.materials:
            shared["physicsMaterials"] = self.materials
        if self.filters:
            shared["collisionFilters"] = self.filters
        if self.joints:
            shared["physicsJoints"] = self.joints
        if shared:
            extensions[RIGID_BODIES] = shared
        extensions.update(self.extensions)
        if extensions:
            top["extensions"] = extensions
        if self.channels:
            top["animations"] = [{"name": self.name, "channels": self.channels, "samplers": self.samplers}]
        top["meshes"] = self.meshes
        top["materials"] = self.colors
        top["accessors"] = self.accessors
        top["bufferViews"] = self.views
        top["buffers"] = [{"uri": uri, "byteLength": len(self.data)}]
        return pretty(top) + "\n"

    def files(self, embed=False):
        """File names and their bytes."""
        if embed:
            uri = "data:application/octet-stream;base64," + base64.b64encode(bytes(self.data)).decode()
            return {self.name + ".gltf": self.gltf(uri).encode()}
        return {self.name + ".gltf": self.gltf(self.name + ".bin").encode(), self.name + ".bin": bytes(self.data)}
