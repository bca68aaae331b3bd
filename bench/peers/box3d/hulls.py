"""Box3D's scenes of convex hulls: the washer, the pile, the junkyard, the falling trees."""

import math

from tools.acceptance.geometry import cross
from tools.acceptance.scene import Scene

from .boxes import ground


def washer(small):
    """A turning drum of 36 hulls and four ribs, with cubes in it."""
    scene, count = Scene("washer"), 8 if small else 20
    ground(scene, 60)
    spin = math.radians(25)
    drum = scene.body("drum", at=(0, 21, 0), motion={"isKinematic": True, "linearVelocity": [0.001, -0.002, 0],
                                                     "angularVelocity": [0, 0, spin]})
    step, overlap = math.pi / 18, math.pi / 180

    def slab(inner, outer, first, last):
        return scene.hull([(radius * math.cos(angle), radius * math.sin(angle), z) for z in (-10, 10)
                           for angle in (first, last) for radius in (inner, outer)])

    for i in range(36):
        scene.part(drum, slab(16, 18, i * step - overlap, (i + 1) * step + overlap))
        if i % 9 == 0:
            scene.part(drum, slab(14, 16, i * step, (i + 1) * step))
    edge = 0.4
    cube = scene.box(edge, edge, edge)
    for i in range(count):
        for j in range(count):
            for k in range(count):
                scene.body("box", cube, at=(edge * (2 * i - count), edge * (2 * j - count) + 21, edge * (2 * k - count)))
    return scene


class Congruential:
    """Points of the pile's hull: x → 2147001325 x + 715136305 mod 2³², as in PEEL, of which Box3D's scene is a port."""

    def __init__(self, seed):
        self.state = seed

    def number(self):
        self.state = (self.state * 2147001325 + 715136305) % 2 ** 32
        return (self.state & 0xffff) / 65535 - 0.5

    def direction(self):
        while True:
            point = (self.number(), self.number(), self.number())
            size = math.hypot(*point)
            if size <= 0.5:
                return tuple(value / size for value in point)


def convex_pile(small):
    """Layers of 64 equal hulls of 32 points on a ball of 2 m."""
    scene, layers, radius = Scene("convex_pile"), 10 if small else 80, 2.0
    ground(scene, 250)
    random = Congruential(42)
    shape = scene.hull([tuple(radius * value for value in random.direction()) for _ in range(32)])
    for layer in range(layers):
        for z in range(8):
            for x in range(8):
                scene.body("hull", shape, at=((x - 4) * 2 * radius, radius + 2 * radius * layer, (z - 4) * 2 * radius))
    return scene


def rock(radius, count=10):
    """Points of a Fibonacci lattice on a ball."""
    golden = (1 + math.sqrt(5)) / 2
    points = []
    for i in range(count):
        z = 1 - (2 * i + 1) / count
        ring, angle = math.sqrt(1 - z * z), 2 * math.pi * i / golden
        points.append((radius * ring * math.cos(angle), radius * ring * math.sin(angle), radius * z))
    return points


def prism(height, radius, low, sides):
    """Points of a regular prism about Y."""
    return [(radius * math.cos(2 * math.pi * i / sides), y, radius * math.sin(2 * math.pi * i / sides))
            for i in range(sides) for y in (low, low + height)]


def junkyard(small, seconds=60):
    """Rocks that fall into a walled yard in which a column goes round."""
    scene, layers = Scene("junkyard"), 2 if small else 24
    ground(scene, 120)
    for sign in (-1, 1):
        scene.fixed("wall", scene.box(2, 16, 100), at=(50 * sign, 7, 0))
        scene.fixed("wall", scene.box(100, 16, 2), at=(0, 7, 50 * sign))
    shape = scene.hull(rock(1.5))
    for layer in range(layers):
        for x in range(21):
            for z in range(21):
                scene.body("rock", shape, at=(4 * x - 40, 4 * layer + 25, 4 * z - 40))
    column = scene.body("column", scene.hull(prism(24, 4, 0, 16)), at=(35, 0, 0), motion={"isKinematic": True})
    times = [i / 60 for i in range(60 * seconds + 1)]
    angles = [math.radians(-6) * time for time in times]
    scene.animate(column, "translation", times, [(35 * math.cos(a), 0, 35 * math.sin(a)) for a in angles])
    return scene


def wave(scale):
    """A sheet of waves, 150 m by 200 m, of cells of 1/scale m."""
    across, along, cell = 150 * scale, 200 * scale, 1 / scale
    points = [(cell * (i - across / 2), 0.4 * math.sin(2 * math.pi * 0.1 * cell * i) * math.sin(2 * math.pi * 0.05 * cell * k),
               cell * (k - along / 2)) for i in range(across + 1) for k in range(along + 1)]
    triangles = []
    for i in range(across):
        for k in range(along):
            a = k + (along + 1) * i
            b, c, d = a + 1, a + along + 2, a + along + 1
            triangles += [(a, b, c), (c, d, a)]
    return points, triangles


def trees(scale):
    """Falling trees, each of 22 prisms, on a sheet of triangles; the greater the scale the finer."""
    def make(small):
        scene = Scene("trees%d" % (100 // scale))
        # 0.9 on 0.6 is sqrt(0.54) there; the mean of 0.9 and 0.5697 is the same.
        scene.fixed("ground", scene.mesh(*wave(scale)), material=scene.material(friction=2 * math.sqrt(0.54) - 0.9))
        bark = scene.material(friction=0.9)
        shapes, low, radius, volume, moment = [], 1.0, 0.75, 0.0, 0.0
        for _ in range(22):
            height = 1.5 + 2 * radius
            shapes.append(scene.hull(prism(height, radius, low - radius, 6)))
            volume += radius ** 2 * height
            moment += radius ** 2 * height * (low - radius + height / 2)
            low += height
            radius *= 0.95
        center = (0, moment / volume, 0)
        count = 10 if small else 50
        for i in range(count):
            spin = (0, 0, (-0.5 if i % 2 == 0 else 0.5) * (0.5 + 0.5 * i / count))
            tree = scene.body("tree", at=(0, 1, (-15 if small else -70) + 3 * i),
                              motion={"angularVelocity": list(spin), "linearVelocity": list(cross(spin, center))})
            for shape in shapes:
                scene.part(tree, shape, material=bark)
        return scene
    return make
