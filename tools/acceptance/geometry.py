"""Vectors, quaternions (x, y, z, w) and the triangle meshes of the generated scenes."""

import math


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def subtract(a, b):
    return tuple(x - y for x, y in zip(a, b))


def scaled(a, factor):
    return tuple(x * factor for x in a)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a):
    return math.sqrt(dot(a, a))


def unit(a):
    return scaled(a, 1 / length(a))


def turn(axis, angle):
    """Quaternion of a rotation by an angle in radians about an axis."""
    direction = unit(axis)
    return (*scaled(direction, math.sin(angle / 2)), math.cos(angle / 2))


def multiply(a, b):
    """The rotation b, then a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def conjugate(q):
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q, v):
    t = scaled(cross(q[:3], v), 2)
    return add(add(v, scaled(t, q[3])), cross(q[:3], t))


def angle_between(a, b):
    """Angle in radians between two rotations; exact for small ones."""
    relative = multiply(conjugate(a), b)
    return 2 * math.atan2(length(relative[:3]), abs(relative[3]))


def random_turn(random):
    """A rotation evenly distributed over all."""
    while True:
        q = [random.uniform(-1, 1) for _ in range(4)]
        size = math.sqrt(sum(x * x for x in q))
        if 0.1 < size <= 1:
            return tuple(x / size for x in q)


def box_mesh(x, y, z):
    """Points and triangles of a box, faces outward."""
    points = [(sx * x / 2, sy * y / 2, sz * z / 2) for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return points, [triangle for a, b, c, d in quads for triangle in ((a, b, c), (a, c, d))]


def grid_mesh(cells, size):
    """A flat square of cells by cells, facing up."""
    step = size / cells
    points = [(i * step - size / 2, 0.0, j * step - size / 2) for i in range(cells + 1) for j in range(cells + 1)]
    triangles = []
    for i in range(cells):
        for j in range(cells):
            a = i * (cells + 1) + j
            triangles += [(a, a + 1, a + cells + 2), (a, a + cells + 2, a + cells + 1)]
    return points, triangles


def torus_mesh(major, minor, around=16, across=8):
    """A torus about Y, faces outward."""
    points = []
    for i in range(around):
        for j in range(across):
            u, v = 2 * math.pi * i / around, 2 * math.pi * j / across
            ring = major + minor * math.cos(v)
            points.append((ring * math.cos(u), minor * math.sin(v), ring * math.sin(u)))
    triangles = []
    for i in range(around):
        for j in range(across):
            a, b = i * across + j, i * across + (j + 1) % across
            c, d = (i + 1) % around * across + j, (i + 1) % around * across + (j + 1) % across
            triangles += [(a, b, d), (a, d, c)]
    return points, triangles


def tube_mesh(radius, height, around=24):
    """The mantle of a tube about Y, open at both ends, facing inward."""
    points = []
    for i in range(around):
        u = 2 * math.pi * i / around
        points += [(radius * math.cos(u), -height / 2, radius * math.sin(u)),
                   (radius * math.cos(u), height / 2, radius * math.sin(u))]
    triangles = []
    for i in range(around):
        a, b = 2 * i, 2 * ((i + 1) % around)
        triangles += [(a, b, b + 1), (a, b + 1, a + 1)]
    return points, triangles


def helix_mesh(inner, outer, pitch, turns, thickness, steps_a_turn=20):
    """The thread of a screw about Y: a ramp of rectangular section that winds up."""
    points, triangles = [], []
    count = int(turns * steps_a_turn)
    for i in range(count + 1):
        u = 2 * math.pi * i / steps_a_turn
        y = pitch * i / steps_a_turn - pitch * turns / 2
        for radius, lift in ((inner, 0.0), (outer, 0.0), (outer, thickness), (inner, thickness)):
            points.append((radius * math.cos(u), y + lift, radius * math.sin(u)))
    for i in range(count):
        for k in range(4):
            a, b = 4 * i + k, 4 * i + (k + 1) % 4
            triangles += [(a, b, b + 4), (a, b + 4, a + 4)]
    last = 4 * count
    triangles += [(0, 2, 1), (0, 3, 2), (last, last + 1, last + 2), (last, last + 2, last + 3)]
    return points, triangles
