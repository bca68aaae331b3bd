"""Triangle meshes as (positions, normals, indices), made of a few numbers each."""

import itertools
import math


def _sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _unit(a):
    size = math.sqrt(_dot(a, a))
    return (a[0] / size, a[1] / size, a[2] / size)


def polyhedron(points):
    """Convex hull of a few points, flat shaded: every plane through three of them that has the others below is a face."""
    faces = {}
    for a, b, c in itertools.permutations(range(len(points)), 3):
        if not a < min(b, c):
            continue
        normal = _cross(_sub(points[b], points[a]), _sub(points[c], points[a]))
        if _dot(normal, normal) < 1e-12:
            continue
        normal = _unit(normal)
        heights = [_dot(normal, _sub(p, points[a])) for p in points]
        if max(heights) < 1e-6:
            corners = tuple(i for i, height in enumerate(heights) if height > -1e-6)
            faces.setdefault(corners, normal)
    positions, normals, indices = [], [], []
    for corners, normal in faces.items():
        middle = tuple(sum(points[i][k] for i in corners) / len(corners) for k in range(3))
        right = _unit(_sub(points[corners[0]], middle))
        up = _cross(normal, right)
        ordered = sorted(
            corners,
            key=lambda i: math.atan2(_dot(_sub(points[i], middle), up), _dot(_sub(points[i], middle), right)))
        first = len(positions)
        positions += [points[i] for i in ordered]
        normals += [normal] * len(ordered)
        for k in range(1, len(ordered) - 1):
            indices += [first, first + k, first + k + 1]
    return positions, normals, indices


def box(x, y, z):
    """Of full lengths x, y, z."""
    return polyhedron([(i * x / 2, j * y / 2, k * z / 2) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])


def quad(x, z):
    """Horizontal rectangle that faces up."""
    return ([(-x / 2, 0, -z / 2), (-x / 2, 0, z / 2), (x / 2, 0, z / 2), (x / 2, 0, -z / 2)], [(0, 1, 0)] * 4,
            [0, 1, 2, 0, 2, 3])


def revolve(profile, segments, closed=False):
    """Surface of revolution about Y. The profile is a list of (radius, y, normal radius, normal y) with the outside to
    its right when seen with the axis on the left; a corner is two entries with the same place."""
    positions, normals, indices = [], [], []
    for radius, y, normal_radius, normal_y in profile:
        for j in range(segments):
            angle = 2 * math.pi * j / segments
            positions.append((radius * math.cos(angle), y, radius * math.sin(angle)))
            normals.append((normal_radius * math.cos(angle), normal_y, normal_radius * math.sin(angle)))
    count = len(profile)
    for k in range(count if closed else count - 1):
        here, there = profile[k], profile[(k + 1) % count]
        if here[:2] == there[:2]:
            continue
        for j in range(segments):
            a, b = k * segments + j, ((k + 1) % count) * segments + j
            c, d = ((k + 1) % count) * segments + (j + 1) % segments, k * segments + (j + 1) % segments
            if there[0] > 0:
                indices += [a, b, c]
            if here[0] > 0:
                indices += [a, c, d]
    return positions, normals, indices


def _arc(radius, center_y, start, end, steps, center_radius=0.0):
    """Profile of a circle between two latitudes; exactly on the axis at the poles."""
    entries = []
    for i in range(steps + 1):
        at = start + (end - start) * i / steps
        reach = 0.0 if center_radius == 0 and abs(abs(at) - math.pi / 2) < 1e-9 else radius * math.cos(at)
        entries.append((center_radius + reach, center_y + radius * math.sin(at), math.cos(at), math.sin(at)))
    return entries


def sphere(radius, segments=24):
    return revolve(_arc(radius, 0, -math.pi / 2, math.pi / 2, segments // 2), segments)


def capsule(height, radius_top, radius_bottom, segments=24):
    """Hull of two spheres whose centres are `height` apart."""
    latitude = math.asin((radius_bottom - radius_top) / height)
    steps = segments // 4
    return revolve(
        _arc(radius_bottom, -height / 2, -math.pi / 2, latitude, steps) +
        _arc(radius_top, height / 2, latitude, math.pi / 2, steps), segments)


def cylinder(height, radius_top, radius_bottom, segments=24):
    """With flat ends; a cone when one radius is 0."""
    slope = math.hypot(height, radius_bottom - radius_top)
    side = (height / slope, (radius_bottom - radius_top) / slope)
    profile = []
    if radius_bottom > 0:
        profile += [(0, -height / 2, 0, -1), (radius_bottom, -height / 2, 0, -1)]
    profile += [(radius_bottom, -height / 2) + side, (radius_top, height / 2) + side]
    if radius_top > 0:
        profile += [(radius_top, height / 2, 0, 1), (0, height / 2, 0, 1)]
    return revolve(profile, segments)


def torus(radius, tube, segments=28, tube_segments=12):
    profile = [(radius + tube * math.cos(a), tube * math.sin(a), math.cos(a), math.sin(a))
               for a in (2 * math.pi * k / tube_segments for k in range(tube_segments))]
    return revolve(profile, segments, closed=True)


def bowl(radius, opening, thickness, segments=48, rings=12):
    """Part of a hollow sphere, open at the top: `radius` is the inner one, `opening` the half angle of the part."""
    outer = _arc(radius + thickness, radius + thickness, -math.pi / 2, -math.pi / 2 + opening, rings)
    inner = _arc(radius, radius + thickness, -math.pi / 2 + opening, -math.pi / 2, rings)
    inner = [(r, y, -normal_radius, -normal_y) for r, y, normal_radius, normal_y in inner]
    rim = (math.cos(opening), math.sin(opening))
    corner_outer, corner_inner = outer[-1][:2] + rim, inner[0][:2] + rim
    return revolve(outer + [corner_outer, corner_inner] + inner, segments)


def gem(radius, height, sides):
    """Two pyramids on a common ring that is nearer to the top."""
    ring = [(radius * math.cos(2 * math.pi * k / sides), height * 0.15, radius * math.sin(2 * math.pi * k / sides))
            for k in range(sides)]
    table = [(0.55 * x, height * 0.4, 0.55 * z) for x, _, z in ring]
    return polyhedron(ring + table + [(0, -height * 0.6, 0)])


def dodecahedron(radius):
    golden = (1 + math.sqrt(5)) / 2
    scale = radius / math.sqrt(3)
    points = [(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    for i in (-1 / golden, 1 / golden):
        for j in (-golden, golden):
            points += [(0, i, j), (i, j, 0), (j, 0, i)]
    return polyhedron([(scale * x, scale * y, scale * z) for x, y, z in points])
