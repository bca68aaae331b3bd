"""What `carom inspect --json` says of the bodies of a file."""

import json
import math
import subprocess


def finite(value):
    """The number, or 0 for what is infinite."""
    return value if isinstance(value, (int, float)) else 0.0


class BodyFacts:
    """Mass (kg, 0: infinite), principal moments (the same) and their axes, centre of mass in the node's frame, size (m)."""

    def __init__(self, body):
        self.node = body["node"]
        self.name = body["name"]
        self.type = body["type"]
        self.animated = body["animated"]
        self.mass = finite(body["mass"])
        self.moments = tuple(finite(value) for value in body["inertia_diagonal"])
        self.axes = tuple(body["inertia_orientation"])
        self.center = tuple(body["center_of_mass"])
        self.gravity_factor = body["gravity_factor"]
        self.position = tuple(body["position"])
        self.rotation = tuple(body["rotation"])
        self.linear_velocity = tuple(body["linear_velocity"])
        self.angular_velocity = tuple(body["angular_velocity"])
        self.size = self._size()

    def _size(self):
        """Twice the root mean square distance of the mass from its centre, which is the edge of a cube; 1 m where the
        mass is not known."""
        spread = sum(self.moments) / 2
        return 2 * math.sqrt(spread / self.mass) if self.mass > 0 and spread > 0 else 1.0


def bodies(program, path):
    """Facts by node, or None where the file cannot be read."""
    result = subprocess.run([str(program), "inspect", str(path), "--json"], capture_output=True, text=True)
    if result.returncode != 0:
        return None
    return {body["node"]: BodyFacts(body) for body in json.loads(result.stdout)["bodies"]}


def scene_files(places):
    """The .gltf and .glb files of files and folders, in order; of two with one name only the .gltf."""
    found = []
    for place in places:
        if place.is_dir():
            paths = sorted(place.rglob("*.gl*"))
            texts = {path for path in paths if path.suffix == ".gltf"}
            found += [path for path in paths
                      if path in texts or path.suffix == ".glb" and path.with_suffix(".gltf") not in texts]
        else:
            found.append(place)
    return found
