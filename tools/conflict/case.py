"""One scene of a family: the scene, how to run it, and what must hold."""

import math

from ..acceptance.geometry import add, conjugate, dot, rotate, subtract
from ..acceptance.scene import Scene

GRAVITY = 9.81


class Case:
    """A room of static things, pushers that keep their motion, and bodies between them.

    Rooms are half-spaces (point, inward normal) which the centres of bodies, of rings all places along the tube, never
    leave together, as long as they are below the height `lid` and within `edge` of the middle of the floor: what has
    been lifted over a wall may fall behind it, and what has rolled over the edge of the floor falls for ever. The bound
    of speed follows from what goes in: the pushers' speed and the height from which things fall."""

    def __init__(self, name, size):
        self.scene = Scene(name)
        self.size = size  # m, of a body
        self.seconds = 2.0
        self.rate = 60
        self.pusher_speed = 0.0  # m/s, greatest speed of a point of a pusher
        self.height = 0.0  # m, from the highest start to the lowest floor
        self.gravity = GRAVITY
        self.walls = []
        self.lid = self.edge = math.inf
        self.bodies = []
        self.places = {}  # Of a body: points inside it, in its own frame.

    def speed_bound(self):
        """m/s. Friction of at least 0.4 keeps a wedge from squeezing things out faster than 1/tan(atan 0.4) = 2.5 times
        its own speed; the rest of the 4 is rolling between two pushers. A fall gives sqrt(2 g h); what has been
        pushed up by its own size falls once more."""
        return 4 * self.pusher_speed + 1.5 * math.sqrt(2 * self.gravity * (self.height + 2 * self.size))

    def wall(self, point, normal):
        self.walls.append((tuple(point), tuple(normal)))

    def add(self, name, geometry, at, turned=None, motion=None, material=None, places=((0, 0, 0),)):
        """A dynamic body that is watched: whether one of the places in it, in its own frame, is within the walls."""
        index = self.scene.body(name, geometry, at=at, turned=turned, motion=motion, material=material)
        self.bodies.append(index)
        self.places[index] = places
        self.height = max(self.height, at[1])
        return index

    def floor(self, half, thickness, material=None, mesh=None):
        """A static floor whose top is at 0."""
        if mesh is not None:
            self.scene.fixed("floor", self.scene.mesh(*mesh), material=material)
        else:
            self.scene.fixed("floor", self.scene.box(2 * half, thickness, 2 * half), at=(0, -thickness / 2, 0),
                             material=material)
        self.edge = half
        self.wall((0, 0, 0), (0, 1, 0))

    def outside(self, node, place, rotation, slack):
        """Whether a body is beyond one of the walls with all its places."""
        for point, normal in self.walls:
            within = max(dot(subtract(add(place, rotate(rotation, p)), point), normal) for p in self.places[node])
            if not within >= -slack:
                return True
        return False

    def beside(self, place):
        """Whether a place is not over the floor."""
        return max(abs(place[0]), abs(place[2])) > self.edge

    def pit(self, half_x, half_z, height, material=None):
        """Floor and four static walls of boxes."""
        thick = 4 * self.size
        self.floor(half_x + half_z + 2 * thick, thick, material)
        for sign in (-1, 1):
            self.scene.fixed("wall", self.scene.box(thick, height, 2 * half_z + 2 * thick),
                             at=(sign * (half_x + thick / 2), height / 2, 0), material=material)
            self.scene.fixed("wall", self.scene.box(2 * half_x, height, thick),
                             at=(0, height / 2, sign * (half_z + thick / 2)), material=material)
            self.wall((sign * half_x, 0, 0), (-sign, 0, 0))
            self.wall((0, 0, sign * half_z), (0, 0, -sign))
        self.lid = height

    def pusher(self, name, geometry, at, velocity, turned=None, spin=None, reach=0.0, material=None):
        """A kinematic body; the velocity is in the world, reach is its farthest point from its centre."""
        motion = {"isKinematic": True}
        speed = 0.0
        if velocity is not None:
            motion["linearVelocity"] = list(velocity if turned is None else rotate(conjugate(turned), velocity))
            speed += math.hypot(*velocity)
        if spin is not None:
            motion["angularVelocity"] = list(spin if turned is None else rotate(conjugate(turned), spin))
            speed += math.hypot(*spin) * reach
        self.pusher_speed = max(self.pusher_speed, speed)
        return self.scene.body(name, geometry, at=at, turned=turned, motion=motion, material=material)


class Outcome:
    """What a run of a case showed; figures over all watched bodies."""

    def __init__(self):
        self.error = None
        self.speed = 0.0
        self.speed_when = 0.0
        self.speed_who = ""
        self.lost = []
        self.deepest = 0.0


def judge(case, run):
    """Compares a run with the case's room and speeds."""
    from ..acceptance import trajectory
    outcome = Outcome()
    if run.error:
        outcome.error = run.error
        return outcome
    outcome.deepest = run.report.get("max_penetration") or 0.0
    slack = 1e-6 * case.size  # trajectories have nine digits
    for node in case.bodies:
        track = run.tracks[node]
        end = next((time for time, place in zip(track.times, track.positions) if case.beside(place)), math.inf)
        speed, when = trajectory.fastest(track, end=end)
        if speed > outcome.speed:
            outcome.speed, outcome.speed_when, outcome.speed_who = speed, when, track.name
        for time, place, rotation in zip(track.times, track.positions, track.rotations):
            if time >= end or place[1] > case.lid:
                break
            if case.outside(node, place, rotation, slack):
                outcome.lost.append((track.name, time, place))
                break
    return outcome
