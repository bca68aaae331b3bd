"""Twenty scenes: bodies on one side of a surface, which they must not leave.

A side is a function of the place of a body's centre in the frame of the surface. Walls are 2 m apart where nothing else is
said; bodies have radii of 0.1 to 0.3 m."""

import math

from ..acceptance import geometry as g
from ..acceptance.scene import HINGE_X, Scene


class Case:
    def __init__(self, name):
        self.scene = Scene(name)
        self.watched = []  # (body's node, surface's node or None if it stands at the origin, side)

    def watch(self, body, side, surface=None):
        self.watched.append((body, surface, side))


def flipped(mesh):
    points, triangles = mesh
    return points, [(a, c, b) for a, b, c in triangles]


def cube(edge=2.0):
    return g.box_mesh(edge, edge, edge)


def without_top(mesh):
    """Without the triangles whose corners are all at the greatest height."""
    points, triangles = mesh
    top = max(point[1] for point in points)
    return points, [t for t in triangles if not all(points[i][1] == top for i in t)]


def globe(radius, rings=12, around=20):
    """A closed mesh of a ball's surface, facing outward."""
    points = [(0.0, radius, 0.0)]
    for i in range(1, rings):
        v = math.pi * i / rings
        points += [(radius * math.sin(v) * math.cos(2 * math.pi * k / around), radius * math.cos(v),
                    radius * math.sin(v) * math.sin(2 * math.pi * k / around)) for k in range(around)]
    points.append((0.0, -radius, 0.0))
    triangles = []
    for k in range(around):
        after = (k + 1) % around
        triangles += [(0, 1 + after, 1 + k), (len(points) - 1, len(points) - 1 - around + k, len(points) - 1 - around + after)]
        for i in range(rings - 2):
            a, b = 1 + i * around + k, 1 + i * around + after
            triangles += [(a, b, b + around), (a, b + around, a + around)]
    return points, triangles


# Sides.

def inside_box(edge):
    return lambda p: max(abs(value) for value in p) < edge / 2


def outside_box(edge):
    return lambda p: max(abs(value) for value in p) > edge / 2


def above(height):
    return lambda p: p[1] > height


def inside_ball(radius):
    return lambda p: math.hypot(*p) < radius


def outside_ball(radius):
    return lambda p: math.hypot(*p) > radius


def contents(case, side, surface=None, velocity=(1.5, 0.5, -1.0)):
    """A ball, a box, a capsule in a cube of 2 m about the surface's origin."""
    s = case.scene
    rub = s.material(0.5, 0.5)
    for name, geometry, at in (("ball", s.sphere(0.25), (-0.5, 0, 0)), ("box", s.box(0.3, 0.4, 0.3), (0.3, 0, 0.4)),
                               ("capsule", s.capsule(0.3, 0.12), (0.4, 0.1, -0.4))):
        case.watch(s.body(name, geometry, at=at, motion={"linearVelocity": list(velocity)}, material=rub), side, surface)


def room():
    """In a closed cube, faces outward."""
    case = Case("room")
    case.scene.fixed("room", case.scene.mesh(*cube()))
    contents(case, inside_box(2))
    return case


def room_inward():
    """In a closed cube, faces inward."""
    case = Case("room_inward")
    case.scene.fixed("room", case.scene.mesh(*flipped(cube())))
    contents(case, inside_box(2))
    return case


def open_vessel():
    """In a cube without its top."""
    case = Case("open_vessel")
    case.scene.fixed("vessel", case.scene.mesh(*without_top(cube())))
    contents(case, inside_box(2), velocity=(0.5, 0, -0.4))
    return case


def tumbling_room():
    """In a kinematic cube that tumbles."""
    case = Case("tumbling_room")
    node = case.scene.body("room", case.scene.mesh(*cube()), at=(0, 0, 0),
                           motion={"isKinematic": True, "angularVelocity": [0.7, 0.4, 1.0]})
    contents(case, inside_box(2), node)
    return case


def shaken_room():
    """In a cube that an animation moves up and down, at up to 4 m/s."""
    case = Case("shaken_room")
    node = case.scene.body("room", case.scene.mesh(*flipped(cube())), at=(0, 0, 0), motion={"isKinematic": True})
    times = [i / 30 for i in range(60 * 30 + 1)]
    case.scene.animate(node, "translation", times, [(0, 0.5 * math.sin(8 * t), 0) for t in times])
    contents(case, inside_box(2), node, velocity=(0, 0, 0))
    return case


def thrown_room():
    """In a dynamic cube that falls onto a floor and rolls."""
    case = Case("thrown_room")
    case.scene.fixed("floor", case.scene.plane(), at=(0, -4, 0))
    node = case.scene.body("room", case.scene.mesh(*cube()), at=(0, 0, 0),
                           motion={"mass": 100.0, "inertiaDiagonal": [100.0] * 3, "angularVelocity": [1, 0, 2]})
    contents(case, inside_box(2), node)
    return case


def hinged_room():
    """In a dynamic cube that swings on a hinge."""
    case = Case("hinged_room")
    node = case.scene.body("room", case.scene.mesh(*cube()), at=(0, 0, 0), motion={"mass": 100.0, "inertiaDiagonal": [100.0] * 3})
    case.scene.connect(case.scene.joint_kind(HINGE_X), None, node, (0, 0, 2), (0, 0, 2))
    contents(case, inside_box(2), node)
    return case


def nested_rooms():
    """Between two cubes, and in the inner one."""
    case = Case("nested_rooms")
    s = case.scene
    s.fixed("outer", s.mesh(*cube(4.0)))
    s.fixed("inner", s.mesh(*cube()))
    contents(case, inside_box(2))
    for at in ((1.5, 0, 0), (0, 1.4, 0), (0, 0, -1.5)):
        ball = s.body("between", s.sphere(0.3), at=at, motion={"linearVelocity": [0.5, 1, 2]})
        case.watch(ball, inside_box(4))
        case.watch(ball, outside_box(2))
    return case


def globe_inside():
    """In a closed ball of triangles."""
    case = Case("globe_inside")
    case.scene.fixed("globe", case.scene.mesh(*globe(1.5)))
    contents(case, inside_ball(1.5))
    return case


def rolling_globe():
    """In a kinematic ball of triangles that turns fast."""
    case = Case("rolling_globe")
    node = case.scene.body("globe", case.scene.mesh(*flipped(globe(1.5))), at=(0, 0, 0),
                           motion={"isKinematic": True, "angularVelocity": [0, 1, 6]})
    contents(case, inside_ball(1.5), node)
    return case


def on_a_cube(name="on_a_cube", mesh=None):
    """Upon a closed cube."""
    case = Case(name)
    s = case.scene
    s.fixed("cube", s.mesh(*(mesh or cube())))
    for name, geometry, at in (("ball", s.sphere(0.25), (-0.5, 1.5, 0)), ("box", s.box(0.3, 0.4, 0.3), (0.3, 1.5, 0.4))):
        case.watch(s.body(name, geometry, at=at), above(1))
    return case


def on_a_cube_inward():
    """Upon a closed cube whose faces are inward."""
    return on_a_cube("on_a_cube_inward", flipped(cube()))


def from_a_globe():
    """Balls that roll off the outside of a closed ball onto a floor of triangles."""
    case = Case("from_a_globe")
    s = case.scene
    s.fixed("globe", s.mesh(*globe(1.0)))
    s.fixed("floor", s.mesh(*g.grid_mesh(10, 1000)), at=(0, -1, 0))
    for angle in range(4):
        ball = s.body("ball", s.sphere(0.2), at=(0.3 * math.cos(angle), 1.4, 0.3 * math.sin(angle)))
        case.watch(ball, outside_ball(0.95))
        case.watch(ball, above(-1))
    return case


def under_a_sheet():
    """Thrown from below against a sheet that faces up; a floor below."""
    case = Case("under_a_sheet")
    s = case.scene
    s.fixed("sheet", s.mesh(*g.grid_mesh(4, 40)), at=(0, 2, 0))
    s.fixed("floor", s.mesh(*flipped(g.grid_mesh(4, 40))))
    for i, speed in enumerate((3, 10, 40)):
        ball = s.body("ball", s.sphere(0.2), at=(2 * i, 1, 0), motion={"linearVelocity": [0, speed, 0]})
        case.watch(ball, lambda p: 0 < p[1] < 2)
    return case


def lifted_sheet():
    """On a kinematic sheet that rises at 2 m/s, facing down."""
    case = Case("lifted_sheet")
    s = case.scene
    node = s.body("sheet", s.mesh(*flipped(g.grid_mesh(4, 10))), at=(0, 0, 0),
                  motion={"isKinematic": True, "linearVelocity": [0, 2, 0]})
    for name, geometry, at in (("ball", s.sphere(0.2), (0, 0.5, 0)), ("box", s.box(0.4, 0.4, 0.4), (1, 0.5, 0))):
        case.watch(s.body(name, geometry, at=at), above(0), node)
    return case


def pipe():
    """In a tube with a floor."""
    case = Case("pipe")
    s = case.scene
    s.fixed("pipe", s.mesh(*g.tube_mesh(0.5, 8)), at=(0, 4, 0))
    s.fixed("floor", s.mesh(*g.grid_mesh(4, 8)))
    for i in range(8):
        ball = s.body("ball %d" % i, s.sphere(0.2), at=(0.1 * (-1) ** i, 0.5 + 0.6 * i, 0.05 * i))
        case.watch(ball, lambda p: math.hypot(p[0], p[2]) < 0.5 and 0 < p[1])
    return case


def tilted_pipe():
    """Through a tube that lies at 20° and is closed at its lower end by a sheet."""
    case = Case("tilted_pipe")
    s = case.scene
    turned = g.turn((0, 0, 1), math.radians(70))
    s.fixed("pipe", s.mesh(*flipped(g.tube_mesh(0.5, 8))), turned=turned)
    end = g.rotate(turned, (0, -3.9, 0))
    s.fixed("end", s.mesh(*g.grid_mesh(2, 3)), at=end, turned=turned)

    def side(place):
        local = g.rotate(g.conjugate(turned), place)
        return math.hypot(local[0], local[2]) < 0.5 and local[1] > -3.9

    for i in range(4):
        ball = s.body("ball %d" % i, s.sphere(0.2), at=g.rotate(turned, (0, 0.6 * i - 1, 0)))
        case.watch(ball, side)
    return case


def ring_on_ring():
    """A torus of triangles through which another hangs."""
    case = Case("ring_on_ring")
    s = case.scene
    s.fixed("held", s.mesh(*g.torus_mesh(0.6, 0.1, 20, 10)), turned=g.turn((1, 0, 0), math.pi / 2))
    # The held ring lies in the plane z = 0, the other in x = 0, its highest part on the held one's lowest.
    ring = s.body("hanging", s.mesh(*g.torus_mesh(0.6, 0.1, 20, 10)), at=(0, -1.0, 0), turned=g.turn((0, 0, 1), math.pi / 2))
    case.watch(ring, lambda p: math.hypot(*p) < 1.1)
    return case


def bullets():
    """Fast balls in a room, 100 m/s, restitution 1."""
    case = Case("bullets")
    s = case.scene
    hard = s.material(0.0, 1.0, "maximum")
    s.fixed("room", s.mesh(*cube()), material=hard)
    for i, direction in enumerate(((1, 0.3, 0.2), (-0.5, 1, 0.7), (0.1, -0.2, 1))):
        velocity = [100 * value / math.hypot(*direction) for value in direction]
        ball = s.body("bullet", s.sphere(0.1), at=(0.5 * (i - 1), 0, 0), motion={"linearVelocity": velocity}, material=hard)
        case.watch(ball, inside_box(2))
    return case


def meshes_in_a_room():
    """Dynamic tori and boxes of triangles in a tumbling room."""
    case = Case("meshes_in_a_room")
    s = case.scene
    node = s.body("room", s.mesh(*cube()), at=(0, 0, 0), motion={"isKinematic": True, "angularVelocity": [0.5, 0, 0.8]})
    for i in range(3):
        case.watch(s.body("torus", s.mesh(*g.torus_mesh(0.25, 0.1, 12, 6)), at=(0.55 * (i - 1), 0.3, 0)), inside_box(2), node)
        case.watch(s.body("shell", s.mesh(*g.box_mesh(0.3, 0.4, 0.35)), at=(0.55 * (i - 1), -0.4, 0)), inside_box(2), node)
    return case


SCENES = {make.__name__: make for make in (
    room, room_inward, open_vessel, tumbling_room, shaken_room, thrown_room, hinged_room, nested_rooms, globe_inside,
    rolling_globe, on_a_cube, on_a_cube_inward, from_a_globe, under_a_sheet, lifted_sheet, pipe, tilted_pipe, ring_on_ring,
    bullets, meshes_in_a_room)}
