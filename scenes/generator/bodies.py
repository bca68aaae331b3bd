"""Bodies of every kind: what is seen and what collides, of one description."""

import math

from . import meshes

GREY = (0.52, 0.54, 0.57)
PALETTE = [(0.90, 0.30, 0.24), (0.95, 0.61, 0.16), (0.98, 0.82, 0.25), (0.30, 0.69, 0.42), (0.17, 0.62, 0.72),
           (0.24, 0.42, 0.76), (0.56, 0.36, 0.70), (0.87, 0.45, 0.62)]
RED, ORANGE, YELLOW, GREEN, TEAL, BLUE, PURPLE, PINK = PALETTE


def turn(axis, degrees):
    """Quaternion about x, y or z."""
    half = math.radians(degrees) / 2
    return [math.sin(half) if axis == a else 0.0 for a in "xyz"] + [math.cos(half)]


class Look:
    """A mesh and the geometry that stands for it."""

    def __init__(self, name, mesh, geometry):
        self.name, self.mesh, self.geometry = name, mesh, geometry


def box(doc, x, y, z, rgb, alpha=1.0):
    name = "Box %g x %g x %g" % (x, y, z)
    return Look("Box", doc.mesh(name, meshes.box(x, y, z), rgb, alpha), doc.shape("box", size=[x, y, z]))


def sphere(doc, radius, rgb, alpha=1.0, segments=24):
    mesh = doc.mesh("Sphere %g" % radius, meshes.sphere(radius, segments), rgb, alpha)
    return Look("Sphere", mesh, doc.shape("sphere", radius=radius))


def capsule(doc, height, top, bottom, rgb, segments=24):
    mesh = doc.mesh("Capsule %g %g %g" % (height, top, bottom), meshes.capsule(height, top, bottom, segments), rgb)
    return Look("Capsule", mesh, doc.shape("capsule", height=height, radiusTop=top, radiusBottom=bottom))


def cylinder(doc, height, top, bottom, rgb, segments=24):
    mesh = doc.mesh("Cylinder %g %g %g" % (height, top, bottom), meshes.cylinder(height, top, bottom, segments), rgb)
    return Look("Cylinder", mesh, doc.shape("cylinder", height=height, radiusTop=top, radiusBottom=bottom))


def hull(doc, name, geometry, rgb):
    """Convex hull of the mesh that is shown."""
    mesh = doc.mesh(name, geometry, rgb)
    return Look(name, mesh, {"mesh": mesh, "convexHull": True})


def trimesh(doc, name, geometry, rgb):
    """The triangles of the mesh that is shown."""
    mesh = doc.mesh(name, geometry, rgb)
    return Look(name, mesh, {"mesh": mesh})


def collider(look, material=None, collision_filter=None):
    result = {"geometry": look.geometry}
    if material is not None:
        result["physicsMaterial"] = material
    if collision_filter is not None:
        result["collisionFilter"] = collision_filter
    return result


def fixed(doc, look, name=None, at=None, turned=None, material=None, collision_filter=None, **place):
    """Static: a collider without a motion."""
    return doc.node(name or look.name, mesh=look.mesh, at=at, turned=turned,
                    collider=collider(look, material, collision_filter), **place)


def body(doc, look, name=None, at=None, turned=None, motion=None, material=None, collision_filter=None, **place):
    """Dynamic, unless the motion says otherwise."""
    return doc.node(name or look.name, mesh=look.mesh, at=at, turned=turned, motion=motion or {},
                    collider=collider(look, material, collision_filter), **place)


def part(doc, look, parent, name=None, at=None, turned=None, material=None):
    """Collider of a compound: a child node without a motion."""
    return doc.node(name or look.name, parent=parent, mesh=look.mesh, at=at, turned=turned,
                    collider=collider(look, material))


def floor(doc, size=12.0, material=None, rgb=GREY):
    """An infinite plane of which a square is shown."""
    mesh = doc.mesh("Floor", meshes.quad(size, size), rgb)
    look = Look("Floor", mesh, doc.shape("plane"))
    return fixed(doc, look, material=material)
