"""materials, filters, triggers, motion, platform: what bodies do."""

import math

from . import bodies, meshes
from .document import Document


def materials():
    """A ramp with rising friction, and balls with rising restitution."""
    doc = Document("materials")
    slippery = doc.material(staticFriction=0, dynamicFriction=0, restitution=0, frictionCombine="multiply",
                            restitutionCombine="multiply")
    even = doc.material(staticFriction=1, dynamicFriction=1, restitution=1, frictionCombine="multiply",
                        restitutionCombine="multiply")
    bodies.floor(doc, 14.0, even)
    # tan 25° = 0.466: the first four slide, the last two stay. What is written is multiplied with the ramp's 1.
    ramp = bodies.box(doc, 5, 0.2, 5, bodies.GREY)
    tilted = bodies.turn("z", 25)
    across, up = math.radians(25), 1.6
    bodies.fixed(doc, ramp, "Ramp of 25 degrees", at=(-3.5, up, 0), turned=tilted, material=even)
    crate = [0.0, 0.1, 0.2, 0.4, 0.5, 0.8]
    for i, friction in enumerate(crate):
        rubbing = slippery if friction == 0 else doc.material(
            staticFriction=friction, dynamicFriction=friction, restitution=0, frictionCombine="multiply",
            restitutionCombine="multiply")
        along, above = 1.8, 0.1 + 0.2
        at = (-3.5 + along * math.cos(across) - above * math.sin(across),
              up + along * math.sin(across) + above * math.cos(across), -2 + 0.8 * i)
        bodies.body(doc, bodies.box(doc, 0.4, 0.4, 0.4, bodies.PALETTE[i]), "Friction %g" % friction, at=at,
                    turned=tilted, material=rubbing)
    bodies.fixed(doc, bodies.box(doc, 0.2, 0.6, 6, bodies.GREY), "Wall", at=(-9, 0.3, 0), material=even)
    for i, restitution in enumerate([0.0, 0.25, 0.5, 0.75, 0.9, 1.0]):
        bouncing = doc.material(staticFriction=0.5, dynamicFriction=0.5, restitution=restitution,
                                frictionCombine="multiply", restitutionCombine="multiply")
        bodies.body(doc, bodies.sphere(doc, 0.25, bodies.PALETTE[i]), "Restitution %g" % restitution,
                    at=(2.5, 2.25, -2 + 0.8 * i), material=bouncing)
    return doc.files()


def filters():
    """Each ball falls through the sieves of other colours and rests on its own."""
    doc = Document("filters")
    bodies.floor(doc, 8.0)
    colors = [("red", bodies.RED), ("yellow", bodies.YELLOW), ("blue", bodies.BLUE)]
    for i, (name, rgb) in enumerate(colors):
        only = doc.filter(collisionSystems=["sieve " + name], collideWithSystems=["ball " + name])
        bodies.fixed(doc, bodies.box(doc, 4, 0.1, 2.4, rgb, 0.4), "Sieve " + name, at=(0, 3 - i, 0), collision_filter=only)
    for i, (name, rgb) in enumerate(colors):
        # Balls leave each other alone, so that none is carried by a ball of another colour.
        fine = doc.filter(collisionSystems=["ball " + name],
                          notCollideWithSystems=["ball " + other for other, _ in colors])
        for k in range(3):
            bodies.body(doc, bodies.sphere(doc, 0.2, rgb), "Ball %s %d" % (name, k + 1),
                        at=(-1.2 + 1.2 * k, 4 + 0.5 * i, 0.6 * (i - 1)), collision_filter=fine)
    ghost = doc.filter(collisionSystems=["ghost"], notCollideWithSystems=["ball red", "sieve red", "sieve yellow"])
    bodies.body(doc, bodies.box(doc, 0.4, 0.4, 0.4, bodies.GREY), "In no ball's system: blocked by no sieve", at=(1.7, 4, 0),
                collision_filter=ghost)
    bodies.body(doc, bodies.box(doc, 0.4, 0.4, 0.4, bodies.GREEN), "Without a filter: no sieve accepts it", at=(-1.7, 4, 0))
    return doc.files()


def triggers():
    """One volume, a compound one, one with a filter, and one that moves."""
    doc = Document("triggers")
    bodies.floor(doc)
    ball = bodies.sphere(doc, 0.2, bodies.RED)
    glass = bodies.box(doc, 1, 0.6, 1, bodies.TEAL, 0.25)
    doc.node("Trigger", mesh=glass.mesh, at=(-3, 1.5, 0), trigger={"geometry": glass.geometry})
    bodies.body(doc, ball, "Ball through the trigger", at=(-3, 3, 0))

    # Two overlapping parts, one trigger: the ball enters once, above, and leaves once, below.
    group = doc.node("Compound trigger", at=(-1, 1.5, 0))
    pane = bodies.box(doc, 0.8, 0.5, 0.8, bodies.PURPLE, 0.25)
    parts = [
        doc.node("Part " + name, parent=group, mesh=pane.mesh, at=at, trigger={"geometry": pane.geometry})
        for name, at in (("above", (0.15, 0.2, 0)), ("below", (-0.15, -0.2, 0)))
    ]
    doc.nodes[group]["extensions"] = {"KHR_physics_rigid_bodies": {"trigger": {"nodes": parts}}}
    bodies.body(doc, ball, "Ball through the compound", at=(-1, 3, 0))

    only_blue = doc.filter(collideWithSystems=["blue"])
    doc.node("Trigger for blue things", mesh=glass.mesh, at=(1.5, 1.5, 0),
             trigger={"geometry": glass.geometry, "collisionFilter": only_blue})
    blue = doc.filter(collisionSystems=["blue"])
    bodies.body(doc, bodies.sphere(doc, 0.2, bodies.BLUE), "Blue ball, seen", at=(1.25, 3, 0), collision_filter=blue)
    bodies.body(doc, bodies.sphere(doc, 0.2, bodies.YELLOW), "Yellow ball, not seen", at=(1.75, 3, 0))

    # A trigger on a kinematic body sweeps over a row of resting boxes.
    scanner = doc.node("Scanner", at=(-3.5, 0.55, 2), motion={"isKinematic": True, "linearVelocity": [1.5, 0, 0]})
    gate = bodies.box(doc, 0.2, 1, 1, bodies.ORANGE, 0.4)
    doc.node("Scanner's trigger", parent=scanner, mesh=gate.mesh, trigger={"geometry": gate.geometry})
    for i in range(5):
        bodies.body(doc, bodies.box(doc, 0.4, 0.4, 0.4, bodies.GREEN), "Scanned box %d" % (i + 1), at=(-2 + i, 0.2, 2))
    return doc.files(embed=True)


def motion():
    """What a motion can say besides its mass."""
    doc = Document("motion")
    ground = doc.material(staticFriction=0.6, dynamicFriction=0.5, restitution=0)
    bodies.floor(doc, 14.0, ground)

    # A top: spins about its axis, leans, and precesses.
    lean = bodies.turn("z", 12)
    top = doc.node("Top", at=(-4, 0.42, 0), turned=lean, motion={"angularVelocity": [0, 70, 0]})
    bodies.part(doc, bodies.cylinder(doc, 0.4, 0.3, 0, bodies.RED), top, "Point", at=(0, -0.2, 0))
    bodies.part(doc, bodies.cylinder(doc, 0.1, 0.5, 0.5, bodies.YELLOW), top, "Disc", at=(0, 0.05, 0))
    bodies.part(doc, bodies.cylinder(doc, 0.3, 0.05, 0.05, bodies.RED), top, "Stem", at=(0, 0.25, 0))

    # Free of gravity, turning about its middle axis: it flips over, again and again.
    handle = doc.node("T-handle without gravity", at=(-2, 2, 0),
                      motion={"gravityFactor": 0, "angularVelocity": [0.02, 9, 0]})
    bodies.part(doc, bodies.box(doc, 1.0, 0.16, 0.16, bodies.TEAL), handle, "Bar")
    bodies.part(doc, bodies.box(doc, 0.16, 0.4, 0.16, bodies.BLUE), handle, "Stem", at=(0, 0.28, 0))

    for i, factor in enumerate([0.0, 0.25, 1.0, -0.05]):
        bodies.body(doc, bodies.sphere(doc, 0.2, bodies.PALETTE[i]), "Gravity factor %g" % factor,
                    at=(-0.6 + 0.6 * i, 2, -2.5), motion={"gravityFactor": factor})

    # A kinematic body keeps its velocity and pushes what is in its way.
    bodies.body(doc, bodies.box(doc, 0.3, 0.8, 1.6, bodies.GREY), "Kinematic pusher", at=(0.5, 0.41, 0),
                motion={"isKinematic": True, "linearVelocity": [0.8, 0, 0]})
    for i in range(3):
        bodies.body(doc, bodies.box(doc, 0.4, 0.4, 0.4, bodies.PALETTE[i + 3]), "Pushed %d" % (i + 1),
                    at=(1.2, 0.2, -0.5 + 0.5 * i), material=ground)

    # Velocities are given in node space: this node is turned, so its +X points up and to the right.
    bodies.body(doc, bodies.sphere(doc, 0.15, bodies.ORANGE), "Thrown along its own X", at=(-5, 0.15, 2.5),
                turned=bodies.turn("z", 50), motion={"mass": 2, "linearVelocity": [8, 0, 0]})

    # The centre of mass low in the belly: it swings about upright.
    bodies.body(doc, bodies.capsule(doc, 0.5, 0.2, 0.4, bodies.PINK), "Tumbler", at=(-1, 0.5, 2.5),
                turned=bodies.turn("z", 70), motion={"mass": 5, "centerOfMass": [0, -0.4, 0]}, material=ground)

    # Infinite inertia about X and Z (0 means infinite): struck off centre it can only turn about Y.
    bodies.body(doc, bodies.box(doc, 0.3, 1.5, 0.3, bodies.PURPLE), "Turns about Y only", at=(2.5, 0.75, 2.5),
                motion={"mass": 4, "inertiaDiagonal": [0, 0.06, 0]}, material=ground)
    bodies.body(doc, bodies.sphere(doc, 0.2, bodies.RED), "Strikes it", at=(0.5, 1.2, 2.6),
                motion={"mass": 2, "linearVelocity": [5, 1, 0]})

    # One heavy and one light ball of the same size meet.
    for name, mass, x, speed, rgb in (("Heavy, 100 kg", 100, 2.5, 1.5, bodies.BLUE), ("Light, 1 kg", 1, 5, -1.5, bodies.YELLOW)):
        bodies.body(doc, bodies.sphere(doc, 0.3, rgb), name, at=(x, 0.3, -1.5),
                    motion={"mass": mass, "linearVelocity": [speed, 0, 0]})
    return doc.files()


def _swing(doc, node, reach, period, seconds):
    """To and fro between where the node is and twice `reach` further, as a cubic spline that starts and ends at rest: a
    key, with its exact velocity, every eighth of a period."""
    step = period / 8
    start = doc.nodes[node]["translation"]
    times, values = [], []
    for k in range(int(seconds / step) + 1):
        phase = 2 * math.pi * k / 8
        at = [c + r * (1 - math.cos(phase)) for c, r in zip(start, reach)]
        speed = [r * math.sin(phase) * 2 * math.pi / period for r in reach]
        times.append(k * step)
        values += [speed, at, speed]
    doc.animate_spline(node, times, values)


def platform():
    """Animated bodies and colliders: they follow the animation and take along what is on them."""
    doc = Document("platform")
    grip = doc.material(staticFriction=0.9, dynamicFriction=0.8, restitution=0, frictionCombine="maximum")
    bodies.floor(doc)
    deck = bodies.box(doc, 2.4, 0.2, 1.6, bodies.GREY)
    ferry = bodies.body(doc, deck, "Ferry", at=(-1.5, 0.6, -1.8), motion={"isKinematic": True}, material=grip)
    _swing(doc, ferry, (1.5, 0, 0), 4, 12)
    for i in range(6):
        look = bodies.box(doc, 0.4, 0.4, 0.4, bodies.PALETTE[i])
        bodies.body(doc, look, "Passenger %d" % (i + 1), at=(-2.1 + 0.6 * (i % 3), 0.9 + 0.4 * (i // 3), -1.8), material=grip)

    lift = bodies.body(doc, bodies.box(doc, 1.4, 0.2, 1.4, bodies.GREY), "Lift", at=(-2.5, 0.3, 1.2),
                       motion={"isKinematic": True}, material=grip)
    _swing(doc, lift, (0, 1, 0), 5, 10)
    bodies.body(doc, bodies.cylinder(doc, 0.4, 0.3, 0.3, bodies.TEAL), "Drum on the lift", at=(-2.5, 0.6, 1.2), material=grip)
    bodies.body(doc, bodies.sphere(doc, 0.2, bodies.RED), "Ball on the drum", at=(-2.5, 1.0, 1.2), material=grip)

    # A turntable: quarter turns, so that the shortest way between keys is the way meant.
    table = bodies.body(doc, bodies.cylinder(doc, 0.2, 1.1, 1.1, bodies.GREY, 36), "Turntable", at=(0.4, 0.3, 1.4),
                        motion={"isKinematic": True}, material=grip)
    times = [1.5 * k for k in range(9)]
    doc.animate(table, "rotation", times, [bodies.turn("y", 90 * k) for k in range(9)])
    for i in range(4):
        angle = math.pi / 2 * i
        bodies.body(doc, bodies.hull(doc, "Gem", meshes.dodecahedron(0.2), bodies.PALETTE[i + 3]), "Rider %d" % (i + 1),
                    at=(0.4 + 0.7 * math.cos(angle), 0.6, 1.4 + 0.7 * math.sin(angle)), material=grip)

    # No motion: an animated static collider, a piston that pushes a ball away.
    piston = bodies.fixed(doc, bodies.box(doc, 0.8, 0.5, 0.5, bodies.ORANGE), "Piston", at=(2.4, 0.3, 1.4))
    _swing(doc, piston, (0, 0, 0.6), 3, 12)
    bodies.body(doc, bodies.sphere(doc, 0.25, bodies.YELLOW), "Ball before the piston", at=(2.4, 0.25, 2.0))
    bodies.fixed(doc, bodies.box(doc, 1.2, 0.6, 0.2, bodies.GREY), "Buffer", at=(2.4, 0.3, 4.5))
    return doc.files()
