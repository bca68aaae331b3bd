"""The joints of a file of the Khronos dialect, and what of their limits a pose breaks.

The metrics are those of the documents: signed distance along an axis, distance from a line, distance; twist, angle of a cone,
whole angle (docs/joints.md)."""

import json
import math
import struct

from ..acceptance.geometry import add, conjugate, cross, dot, length, multiply, rotate, subtract
from ..acceptance.scene import RIGID_BODIES

AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def document_of(path):
    data = path.read_bytes()
    if data[:4] == b"glTF":
        size = struct.unpack_from("<I", data, 12)[0]
        data = data[20:20 + size]
    return json.loads(data)


class Frame:
    """A frame fixed in a body (index of its node), or in the world (None)."""

    def __init__(self, body, position, rotation):
        self.body, self.position, self.rotation = body, position, rotation

    def pose(self, poses):
        if self.body is None:
            return self.position, self.rotation
        position, rotation = poses[self.body]
        return add(position, rotate(rotation, self.position)), multiply(rotation, self.rotation)


class Joint:
    def __init__(self, name, first, second, limits):
        self.name, self.first, self.second = name, first, second
        self.limits = [limit for limit in limits if "stiffness" not in limit]

    def errors(self, poses):
        """The worst distance (m) and the worst angle (rad) beyond the hard limits."""
        (p, q), (other, turned) = self.first.pose(poses), self.second.pose(poses)
        apart = rotate(conjugate(q), subtract(other, p))
        relative = multiply(conjugate(q), turned)
        distance = angle = 0.0
        for limit in self.limits:
            if "linearAxes" in limit:
                axes = limit["linearAxes"]
                value = apart[axes[0]] if len(axes) == 1 else math.sqrt(sum(apart[i] ** 2 for i in axes))
                distance = max(distance, beyond(limit, value))
            else:
                angle = max(angle, beyond_angle(limit, relative))
        return distance, angle


def beyond(limit, value):
    return max(limit.get("min", -math.inf) - value, value - limit.get("max", math.inf), 0.0)


def beyond_angle(limit, relative):
    axes = limit["angularAxes"]
    if len(axes) == 3:
        return beyond(limit, 2 * math.atan2(length(relative[:3]), abs(relative[3])))
    if len(axes) == 2:
        axis = AXES[3 - sum(axes)]
        other = rotate(relative, axis)
        return beyond(limit, math.atan2(length(cross(axis, other)), dot(axis, other)))
    twist = 2 * math.atan2(relative[axes[0]], relative[3])
    return min(beyond(limit, twist + turns) for turns in (-2 * math.pi, 0.0, 2 * math.pi))


def joints_of(document):
    nodes = document["nodes"]
    parents = {child: index for index, node in enumerate(nodes) for child in node.get("children", [])}
    kinds = document.get("extensions", {}).get(RIGID_BODIES, {}).get("physicsJoints", [])
    found = []
    for index, node in enumerate(nodes):
        joint = node.get("extensions", {}).get(RIGID_BODIES, {}).get("joint")
        if joint is not None:
            first, second = (frame_of(nodes, parents, which) for which in (index, joint["connectedNode"]))
            name = " - ".join("world" if frame.body is None else nodes[frame.body].get("name") or "node %d" % frame.body
                              for frame in (first, second))
            found.append(Joint(name, first, second, kinds[joint["joint"]].get("limits", [])))
    return found


def frame_of(nodes, parents, index):
    """The frame of a node in the nearest motion at or above it. Scale places nodes and does not enter frames."""
    if any("matrix" in nodes[i] for i in ancestry(parents, index)):
        raise ValueError("nodes with matrices are not read here")
    chain = []
    for i in ancestry(parents, index):
        if "motion" in nodes[i].get("extensions", {}).get(RIGID_BODIES, {}):
            scale = [1.0, 1.0, 1.0]
            for above in ancestry(parents, i):
                scale = [a * b for a, b in zip(scale, nodes[above].get("scale", (1, 1, 1)))]
            return Frame(i, *composed(nodes, chain, scale))
        chain.append(i)
    return Frame(None, *composed(nodes, chain, [1.0, 1.0, 1.0]))


def ancestry(parents, index):
    while index is not None:
        yield index
        index = parents.get(index)


def composed(nodes, chain, scale):
    """Position and rotation of the first node of a chain in what is above its last."""
    position, rotation = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)
    for i in reversed(chain):
        moved = [a * b for a, b in zip(nodes[i].get("translation", (0, 0, 0)), scale)]
        position = add(position, rotate(rotation, moved))
        turned = nodes[i].get("rotation", (0, 0, 0, 1))
        size = math.sqrt(sum(value * value for value in turned))
        rotation = multiply(rotation, tuple(value / size for value in turned))
        scale = [a * b for a, b in zip(scale, nodes[i].get("scale", (1, 1, 1)))]
    return position, rotation
