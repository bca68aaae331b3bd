"""The greatest difference between two runs of a scene, over its dynamic bodies."""

import math

from ..acceptance.geometry import angle_between

POSITION_BAR = 0.5  # mm per metre of the body's size
ANGLE_BAR = 0.05  # degrees


class Difference:
    """Worst difference of place (mm per metre of size) and of angle (degrees), with body and time (s), and the first time a
    bar was broken (None: never)."""

    def __init__(self):
        self.position = (0.0, "", 0.0)
        self.angle = (0.0, "", 0.0)
        self.first = None

    def within(self):
        return self.first is None


def compare(facts, one, other):
    """Two dicts of tracks of the same steps; facts by node."""
    worst = Difference()
    for node, track in one.items():
        body = facts.get(node)
        if body is None or body.type != "dynamic" or body.animated:
            continue
        twin = other[node]
        name = track.name or "node %d" % node
        for i, time in enumerate(track.times):
            way = 1000 * math.dist(track.positions[i], twin.positions[i]) / body.size
            turned = math.degrees(angle_between(track.rotations[i], twin.rotations[i]))
            if not way <= worst.position[0]:
                worst.position = (way, name, time)
            if not turned <= worst.angle[0]:
                worst.angle = (turned, name, time)
            if not (way <= POSITION_BAR and turned <= ANGLE_BAR) and (worst.first is None or time < worst.first):
                worst.first = time
    return worst
