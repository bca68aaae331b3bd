"""The motions: each makes a scene, and judges its trajectory by its closed form."""

import math

from ..acceptance.geometry import rotate, turn
from ..acceptance.scene import HINGE_X, Scene
from . import formulas

SECONDS, RATE = 60.0, 60.0


class Motion:
    """A scene of one watched body; judge(track) gives rows (quantity, found, expected, error, bar)."""

    def __init__(self, name, family, judge, seconds=SECONDS):
        self.scene = Scene(name)
        self.name = name
        self.family = family
        self.judge = judge
        self.seconds = seconds
        self.node = -1


def relative(quantity, found, expected, bar):
    return quantity, found, expected, abs(found - expected) / abs(expected), bar


def never_more_than(quantity, found, expected, scale, bar):
    """A difference, as a part of a scale."""
    return quantity, found, expected, abs(found - expected) / scale, bar


def judge_oscillation(times, values, amplitude, period, spread=0.0):
    """Period over all half swings, their number, and the amplitude of the last of them. A substep of 1/240 s is a phase of
    2π/240 T: a symplectic step has the period right to a 24th of its square, so that is allowed, and 1e-3 and `spread`
    besides. The amplitude is that of samples, which miss the turning point by the square of half a step's phase at most."""
    zero = formulas.crossings(times, values)
    phase = 2 * math.pi / (240 * period)
    missed = (4 * phase / 2) ** 2 / 2
    rows = []
    if times[-1] > period:
        late = max(abs(value) for time, value in zip(times, values) if time >= times[-1] - period)
        rows.append(relative("amplitude at the end", late, amplitude, 0.01 + missed))
    expected = int((times[-1] - period / 4) / (period / 2)) + 1 if times[-1] > period / 4 else 0
    if expected >= 2:
        bar = 1e-3 + phase ** 2 / 24 + spread
        if len(zero) < 2:
            return [*rows, ("period", math.inf, period, math.inf, bar)]
        rows.append(relative("period", 2 * (zero[-1] - zero[0]) / (len(zero) - 1), period, bar))
        rows.append(relative("half swings", len(zero), expected, bar + 1.01 / expected))
    return rows


def judge_fall(times, values, omega, amplitude):
    """From nearly upright: the time at which it is level, to 1 %; its swings are too near to going over to be judged."""
    exact = formulas.time_to(omega, amplitude, math.pi / 2)
    found = formulas.crossings(times, [value - math.pi / 2 for value in values])
    late = max(abs(value) for value in values[len(values) // 2:])
    return [relative("time to fall", found[0] if found else math.inf, exact, 0.01),
            ("greatest angle in the second half", late, amplitude, abs(late - amplitude) / amplitude, 0.02)]


def pendulum(length, degrees):
    """A ball on a hinge, by parallel axes, let go at an angle from the lowest place."""
    amplitude, radius = math.radians(degrees), 0.1 * length
    mass = 1000 * 4 / 3 * math.pi * radius ** 3
    inertia = 0.4 * mass * radius ** 2
    omega = math.sqrt(mass * 9.81 * length / (mass * length ** 2 + inertia))

    def judge(track):
        angles = [math.atan2(z, -y) for _, y, z in track.positions]
        if degrees > 175:
            return judge_fall(track.times, angles, omega, amplitude)
        period = formulas.pendulum_period(omega, amplitude)
        spread = formulas.pendulum_period(omega, 1.001 * amplitude) / period - 1
        rows = judge_oscillation(track.times, angles, amplitude, period, spread)
        index = round(0.2 * period * RATE)
        exact = formulas.pendulum_angle(omega, amplitude, track.times[index])
        # The integrator's velocities are those half a substep on: a lag of 1/480 s, which does not grow.
        lag = abs(formulas.pendulum_angle(omega, amplitude, track.times[index] + 1 / 480) - exact) / amplitude
        rows.append(never_more_than("angle in the first fall", angles[index], exact, amplitude, 0.002 + 1.1 * lag))
        return rows

    motion = Motion("pendulum %g m, %g degrees" % (length, degrees), "pendulum", judge)
    scene = motion.scene
    turned = turn((1, 0, 0), -amplitude)
    motion.node = scene.body("bob", scene.sphere(radius), at=rotate(turned, (0, -length, 0)), turned=turned,
                             motion={"mass": mass, "inertiaDiagonal": [inertia] * 3})
    scene.connect(scene.joint_kind(HINGE_X), None, motion.node, (0, 0, 0), (0, length, 0))
    return motion


def spring(hertz, amplitude):
    """A kilogram on an undamped soft limit, without gravity."""
    stiffness = (2 * math.pi * hertz) ** 2

    def judge(track):
        return judge_oscillation(track.times, [y for _, y, _ in track.positions], amplitude, 1 / hertz)

    motion = Motion("spring %g Hz, %g mm" % (hertz, 1000 * amplitude), "spring", judge)
    scene = motion.scene
    motion.node = scene.body("weight", scene.sphere(0.05), at=(0, amplitude, 0), motion={"mass": 1.0, "gravityFactor": 0.0})
    scene.connect(scene.joint_kind([{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0},
                                    {"linearAxes": [1], "min": 0, "max": 0, "stiffness": stiffness, "damping": 0}]),
                  None, motion.node)
    return motion


def hanging_weight(hertz):
    """A kilogram let go on a damped spring: it must end where the spring carries it, g/ω² below."""
    stiffness = (2 * math.pi * hertz) ** 2
    damping = 2 * 0.2 * math.sqrt(stiffness)
    rest = -9.81 / stiffness

    def judge(track):
        return [relative("place at the end", track.positions[-1][1], rest, 1e-3)]

    motion = Motion("weight on a damped spring of %g Hz" % hertz, "spring", judge)
    scene = motion.scene
    motion.node = scene.body("weight", scene.sphere(0.05), at=(0, 0, 0), motion={"mass": 1.0})
    scene.connect(scene.joint_kind([{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0},
                                    {"linearAxes": [1], "min": 0, "max": 0, "stiffness": stiffness, "damping": damping}]),
                  None, motion.node)
    return motion


def wheel(rate):
    """A wheel on a frictionless hinge: φ = ω t."""
    def judge(track):
        turned, last = 0.0, track.rotations[0]
        for q in track.rotations[1:]:
            x = q[0] * last[3] - q[3] * last[0] + q[2] * last[1] - q[1] * last[2]
            w = sum(a * b for a, b in zip(q, last))
            turned += 2 * math.atan2(x, w) if w >= 0 else 2 * math.atan2(-x, -w)
            last = q
        return [relative("angle at the end", turned, rate * track.times[-1], 1e-3)]

    motion = Motion("wheel %g rad/s" % rate, "slow wheel", judge)
    scene = motion.scene
    motion.node = scene.body("wheel", scene.sphere(0.3), at=(0, 1, 0), motion={"mass": 2.0, "angularVelocity": [rate, 0, 0]})
    scene.connect(scene.joint_kind(HINGE_X), None, motion.node, (0, 1, 0))
    return motion


def conveyor(speed, size):
    """A box on a kinematic slab that moves: after the first moments it moves with it."""
    def judge(track):
        return [never_more_than("way", track.positions[-1][0], speed * track.times[-1], speed * track.times[-1], 0.01)]

    motion = Motion("conveyor %g mm/s, box of %g m" % (1000 * speed, size), "conveyor", judge)
    scene = motion.scene
    long = 4 * speed * SECONDS + 10 * size
    scene.body("belt", scene.box(long, size, 4 * size), at=(0, -size / 2, 0),
               motion={"isKinematic": True, "linearVelocity": [speed, 0, 0]})
    motion.node = scene.body("box", scene.box(size, size, size), at=(0, size / 2, 0))
    return motion


def slide(speed, size):
    """A box on a floor without friction: x = v t."""
    def judge(track):
        return [relative("way", track.positions[-1][0], speed * track.times[-1], 1e-3)]

    motion = Motion("slide %g mm/s, box of %g m" % (1000 * speed, size), "slow slide and roll", judge)
    scene = motion.scene
    ice = scene.material(friction=0.0)
    scene.fixed("floor", scene.plane(), material=ice)
    motion.node = scene.body("box", scene.box(size, size, size), at=(0, size / 2, 0), material=ice,
                             motion={"linearVelocity": [speed, 0, 0]})
    return motion


def roll(speed, radius):
    """A ball that rolls: x = v t."""
    def judge(track):
        return [relative("way", track.positions[-1][0], speed * track.times[-1], 0.01)]

    motion = Motion("roll %g mm/s, ball of %g m" % (1000 * speed, radius), "slow slide and roll", judge)
    scene = motion.scene
    scene.fixed("floor", scene.plane())
    motion.node = scene.body("ball", scene.sphere(radius), at=(0, radius, 0),
                             motion={"linearVelocity": [speed, 0, 0], "angularVelocity": [0, 0, -speed / radius]})
    return motion


def balloon(factor):
    """Nearly weightless: y = -f g t²/2."""
    def judge(track):
        expected = -0.5 * factor * 9.81 * track.times[-1] ** 2
        return [relative("height at the end", track.positions[-1][1], expected, 1e-3)]

    motion = Motion("balloon of gravity factor %g" % factor, "balloon", judge)
    motion.node = motion.scene.body("balloon", motion.scene.sphere(0.2), at=(0, 0, 0),
                                    motion={"mass": 0.01, "gravityFactor": factor})
    return motion


def thrown(gravity):
    """Thrown upward under little gravity so that it turns after half a minute: back at its start after a minute."""
    speed = gravity * 30

    def judge(track):
        top = max(y for _, y, _ in track.positions)
        return [relative("greatest height", top, speed ** 2 / (2 * gravity), 1e-3),
                never_more_than("height at the end", track.positions[-1][1], 0.0, speed ** 2 / (2 * gravity), 0.002)]

    motion = Motion("thrown up under %g m/s2" % gravity, "balloon", judge)
    motion.scene.gravity(gravity)
    motion.node = motion.scene.body("ball", motion.scene.sphere(0.1), at=(0, 0, 0), motion={"linearVelocity": [0, speed, 0]})
    return motion


def all_motions():
    motions = [pendulum(length, degrees) for length in (0.05, 0.5, 5, 50)
               for degrees in (0.5, 5, 45, 120, 170, 179, 179.9)]
    motions += [spring(hertz, amplitude) for hertz in (0.05, 0.2, 1, 3) for amplitude in (0.001, 0.08, 1.0)]
    motions += [hanging_weight(hertz) for hertz in (0.2, 1, 5)]
    motions += [wheel(rate) for rate in (0.001, 0.01, 0.15, 1.0, 10.0)]
    motions += [conveyor(speed, size) for speed in (0.001, 0.01, 0.1, 1.0) for size in (0.05, 0.5)]
    motions += [slide(speed, size) for speed in (0.001, 0.01, 0.1) for size in (0.05, 0.5)]
    motions += [roll(speed, radius) for speed in (0.001, 0.01, 0.1, 1.0) for radius in (0.02, 0.5)]
    motions += [balloon(sign * factor) for factor in (1e-5, 1e-4, 1e-3, 1e-2) for sign in (-1, 1)]
    motions += [thrown(gravity) for gravity in (0.001, 0.01, 0.1)]
    return motions
