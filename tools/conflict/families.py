"""The seventeen families: a function each, from a random generator to a case."""

import math

from ..acceptance import geometry as g
from ..acceptance.scene import PIN
from .case import Case

RATES = (30, 60, 60, 60, 120, 240)


def size_of(random, smallest=0.005, greatest=0.5):
    """A size in metres, every decade as likely as any other."""
    return math.exp(random.uniform(math.log(smallest), math.log(greatest)))


def start(name, random, size):
    case = Case(name, size)
    case.rate = random.choice(RATES)
    return case


def rubbing(case, random):
    return case.scene.material(friction=random.uniform(0.4, 0.9), restitution=random.choice((0.0, 0.0, 0.3)))


def solid(case, random, radius):
    """Geometry of a random solid, round or not, about whose centre a ball of the radius fits."""
    scene = case.scene
    kind = random.randrange(5)
    if kind == 0:
        return scene.sphere(radius)
    if kind == 1:
        return scene.box(2 * radius, random.uniform(2, 3) * radius, 2 * radius)
    if kind == 2:
        return scene.capsule(random.uniform(0.5, 2) * radius, radius)
    if kind == 3:
        return scene.cylinder(random.uniform(2, 3) * radius, radius)
    return scene.hull([g.scaled(g.rotate(g.random_turn(random), (1, 0, 0)), 1.4 * radius) for _ in range(14)]
                      + [g.scaled(p, 1.4 * radius) for p in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1),
                                                              (0, 0, -1))])


def press_time(case, distance, speed):
    """Long enough for a press to come all the way and go on for a while."""
    case.seconds = min(4.0, max(0.5, round(distance / speed * 1.3 + 0.4, 2)))


def plate(random, mesh=False):
    """One body between a static floor and a slow kinematic plate."""
    r = size_of(random)
    case = start("mesh_plate" if mesh else "plate", random, r)
    rub = rubbing(case, random)
    if mesh:
        case.floor(30 * r, 0, rub, mesh=g.grid_mesh(random.randint(1, 6), 60 * r))
        shape = case.scene.mesh(*g.box_mesh(8 * r, r, 8 * r))
    else:
        case.floor(30 * r, random.choice((1, 4)) * r, rub)
        shape = case.scene.box(8 * r, r, 8 * r)
    case.add("body", solid(case, random, r), (random.uniform(-2, 2) * r, 1.6 * r, random.uniform(-2, 2) * r),
             g.random_turn(random), material=rub)
    speed, top = random.uniform(1, 30) * r, 4.5 * r
    tilt = g.turn((random.uniform(-1, 1), 0, random.uniform(-1, 1)), random.uniform(0, 0.15))
    case.pusher("plate", shape, (0, top, 0), (0, -speed, 0), tilt, material=rub)
    press_time(case, top, speed)
    return case


def mesh_plate(random):
    """The same with the floor and the plate as triangle meshes."""
    return plate(random, mesh=True)


def filled_pit(name, random, r, count, make, columns=1.35):
    """A pit with bodies in a loose column, and a press above it that fits the pit; not driven yet. `make` gives the
    geometry of a body, or a pair with the places in it that count (Case.add)."""
    case = start(name, random, r)
    rub = rubbing(case, random)
    half = columns * r
    layers = 0
    for i in range(count):
        y = (1.5 + 2.9 * layers) * r
        layers += 1
        side = half - 1.3 * r
        made = make(case)
        geometry, places = made if isinstance(made, tuple) else (made, ((0, 0, 0),))
        case.add("body %d" % i, geometry, (random.uniform(-side, side), y, random.uniform(-side, side)),
                 g.random_turn(random), motion={"mass": random.choice((0.1, 1.0, 5.0)) * 1000 * r ** 3}, material=rub,
                 places=places)
    top = (2.9 * layers + 2) * r
    case.pit(half, half, top + 8 * r, rub)
    speed = random.uniform(2, 40) * r
    tilt = g.turn((0, 0, 1), random.uniform(-0.05, 0.05))
    width = 2 * half * random.uniform(0.85, 1.05)
    case.pusher("press", case.scene.box(width, 2 * r, width), (0, top, 0),
                (random.uniform(-0.02, 0.02) * speed, -speed, 0), tilt, material=rub)
    press_time(case, top, speed)
    return case


def pit(random):
    """Balls in a pit of static boxes under a press."""
    r = size_of(random)
    return filled_pit("pit", random, r, random.randint(2, 8), lambda case: case.scene.sphere(r), random.uniform(1.4, 3))


def hull_pit(random):
    """Boxes, capsules, cylinders and hulls in a pit under a press."""
    r = size_of(random)
    return filled_pit("hull_pit", random, r, random.randint(2, 6), lambda case: solid(case, random, r),
                      random.uniform(2.2, 3))


def tiny(random):
    """A pit with balls of a tenth of a millimetre to 2 mm."""
    r = size_of(random, 1e-4, 2e-3)
    return filled_pit("tiny", random, r, random.randint(2, 5), lambda case: case.scene.sphere(r), random.uniform(1.4, 3))


def huge(random):
    """A pit with solids of 20 to 500 m."""
    r = size_of(random, 20, 500)
    case = filled_pit("huge", random, r, random.randint(2, 5), lambda case: solid(case, random, r),
                      random.uniform(2.2, 3))
    case.seconds = 4.0
    return case


def mesh_bodies(random):
    """Dynamic triangle meshes (tori and boxes) in a pit under a press."""
    r = size_of(random, 0.02, 0.5)

    def make(case):
        if random.random() < 0.5:
            tube = tuple(g.rotate(g.turn((0, 1, 0), i * math.pi / 6), (0.9 * r, 0, 0)) for i in range(12))
            return case.scene.mesh(*g.torus_mesh(0.9 * r, 0.4 * r, 12, 6)), tube
        return case.scene.mesh(*g.box_mesh(1.6 * r, 1.2 * r, 2 * r))

    return filled_pit("mesh_bodies", random, r, random.randint(1, 3), make, random.uniform(2.2, 3))


def walls(random):
    """Two kinematic walls close over bodies on a floor."""
    r = size_of(random)
    case = start("walls", random, r)
    rub = rubbing(case, random)
    case.floor(60 * r, 4 * r, rub)
    gap = random.uniform(4, 8) * r
    speed = random.uniform(1, 20) * r
    for sign in (-1, 1):
        tilt = g.turn((0, 0, 1), sign * random.uniform(-0.1, 0.1))
        case.pusher("wall", case.scene.box(2 * r, 16 * r, 16 * r), (sign * (gap + r), 8.2 * r, 0),
                    (-sign * speed, 0, 0), tilt, material=rub)
    for i in range(random.randint(1, 5)):
        case.add("body %d" % i, solid(case, random, r), (random.uniform(-1, 1) * r, (2 + 3 * i) * r,
                                                       random.uniform(-4, 4) * r), g.random_turn(random), material=rub)
    press_time(case, gap, speed)
    return case


def wedge(random):
    """A kinematic plate that turns down onto bodies like a book that is closed."""
    r = size_of(random)
    case = start("wedge", random, r)
    rub = rubbing(case, random)
    case.floor(60 * r, 4 * r, rub)
    opened = random.uniform(0.5, 1.2)
    rate = random.uniform(0.3, 3)
    turned = g.turn((0, 0, 1), opened)
    hinge = case.pusher("leaf", None, (-6 * r, 0, 0), None, turned, (0, 0, -rate), 16 * r)
    case.scene.part(hinge, case.scene.box(16 * r, r, 12 * r), at=(8 * r, 0.5 * r, 0), material=rub)
    for i in range(random.randint(1, 5)):
        x = random.uniform(2, 7) * r
        case.add("body %d" % i, solid(case, random, r), (x, 1.5 * r, (3 * i - 6) * r), g.random_turn(random),
                 material=rub)
    press_time(case, opened, rate)
    return case


def drum(random):
    """A turning kinematic drum with ribs, a static bar inside in the way, and bodies that are carried against it."""
    r = size_of(random)
    case = start("drum", random, r)
    rub = rubbing(case, random)
    radius, rate = random.uniform(6, 9) * r, random.uniform(0.5, 3)
    body = case.pusher("drum", None, (0, 0, 0), None, None, (0, 0, rate), 1.2 * radius)
    staves = 18
    for i in range(staves):
        turned = g.turn((0, 0, 1), 2 * math.pi * i / staves)
        across = 2 * radius * math.tan(math.pi / staves) * 1.1
        case.scene.part(body, case.scene.box(across, 2 * r, 12 * r), at=g.rotate(turned, (0, -radius - r, 0)),
                        turned=turned, material=rub)
        if i % 6 == 0:
            case.scene.part(body, case.scene.box(r, 2 * r, 12 * r), at=g.rotate(turned, (0, -radius + r, 0)),
                            turned=turned, material=rub)
    for sign in (-1, 1):
        case.scene.fixed("end", case.scene.box(3 * radius, 3 * radius, 2 * r), at=(0, 0, sign * 7 * r), material=rub)
        case.wall((0, 0, sign * 6 * r), (0, 0, -sign))
    clearance = random.uniform(0.2, 2.5) * r  # less than a body: what is carried under the bar is squeezed
    case.scene.fixed("bar", case.scene.box(2 * r, radius - 2 * r - clearance + 2 * r, 12 * r),
                     at=(0, -(radius - 2 * r - clearance) / 2, 0), material=rub)
    for i in range(random.randint(2, 8)):
        angle = 0.45 * i + 0.6
        case.add("body %d" % i, solid(case, random, r) if random.random() < 0.5 else case.scene.sphere(r),
                 (0.5 * radius * math.sin(angle), -0.5 * radius * math.cos(angle), random.uniform(-4, 4) * r),
                 g.random_turn(random), material=rub)
    case.height = 2 * radius
    case.seconds = 3.0
    return case


def screw(random):
    """A kinematic screw in a static pipe with a floor and a lid, with balls between its threads: whichever way it turns,
    they end where there is no room."""
    r = size_of(random, 0.004, 0.1)
    case = start("screw", random, r)
    rub = rubbing(case, random)
    pipe = random.uniform(4, 5) * r
    pitch, turns = random.uniform(2.6, 4) * r, 4
    low = random.uniform(0, 1.5) * r
    height = low + pitch * turns + random.uniform(0.5, 3) * r
    case.scene.fixed("pipe", case.scene.mesh(*g.tube_mesh(pipe, 3 * height)), at=(0, height, 0), material=rub)
    for i in range(24):
        angle, apothem = math.pi * (2 * i + 1) / 24, pipe * math.cos(math.pi / 24)
        case.wall((apothem * math.cos(angle), 0, apothem * math.sin(angle)), (-math.cos(angle), 0, -math.sin(angle)))
    case.floor(3 * pipe, 4 * r, rub)
    case.scene.fixed("lid", case.scene.box(3 * pipe, 4 * r, 3 * pipe), at=(0, height + 2 * r, 0), material=rub)
    case.wall((0, height, 0), (0, -1, 0))
    thread = g.helix_mesh(0.5 * r, pipe - random.uniform(0.05, 1.2) * r, pitch, turns, 0.4 * r)
    rate = random.choice((-1, 1)) * random.uniform(1, 6)
    middle = low + pitch * turns / 2
    body = case.pusher("screw", None, (0, middle, 0), None, None, (0, rate, 0), pipe)
    case.scene.part(body, case.scene.mesh(*thread), material=rub)
    case.scene.part(body, case.scene.cylinder(pitch * turns, 0.6 * r), material=rub)
    count = random.randint(4, 12)
    for i in range(count):
        angle = 2 * math.pi * turns * (i + 0.5) / count
        y, out = low + pitch * (angle / (2 * math.pi) + 0.5) + 0.2 * r, 0.5 * (pipe + 0.6 * r)
        if y < height - r:
            case.add("ball %d" % i, case.scene.sphere(r), (out * math.cos(angle), y, out * math.sin(angle)),
                     motion={"mass": 1000 * r ** 3}, material=rub)
    case.height = height
    case.seconds = 3.0
    return case


def chain(random):
    """A chain of capsules and pins in a press."""
    r = size_of(random, 0.005, 0.2)
    case = start("chain", random, r)
    rub = rubbing(case, random)
    case.floor(60 * r, 4 * r, rub)
    count, step = random.randint(4, 12), 4 * r
    link, pin = case.scene.capsule(2.5 * r, r), case.scene.joint_kind(PIN)
    lying = g.turn((0, 0, 1), math.pi / 2)
    links = [case.add("link %d" % i, link, ((i - (count - 1) / 2) * step, 1.5 * r + 0.2 * r * i, 0), lying, material=rub)
             for i in range(count)]
    for a, b in zip(links, links[1:]):
        case.scene.connect(pin, a, b, (0, -step / 2, 0), (0, step / 2, 0))
    speed, top = random.uniform(2, 30) * r, (5 + 0.3 * count) * r
    width = random.uniform(0.4, 1.1) * count * step
    case.pusher("press", case.scene.box(width, 2 * r, 12 * r), (0, top, 0), (0, -speed, 0),
                g.turn((0, 0, 1), random.uniform(-0.05, 0.05)), material=rub)
    press_time(case, top, speed)
    return case


def doll(random):
    """A jointed figure with limits between two kinematic plates and over a floor."""
    r = size_of(random, 0.02, 0.2)
    case = start("doll", random, r)
    rub = rubbing(case, random)
    case.floor(60 * r, 4 * r, rub)
    hips = case.add("trunk", case.scene.box(3 * r, 5 * r, 2 * r), (0, 9 * r, 0), material=rub)
    shoulder = case.scene.joint_kind([*PIN, {"angularAxes": [0, 2], "min": 0, "max": random.uniform(0.3, 1.2)},
                                      {"angularAxes": [1], "min": -0.3, "max": 0.3}])
    knee = case.scene.joint_kind([*PIN, {"angularAxes": [1, 2], "min": 0, "max": 0},
                                  {"angularAxes": [0], "min": -1.5, "max": 0.1}])
    limb = case.scene.capsule(2 * r, 0.8 * r)
    for side, level in ((-1, 2), (1, 2), (-1, -2.5), (1, -2.5)):
        x = (2.6 if level > 0 else 1.0) * side * r
        y = 9 * r + level * r - 2 * r
        upper = case.add("upper limb", limb, (x, y, 0), material=rub)
        case.scene.connect(shoulder, hips, upper, (x, level * r, 0), (0, 2 * r, 0))
        lower = case.add("lower limb", limb, (x, y - 4 * r, 0), material=rub)
        case.scene.connect(knee, upper, lower, (0, -2 * r, 0), (0, 2 * r, 0))
    head = case.add("head", case.scene.sphere(1.2 * r), (0, 13.2 * r, 0), material=rub)
    case.scene.connect(shoulder, hips, head, (0, 2.7 * r, 0), (0, -1.5 * r, 0))
    gap, speed = random.uniform(5, 8) * r, random.uniform(2, 20) * r
    for sign in (-1, 1):
        case.pusher("plate", case.scene.box(16 * r, 18 * r, 2 * r), (0, 9.5 * r, sign * (gap + r)), (0, 0, -sign * speed),
                    material=rub)
    case.height = 14 * r
    press_time(case, gap, speed)
    return case


def heavy_on_light(random):
    """A dynamic block of up to ten thousand times the mass falls on light ones in a pit. For them it is a pusher that
    has fallen: as many as at 60 to 240 Hz leave faster than 1.5 times its speed at sixteen times the rate."""
    r = size_of(random, 0.01, 0.5)
    case = start("heavy_on_light", random, r)
    rub = rubbing(case, random)
    half = random.uniform(3, 4) * r
    count = random.randint(2, 6)
    light = 1000 * r ** 3
    for i in range(count):
        case.add("light %d" % i, solid(case, random, r), (random.uniform(-1, 1) * r, (2 + 2.9 * i) * r,
                                                          random.uniform(-1, 1) * r), g.random_turn(random),
                 motion={"mass": light}, material=rub)
    top = (2.9 * count + 4) * r
    case.pit(half, half, 2 * top, rub)
    ratio = 10 ** random.uniform(1, 4)
    side = 2 * half * random.uniform(0.8, 0.95)
    case.add("heavy", case.scene.box(side, 2 * r, side), (0, top, 0), motion={"mass": light * ratio}, material=rub)
    case.pusher_speed = math.sqrt(2 * case.gravity * top)
    case.seconds = 2.5
    return case


def piston(random):
    """An animated piston that strikes again and again into a pit of bodies."""
    r = size_of(random)
    case = start("piston", random, r)
    rub = rubbing(case, random)
    half = random.uniform(2.2, 3.5) * r
    count = random.randint(2, 6)
    for i in range(count):
        case.add("body %d" % i, solid(case, random, r), (random.uniform(-0.8, 0.8) * r, (2 + 2.9 * i) * r,
                                                         random.uniform(-0.8, 0.8) * r), g.random_turn(random), material=rub)
    top = (2.9 * count + 3) * r
    case.pit(half, half, 2 * top, rub)
    low, period = random.uniform(1.2, 3) * r, random.uniform(0.4, 1.0)
    node = case.scene.body("piston", case.scene.box(2 * half, 2 * r, 2 * half), at=(0, top, 0), motion={"isKinematic": True},
                           material=rub)
    keys = [(i * period / 2, (0, top if i % 2 == 0 else low, 0)) for i in range(7)]
    case.scene.animate(node, "translation", [time for time, _ in keys], [place for _, place in keys])
    case.pusher_speed = (top - low) / (period / 2)
    case.seconds = round(3 * period + 0.3, 2)
    return case


def mangle(random):
    """Two kinematic rollers that turn against each other and draw bodies in."""
    r = size_of(random)
    case = start("mangle", random, r)
    rub = rubbing(case, random)
    roll = random.uniform(3, 6) * r
    gap, rate = random.uniform(0.1, 1.5) * r, random.uniform(0.5, 5)
    case.floor(60 * r, 4 * r, rub)
    height = 2.2 * roll + 3 * r
    lying = g.turn((1, 0, 0), math.pi / 2)
    for sign in (-1, 1):
        case.pusher("roller", case.scene.cylinder(12 * r, roll), (sign * (roll + gap / 2), height, 0), None, lying,
                    (0, 0, -rate * -sign), roll, material=rub)
        case.scene.fixed("end", case.scene.box(120 * r, 4 * height, 2 * r), at=(0, height, sign * 6 * r), material=rub)
        case.wall((0, 0, sign * 5 * r), (0, 0, -sign))
    for i in range(random.randint(1, 5)):
        case.add("body %d" % i, solid(case, random, r), (0, height + roll + (2 + 3 * i) * r, random.uniform(-2, 2) * r),
                 g.random_turn(random), material=rub)
    case.seconds = 3.0
    return case


def stuffed(random):
    """More bodies than fit, deep in one another from the start, in a pit under a lid that stays."""
    r = size_of(random)
    case = start("stuffed", random, r)
    rub = rubbing(case, random)
    half = random.uniform(1.8, 2.6) * r
    top = random.uniform(2.5, 4) * r
    for i in range(random.randint(4, 12)):
        side = half - 1.2 * r
        case.add("body %d" % i, case.scene.sphere(r) if random.random() < 0.5 else solid(case, random, 0.8 * r),
                 (random.uniform(-side, side), random.uniform(1.1 * r, top - 1.1 * r), random.uniform(-side, side)),
                 g.random_turn(random), material=rub)
    case.pit(half, half, 12 * r, rub)
    case.scene.fixed("lid", case.scene.box(4 * half, 4 * r, 4 * half), at=(0, top + 2 * r, 0), material=rub)
    case.wall((0, top, 0), (0, -1, 0))
    case.lid = math.inf
    case.seconds = 1.5
    return case


FAMILIES = {make.__name__: make for make in (
    plate, mesh_plate, pit, hull_pit, tiny, huge, mesh_bodies, walls, wedge, drum, screw, chain, doll, heavy_on_light,
    piston, mangle, stuffed)}


def case_of(family, seed):
    """The case of a seed; the same on every machine."""
    import random
    return FAMILIES[family](random.Random("%s %d" % (family, seed)))
