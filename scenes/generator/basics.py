"""stack, shapes, scaled: geometry."""

import math

from . import bodies, meshes
from .document import Document


def stack():
    """A tower, a pyramid and a wall: nothing may move."""
    doc = Document("stack")
    bodies.floor(doc)
    for i in range(10):
        look = bodies.box(doc, 0.5, 0.5, 0.5, bodies.PALETTE[i % 8])
        bodies.body(doc, look, "Tower %d" % (i + 1), at=(-2.5, 0.25 + 0.5 * i, 0))
    count = 0
    for row in range(6):
        for column in range(6 - row):
            count += 1
            look = bodies.box(doc, 0.5, 0.5, 0.5, bodies.PALETTE[row])
            bodies.body(doc, look, "Pyramid %d" % count, at=(0.55 * column + 0.275 * row - 0.6, 0.25 + 0.5 * row, 0))
    plank = bodies.box(doc, 1.2, 0.1, 0.4, bodies.ORANGE)
    for i in range(5):
        for side in (-1, 1):
            foot = bodies.box(doc, 0.2, 0.3, 0.2, bodies.TEAL)
            bodies.body(doc, foot, "Pillar %d" % (2 * i + (side + 3) // 2), at=(0.45 * side, 0.15 + 0.4 * i, 2))
        bodies.body(doc, plank, "Plank %d" % (i + 1), at=(0, 0.35 + 0.4 * i, 2))
    return doc.files()


def shapes():
    """Every kind of shape falls on a plane and comes to rest."""
    doc = Document("shapes")
    bodies.floor(doc)
    tilt = bodies.turn("z", 25)
    looks = [
        ("Sphere", bodies.sphere(doc, 0.3, bodies.RED), None),
        ("Box", bodies.box(doc, 0.5, 0.4, 0.6, bodies.ORANGE), tilt),
        ("Capsule", bodies.capsule(doc, 0.5, 0.2, 0.2, bodies.YELLOW), tilt),
        ("Tapered capsule", bodies.capsule(doc, 0.5, 0.1, 0.28, bodies.GREEN), tilt),
        ("Cylinder standing", bodies.cylinder(doc, 0.5, 0.25, 0.25, bodies.TEAL), None),
        ("Cylinder lying", bodies.cylinder(doc, 0.5, 0.25, 0.25, bodies.TEAL), bodies.turn("z", 90)),
        ("Cone", bodies.cylinder(doc, 0.6, 0, 0.3, bodies.BLUE), tilt),
        ("Frustum", bodies.cylinder(doc, 0.4, 0.15, 0.3, bodies.PURPLE), None),
        ("Gem, a convex hull", bodies.hull(doc, "Gem", meshes.gem(0.4, 0.7, 7), bodies.PINK), tilt),
        ("Dodecahedron, a convex hull", bodies.hull(doc, "Dodecahedron", meshes.dodecahedron(0.35), bodies.RED), tilt),
        ("Torus, a triangle mesh", bodies.trimesh(doc, "Torus", meshes.torus(0.35, 0.12), bodies.ORANGE), tilt),
    ]
    for i, (name, look, turned) in enumerate(looks):
        at = (1.2 * (i % 4) - 1.8, 1.5 + 0.15 * i, 1.2 * (i // 4) - 1.5)
        bodies.body(doc, look, name, at=at, turned=turned)
    dumbbell = doc.node("Dumbbell, a compound", at=(1.8, 3, 1.0), turned=tilt, motion={})
    bodies.part(doc, bodies.cylinder(doc, 0.7, 0.06, 0.06, bodies.GREY), dumbbell, "Bar", turned=bodies.turn("z", 90))
    for side in (-1, 1):
        bodies.part(doc, bodies.sphere(doc, 0.2, bodies.BLUE), dumbbell, "Weight", at=(0.35 * side, 0, 0))
    return doc.files()


def scaled():
    """The scale of nodes and of their parents; uneven on round shapes, where it is approximated with a warning."""
    doc = Document("scaled")
    bodies.floor(doc)
    unit_sphere = bodies.sphere(doc, 0.25, bodies.RED)
    bodies.body(doc, unit_sphere, "Sphere, twice as large", at=(-2.5, 1, -1), scale=(2, 2, 2))
    bodies.body(doc, unit_sphere, "Sphere, mirrored", at=(-1, 1, -1), scale=(-1, 1, -1))
    bodies.body(doc, unit_sphere, "Sphere, an ellipsoid", at=(0.5, 1, -1), scale=(2, 0.8, 1.2))
    bodies.body(doc, bodies.box(doc, 0.4, 0.4, 0.4, bodies.ORANGE), "Box, a plate", at=(2, 1, -1), scale=(2, 0.25, 2))
    bodies.body(doc, bodies.capsule(doc, 0.4, 0.2, 0.2, bodies.YELLOW), "Capsule, squeezed", at=(-2.5, 1, 1),
                turned=bodies.turn("z", 80), scale=(0.6, 1.5, 1))
    drum = bodies.cylinder(doc, 0.4, 0.25, 0.25, bodies.TEAL)
    bodies.body(doc, drum, "Cylinder, longer", at=(-1, 1, 1), turned=bodies.turn("z", 90), scale=(1, 2, 1))
    bodies.body(doc, drum, "Cylinder, elliptic", at=(0.5, 1, 1), turned=bodies.turn("x", 90), scale=(1.6, 1, 0.8))
    gem = bodies.hull(doc, "Gem", meshes.gem(0.3, 0.5, 6), bodies.PINK)
    bodies.body(doc, gem, "Gem, stretched and mirrored", at=(2, 1, 1), scale=(-1, 2, 1))
    parent = doc.node("Group, half as large", at=(0, 0.5, 2.5), scale=(0.5, 0.5, 0.5))
    ring = bodies.trimesh(doc, "Torus", meshes.torus(0.5, 0.15), bodies.PURPLE)
    bodies.body(doc, ring, "Torus in the group", parent=parent, at=(-1.5, 2, 0), turned=bodies.turn("x", 60))
    bodies.body(doc, gem, "Gem in the group", parent=parent, at=(1.5, 2, 0), scale=(1, 0.5, 1))
    return doc.files()


def bowl():
    """Bodies of all kinds poured into a mesh bowl: the scene of the demo."""
    doc = Document("bowl")
    rubber = doc.material(staticFriction=0.5, dynamicFriction=0.4, restitution=0.25)
    glaze = doc.material(staticFriction=0.35, dynamicFriction=0.3, restitution=0.1)
    bodies.floor(doc, 10.0, rgb=(0.36, 0.38, 0.42))
    basin = bodies.trimesh(doc, "Bowl", meshes.bowl(3.0, math.radians(62), 0.15), (0.93, 0.91, 0.86))
    bodies.fixed(doc, basin, "Bowl", material=glaze)
    kinds = [
        lambda rgb: bodies.sphere(doc, 0.22, rgb, segments=20),
        lambda rgb: bodies.box(doc, 0.38, 0.38, 0.38, rgb),
        lambda rgb: bodies.capsule(doc, 0.34, 0.14, 0.14, rgb, segments=20),
        lambda rgb: bodies.cylinder(doc, 0.32, 0.2, 0.2, rgb),
        lambda rgb: bodies.hull(doc, "Gem", meshes.gem(0.28, 0.5, 6), rgb),
        lambda rgb: bodies.cylinder(doc, 0.44, 0, 0.24, rgb),
        lambda rgb: bodies.capsule(doc, 0.3, 0.09, 0.2, rgb, segments=20),
        lambda rgb: bodies.hull(doc, "Dodecahedron", meshes.dodecahedron(0.25), rgb),
        lambda rgb: bodies.trimesh(doc, "Torus", meshes.torus(0.26, 0.09, 20, 10), rgb),
        lambda rgb: bodies.box(doc, 0.6, 0.16, 0.3, rgb),
    ]
    golden = math.pi * (3 - math.sqrt(5))
    for i in range(60):
        look = kinds[(i * 7) % len(kinds)](bodies.PALETTE[(i * 3 + i // 8) % 8])
        # A sunflower of seven to a layer, each layer turned and higher: poured, not dropped as a block.
        layer, place = divmod(i, 7)
        radius, angle = (0.95 if place else 0.0), 2 * math.pi * place / 6 + layer * golden
        at = (radius * math.cos(angle), 2.4 + 0.62 * layer, radius * math.sin(angle))
        axis, half = i * golden, 0.35 * (i % 9)
        turned = [math.cos(axis) * math.sin(half), 0.5 * math.sin(axis) * math.sin(half), math.sin(axis) * math.sin(half),
                  math.cos(half)]
        size = math.sqrt(sum(q * q for q in turned))
        bodies.body(doc, look, "%s %d" % (look.name, i + 1), at=at, turned=[q / size for q in turned], material=rubber)
    return doc.files()
