"""The families: a function each, from a random generator to a case.

What an anchor does is an animation: it leaves the place where all joints fit, stays away, comes back, and from a second later on
joints must be exact again."""

import math

from ..acceptance import geometry as g
from ..acceptance.scene import HINGE_X, PIN, WELD, Scene, locked


class Case:
    def __init__(self, name):
        self.scene = Scene(name)
        self.seconds = 4.0
        self.rate = 60
        self.exact_from = 0.5  # s, joints are judged from then on; infinite: never
        self.speed_bound = math.inf  # m/s, of any body
        self.stands = []  # (node, m): how far it may be from its start at any time

    def bound(self, anchor_speed, height, factor=3.0):
        """What anchors do, and a fall; three times, for levers between two anchors."""
        self.speed_bound = factor * (anchor_speed + math.sqrt(2 * 9.81 * height))


HINGE_Z = locked(linear=(0, 1, 2), angular=(0, 1))
LYING = g.turn((0, 0, 1), math.pi / 2)


def anchor(case, name, at, away, start=0.5, going=0.5, staying=0.5):
    """A kinematic node that goes away, stays and comes back; its greatest speed."""
    node = case.scene.body(name, at=at, motion={"isKinematic": True})
    far = g.add(at, away)
    times = [0.0, start, start + going, start + going + staying, start + 2 * going + staying]
    case.scene.animate(node, "translation", times, [at, at, far, far, at])
    case.exact_from = max(case.exact_from if case.exact_from != 0.5 else 0.0, times[-1] + 1.0)
    return node, g.length(away) / going


def pulled_apart(random):
    """A body pinned to two anchors, of which one goes away by up to twice its length."""
    case = Case("pulled_apart")
    s, half = case.scene, random.uniform(0.05, 0.5)
    body = s.body("body", s.box(2 * half, 0.3 * half, 0.3 * half), motion={"mass": random.choice((0.1, 1.0, 100.0))})
    away = g.scaled(g.rotate(g.random_turn(random), (1, 0, 0)), random.uniform(0.2, 4) * half)
    pin, speed = s.joint_kind(PIN), 0.0
    for sign in (-1, 1):
        place = (sign * half, 0.0, 0.0)
        if sign > 0:
            held, speed = anchor(case, "anchor", place, away)
        else:
            held = None
        s.connect(pin, held, body, (0, 0, 0) if held is not None else place, place)
    case.bound(speed, 4 * half)
    case.seconds = 4.0
    return case


def twisted(random):
    """A chain of welded boxes between the world and an anchor that goes away."""
    case = Case("twisted")
    s, edge, count = case.scene, random.uniform(0.05, 0.3), random.randint(2, 5)
    weld, before = s.joint_kind(WELD), None
    for i in range(count):
        box = s.body("box %d" % i, s.box(edge, edge, edge), at=(i * edge, 0, 0))
        s.connect(weld, before, box, (edge / 2 if before is not None else -edge / 2, 0, 0), (-edge / 2, 0, 0))
        before = box
    away = g.scaled(g.rotate(g.random_turn(random), (1, 0, 0)), random.uniform(0.2, 2) * edge)
    held, speed = anchor(case, "anchor", ((count - 0.5) * edge, 0.0, 0.0), away)
    s.connect(weld, held, before, (0, 0, 0), (edge / 2, 0, 0))
    case.bound(speed, count * edge)
    return case


def taut_chain(random):
    """A chain between two anchors that go farther apart than it is long."""
    case = Case("taut_chain")
    s, count, step = case.scene, random.randint(4, 12), 0.2
    pin, before, link = s.joint_kind(PIN), None, s.capsule(0.1, 0.04)
    held, speed = anchor(case, "left", (-step / 2, 0.0, 0.0), (-random.uniform(0.1, 2) * count * step / 2, 0.0, 0.0))
    before, arm = held, (0, 0, 0)
    for i in range(count):
        node = s.body("link %d" % i, link, at=(i * step, 0, 0), turned=LYING)
        s.connect(pin, before, node, arm, (0, step / 2, 0))
        before, arm = node, (0, -step / 2, 0)
    s.connect(pin, before, None, arm, ((count - 0.5) * step, 0, 0))
    case.bound(speed, count * step)
    return case


def against_a_lock(random):
    """A motor that wants to turn a hinge whose bounds hold it, with any force."""
    case = Case("against_a_lock")
    s = case.scene
    low, high = random.choice(((0, 0), (-0.2, 0.3), (0, 0.5)))
    drive = {"type": "angular", "mode": "force", "axis": 0, "velocityTarget": random.choice((-1, 1)) * random.uniform(1, 100),
             "damping": 10 ** random.uniform(0, 6), "maxForce": 10 ** random.uniform(1, 7)}
    kind = s.joint_kind([*HINGE_X, {"angularAxes": [0], "min": low, "max": high}], [drive])
    arm = s.body("arm", s.box(0.1, 0.1, 1), at=(0, 0, 0.5), motion={"mass": 10 ** random.uniform(-1, 2)})
    s.connect(kind, None, arm, (0, 0, 0), (0, 0, -0.5))
    case.speed_bound = 0.5 * abs(drive["velocityTarget"]) * 1.1 + 5
    return case


def limits_that_exclude(random):
    """Two limits on one axis that no place satisfies."""
    case = Case("limits_that_exclude")
    s, gap = case.scene, random.uniform(0.01, 0.5)
    kind = s.joint_kind([*locked(linear=(0, 2), angular=(0, 1, 2)), {"linearAxes": [1], "min": gap}, {"linearAxes": [1], "max": -gap}])
    body = s.body("body", s.box(0.2, 0.2, 0.2), motion={"mass": 10 ** random.uniform(-1, 3)})
    s.connect(kind, None, body)
    case.exact_from = math.inf
    case.bound(0.0, gap)
    case.stands.append((body, 2 * gap))
    return case


def parallelogram(random):
    """A four-bar of redundant hinges, its crank turned by a motor."""
    case = Case("parallelogram")
    s, crank, rod = case.scene, random.uniform(0.05, 0.3), random.uniform(0.5, 1)
    rate = random.uniform(1, 20)
    hinge = s.joint_kind(HINGE_Z)
    motor = s.joint_kind(HINGE_Z, [{"type": "angular", "mode": "force", "axis": 2, "velocityTarget": rate, "damping": 100.0,
                                    "maxForce": 1000.0}])
    bars = []
    for x in (0.0, rod):
        bar = s.body("crank", s.box(0.05, crank, 0.05), at=(x, crank / 2, 0))
        s.connect(motor if x == 0 else hinge, None, bar, (x, 0, 0), (0, -crank / 2, 0))
        bars.append(bar)
    link = s.body("rod", s.box(rod, 0.05, 0.05), at=(rod / 2, crank, 0.1))
    for sign, bar in zip((-1, 1), bars):
        s.connect(hinge, bar, link, (0, crank / 2, 0.1), (sign * rod / 2, 0, 0))
    case.speed_bound = 1.2 * rate * crank + math.sqrt(2 * 9.81 * 2 * crank)
    return case


def slider_crank(random):
    """A kinematic crank at up to 60 rad/s, a rod and a piston."""
    case = Case("slider_crank")
    s, crank, rod = case.scene, random.uniform(0.02, 0.1), random.uniform(0.25, 0.5)
    rate = random.uniform(5, 60)
    wheel = s.body("crank", s.cylinder(0.02, crank), at=(0, 0, 0), motion={"isKinematic": True, "angularVelocity": [0, 0, rate]})
    bar = s.body("rod", s.box(rod, 0.02, 0.02), at=(crank + rod / 2, 0, 0.05))
    piston = s.body("piston", s.box(0.06, 0.06, 0.06), at=(crank + rod, 0, 0.05), motion={"mass": random.uniform(0.1, 10)})
    hinge = s.joint_kind(HINGE_Z)
    s.connect(hinge, wheel, bar, (crank, 0, 0.05), (-rod / 2, 0, 0))
    s.connect(hinge, bar, piston, (rod / 2, 0, 0), (0, 0, 0))
    s.connect(s.joint_kind(locked(linear=(1, 2), angular=(0, 1, 2))), None, piston, (crank + rod, 0, 0.05))
    case.rate = 240
    case.speed_bound = 1.5 * rate * crank * (1 + crank / rod)
    return case


def lever(random):
    """A lever of 1:100 on a hinge, a weight at the short arm in balance with one of a hundredth at the long one."""
    case = Case("lever")
    s, short, ratio = case.scene, random.uniform(0.01, 0.05), random.choice((10, 100))
    heavy = 10 ** random.uniform(0, 3)
    beam = s.body("beam", at=(0, 0, 0), motion={"mass": heavy / ratio, "centerOfMass": [0, 0, 0],
                                                "inertiaDiagonal": [heavy / ratio * (short * ratio) ** 2] * 3})
    s.connect(s.joint_kind(HINGE_Z), None, beam)
    for x, mass in ((-short, heavy), (short * ratio, heavy / ratio)):
        weight = s.body("weight", at=(x, -0.3, 0), motion={"mass": mass, "inertiaDiagonal": [mass * 1e-2] * 3})
        s.connect(s.joint_kind(PIN), beam, weight, (x, 0, 0), (0, 0.3, 0))
        case.stands.append((weight, 0.01 * 0.3))
    case.speed_bound = 0.1
    return case


def weight_on_a_thread(random):
    """Light links that carry up to a million times their mass."""
    case = Case("weight_on_a_thread")
    s, count, light = case.scene, random.randint(1, 6), 10 ** random.uniform(-3, 0)
    ratio, pin, before = 10 ** random.uniform(3, 6), s.joint_kind(PIN), None
    for i in range(count):
        link = s.body("link %d" % i, s.capsule(0.1, 0.05), at=(0, -0.1 - 0.2 * i, 0), motion={"mass": light})
        s.connect(pin, before, link, (0, -0.1, 0) if before is not None else (0, 0, 0), (0, 0.1, 0))
        before = link
    block = s.body("weight", s.box(0.4, 0.4, 0.4), at=(0, -0.2 * count - 0.2, 0), motion={"mass": light * ratio})
    s.connect(pin, before, block, (0, -0.1, 0), (0, 0.2, 0))
    case.stands.append((block, 0.01 * 0.4))
    case.speed_bound = 0.1
    case.seconds = 6.0
    return case


def uneven_stack(random):
    """Boxes stacked whose masses differ by up to ten thousand, either way."""
    case = Case("uneven_stack")
    s, edge = case.scene, random.uniform(0.1, 1)
    s.fixed("floor", s.box(20, 1, 20), at=(0, -0.5, 0))
    masses = [1.0, 10 ** random.uniform(1, 4)]
    random.shuffle(masses)
    for i in range(random.randint(2, 4)):
        box = s.body("box %d" % i, s.box(edge, edge, edge), at=(0, (i + 0.5) * edge, 0), motion={"mass": masses[i % 2]})
        case.stands.append((box, 0.01 * edge))
    case.speed_bound = 0.1
    case.exact_from = math.inf
    case.seconds = 8.0
    return case


FAMILIES = {make.__name__: make for make in (
    pulled_apart, twisted, taut_chain, against_a_lock, limits_that_exclude, parallelogram, slider_crank, lever,
    weight_on_a_thread, uneven_stack)}


def case_of(family, seed):
    import random
    return FAMILIES[family](random.Random("%s %d" % (family, seed)))
