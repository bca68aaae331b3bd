"""Box3D's scenes of boxes and balls: pyramids, the floor of a large world, the net of pins."""

from tools.acceptance.scene import PIN, Scene


def ground(scene, half):
    scene.fixed("ground", scene.box(2 * half, 2, 2 * half), at=(0, -1, 0))


def pyramid(scene, base, half, x, z):
    """A flat pyramid of cubes that touch, its lowest row on the ground."""
    cube = scene.box(2 * half, 2 * half, 2 * half)
    for row in range(base):
        for column in range(base - row):
            scene.body("box", cube, at=(x + (row + 1 + 2 * column) * half, (2 * row + 1) * half, z))


def large_pyramid(small):
    scene, base = Scene("large_pyramid"), 20 if small else 100
    ground(scene, 400)
    pyramid(scene, base, 0.5, -0.5 * base, 0)
    return scene


def many_pyramids(small):
    scene, side, base, half = Scene("many_pyramids"), 3 if small else 14, 10, 0.5
    reach = half * side * (base + 1)
    ground(scene, reach)
    for row in range(side):
        z = -reach + 2 * half + row * 2 * (reach - 2 * half) / (side - 1)
        for column in range(side):
            pyramid(scene, base, half, -reach + column * 2 * half * (base + 1) + 2 * half - 0.5, z)
    return scene


def wide_pyramid(small):
    """Square layers, each box over four others, falling half a metre further with each layer."""
    scene, height, size = Scene("wide_pyramid"), 5 if small else 15, 2.0
    ground(scene, 100)
    edge = size - 0.05
    cube = scene.box(edge, edge, edge)
    for layer in range(height):
        shift = size / 2 if layer % 2 else 0.0
        places = [-height + size * i + shift for i in range(layer // 2, height - (layer + 1) // 2)]
        for x in places:
            for z in places:
                scene.body("box", cube, at=(x, 1 + 2.5 * layer, z))
    return scene


def large_world(small):
    """A floor of static boxes of 10 m, each a node of its own, and balls spread over it."""
    scene, grid, balls, cell = Scene("large_world"), 32 if small else 1000, 16 if small else 100, 10.0
    tile, half = scene.box(cell, 0.5, cell), 0.5 * cell * grid
    for i in range(grid):
        for j in range(grid):
            scene.fixed("tile", tile, at=(-half + (i + 0.5) * cell, 0, -half + (j + 0.5) * cell))
    side = 1
    while side * side < balls:
        side += 1
    ball, used = scene.sphere(0.5), 0.8 * 2 * half
    for i in range(balls):
        x, z = ((k + 0.5) * used / side - used / 2 for k in (i % side, i // side))
        scene.body("ball", ball, at=(x, 1.5, z))
    return scene


def joint_grid(small):
    """A net of balls and pins whose first row is fixed; the balls pass through one another."""
    scene, count = Scene("joint_grid"), 10 if small else 100
    ball, pin = scene.sphere(0.4), scene.joint_kind(PIN)
    apart = scene.filter(collisionSystems=["net"], notCollideWithSystems=["net"])
    nodes = {}
    for column in range(count):
        for row in range(count):
            place = (column, -row, 0)
            if row == 0:
                nodes[column, row] = scene.fixed("held", ball, at=place, collision_filter=apart)
                continue
            node = nodes[column, row] = scene.body("ball", ball, at=place, collision_filter=apart)
            scene.connect(pin, nodes[column, row - 1], node, (0, -0.5, 0), (0, 0.5, 0))
            if column > 0:
                scene.connect(pin, nodes[column - 1, row], node, (0.5, 0, 0), (-0.5, 0, 0))
    return scene
