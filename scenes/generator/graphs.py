"""Scenes that a behaviour graph moves."""

from . import bodies
from .document import RIGID_BODIES, Document
from .graph import Graph, constant, output

EASE = {"p1": constant("float2", 0.5, 0), "p2": constant("float2", 0.5, 1)}


def door():
    """A ball rolls into a trigger, a door opens before it and closes behind it."""
    doc = Document("door")
    bodies.floor(doc)
    for side in (-1, 1):
        bodies.fixed(doc, bodies.box(doc, 0.3, 2, 1.6, bodies.GREY), "Wall", at=(3, 1, 1.4 * side))
    gate = bodies.body(doc, bodies.box(doc, 0.2, 2, 1.2, bodies.BLUE), "Door", at=(3, 1, 0), motion={"isKinematic": True})
    zone = bodies.box(doc, 1, 1, 1.2, bodies.GREEN, 0.25)
    sensor = doc.node("Sensor", mesh=zone.mesh, at=(0, 0.7, 0), trigger={"geometry": zone.geometry})
    # Rolls without sliding: the speed of its rim is that of its centre.
    bodies.body(doc, bodies.sphere(doc, 0.25, bodies.RED), "Ball", at=(-3, 0.25, 0),
                motion={"linearVelocity": [2, 0, 0], "angularVelocity": [0, 0, -8]})
    graph = Graph()
    entered = graph.add("event/rigid_body_triggerEntered", configuration={"nodeIndex": sensor}, extension=RIGID_BODIES)
    place = {"pointer": "/nodes/%d/translation" % gate, "type": 4}
    move = {"duration": constant("float", 0.5), **EASE}
    said = graph.log(entered, "out", "node {node} comes", {"node": output(entered, "motionNodeIndex")})
    opening = graph.then(said, "out", "pointer/interpolate", {"value": constant("float3", 3, 3.1, 0), **move}, place)
    wait = graph.then(opening, "done", "flow/setDelay", {"duration": constant("float", 2)})
    graph.then(wait, "done", "pointer/interpolate", {"value": constant("float3", 3, 1, 0), **move}, place)
    doc.extensions["KHR_interactivity"] = graph.extension()
    return doc.files()


def kick():
    """A ball of 200 g lies until an impulse kicks it, two seconds after the start and when the event `kick` comes."""
    doc = Document("kick")
    lawn = doc.material(staticFriction=0.8, dynamicFriction=0.6, restitution=0.5)
    bodies.floor(doc, material=lawn)
    ball = bodies.body(doc, bodies.sphere(doc, 0.11, bodies.ORANGE), "Ball", at=(-4, 0.11, 0), motion={"mass": 0.2},
                       material=lawn)
    for i in range(3):
        bodies.body(doc, bodies.cylinder(doc, 0.5, 0.08, 0.1, bodies.PALETTE[3 + i]), "Skittle %d" % (i + 1),
                    at=(-1.2, 0.25, 0.25 * (i - 1)), motion={"mass": 0.1}, material=lawn)
    graph = Graph()
    graph.events = [{"id": "kick"}]
    impulse = {"nodeIndex": constant("int", ball), "linearImpulse": constant("float3", 0.8, 0.6, 0)}
    start = graph.add("event/onStart")
    received = graph.add("event/receive", configuration={"event": 0})
    wait = graph.then(start, "out", "flow/setDelay", {"duration": constant("float", 2)})
    once = graph.then(wait, "done", "rigid_body/applyImpulse", impulse, extension=RIGID_BODIES)
    graph.flow(received, "out", once)
    doc.extensions["KHR_interactivity"] = graph.extension()
    return doc.files()


def motor():
    """A rotor on a hinge; from one second on an animation of the motor's target speeds it up."""
    doc = Document("motor")
    free = doc.joint(limits=[{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1], "min": 0, "max": 0}],
                     drives=[{"type": "angular", "mode": "acceleration", "axis": 2, "damping": 20, "velocityTarget": 0}])
    stand = bodies.fixed(doc, bodies.box(doc, 0.3, 2, 0.3, bodies.GREY), "Stand", at=(0, 1, -0.4))
    rotor = bodies.body(doc, bodies.box(doc, 2.4, 0.2, 0.2, bodies.TEAL), "Rotor", at=(0, 2, 0),
                        motion={"gravityFactor": 0})
    hub = doc.node("Hub", parent=stand, at=(0, 1, 0.4))
    doc.nodes[hub]["extensions"] = {RIGID_BODIES: {"joint": {"connectedNode": rotor, "joint": free}}}
    # 0 to 6 rad/s in two seconds, held for one, and back in one.
    doc.animate_pointer("/extensions/%s/physicsJoints/%d/drives/0/velocityTarget" % (RIGID_BODIES, free),
                        [0, 2, 3, 4], [0, 6, 6, 0])
    graph = Graph()
    start = graph.add("event/onStart")
    wait = graph.then(start, "out", "flow/setDelay", {"duration": constant("float", 1)})
    play = graph.then(wait, "done", "animation/start", {
        "animation": constant("ref", "/animations/0"), "startTime": constant("float", 0), "endTime": constant("float", 4),
        "speed": constant("float", 1)})
    graph.log(play, "done", "the motor stands")
    doc.extensions["KHR_interactivity"] = graph.extension()
    return doc.files()


def growing():
    """A platform grows under a box: an animation of its scale that the graph starts."""
    doc = Document("growing")
    bodies.floor(doc)
    grip = doc.material(staticFriction=0.9, dynamicFriction=0.8, restitution=0)
    platform = bodies.fixed(doc, bodies.box(doc, 1.6, 0.5, 1.6, bodies.GREY), "Platform", at=(0, 0, 0), material=grip)
    bodies.body(doc, bodies.box(doc, 0.4, 0.4, 0.4, bodies.YELLOW), "Box", at=(0, 0.45, 0), material=grip)
    doc.animate(platform, "scale", [0, 2], [(1, 1, 1), (1, 4, 1)])
    graph = Graph()
    graph.events = [{"id": "again"}]
    animation = {"animation": constant("ref", "/animations/0"), "startTime": constant("float", 0),
                 "endTime": constant("float", 2), "speed": constant("float", 1)}
    start = graph.add("event/onStart")
    again = graph.add("event/receive", configuration={"event": 0})
    wait = graph.then(start, "out", "flow/setDelay", {"duration": constant("float", 0.5)})
    play = graph.then(wait, "done", "animation/start", animation)
    graph.flow(again, "out", play)
    doc.extensions["KHR_interactivity"] = graph.extension()
    return doc.files()
