"""Simulates isolated scenes and watches their energy and momentum.

python3 -B -m tools.conservation [SCENE...] [--seconds 60] [--rate 240]"""

import math
import os
import sys
import tempfile

from ..acceptance import inspection, program, table
from ..acceptance.geometry import add, conjugate, cross, multiply, rotate, scaled, subtract
from .scenes import SCENES

ENERGY_BAR, MOMENTUM_BAR, SPIN_BAR = 1e-3, 1e-6, 1e-3


class Motion:
    """Sums over all bodies between two steps: energy (J) and spin about the origin (kg m²/s), and of the magnitudes of
    momentum (kg m/s) and spin, which tell what is small."""

    def __init__(self):
        self.energy = self.size = self.spin_size = self.noise = 0.0
        self.spin = (0.0, 0.0, 0.0)

    def take(self, body, place, velocity, rotation, rate, passed):
        momentum = scaled(velocity, body.mass)
        axes = multiply(rotation, body.axes)
        local = rotate(conjugate(axes), rate)
        turning = rotate(axes, tuple(i * w for i, w in zip(body.moments, local)))
        spin = add(cross(place, momentum), turning)
        self.energy += 0.5 * sum(v * p for v, p in zip(velocity, momentum)) + 0.5 * sum(
            i * w * w for i, w in zip(body.moments, local))
        self.spin = add(self.spin, spin)
        self.size += math.hypot(*momentum)
        self.noise += body.mass * math.hypot(*place) ** 2 * 2 ** -23 / passed
        self.spin_size += math.hypot(*cross(place, momentum)) + math.hypot(*turning)


def turn_rate(before, after, passed):
    """Angular velocity (rad/s, world) that leads from one rotation to another."""
    x, y, z, w = multiply(after, conjugate(before))
    if w < 0:
        x, y, z, w = -x, -y, -z, -w
    sine = math.sqrt(x * x + y * y + z * z)
    factor = 2 * math.atan2(sine, w) / sine / passed if sine > 1e-14 else 2 / passed
    return (x * factor, y * factor, z * factor)


def halfway(before, after):
    if sum(a * b for a, b in zip(before, after)) < 0:
        after = tuple(-value for value in after)
    mean = [a + b for a, b in zip(before, after)]
    size = math.sqrt(sum(value * value for value in mean))
    return tuple(value / size for value in mean)


def motions(facts, tracks):
    """A Motion for each step, from differences of places and rotations."""
    first = next(iter(tracks.values()))
    for i in range(1, len(first.times)):
        passed = first.times[i] - first.times[i - 1]
        total = Motion()
        for node, track in tracks.items():
            body = facts[node]
            centers = [add(track.positions[k], rotate(track.rotations[k], body.center)) for k in (i - 1, i)]
            velocity = scaled(subtract(centers[1], centers[0]), 1 / passed)
            rate = turn_rate(track.rotations[i - 1], track.rotations[i], passed)
            total.take(body, scaled(add(*centers), 0.5), velocity, halfway(track.rotations[i - 1], track.rotations[i]), rate, passed)
        yield first.times[i], total


def center_drift(facts, tracks, size):
    """How far the sum of m x leaves its straight line, by the way of all that moves at the start; from 1 s on, so that the
    last bit of a place in metres is less than 1e-6 of it."""
    start = (0.0, 0.0, 0.0)
    for node in tracks:
        body = facts[node]
        start = add(start, scaled(rotate(body.rotation, body.linear_velocity), body.mass))
    times = next(iter(tracks.values())).times
    places = [(0.0, 0.0, 0.0)] * len(times)
    for node, track in tracks.items():
        body = facts[node]
        for i in range(len(times)):
            places[i] = add(places[i], scaled(add(track.positions[i], rotate(track.rotations[i], body.center)), body.mass))
    return max(math.dist(subtract(place, places[0]), scaled(start, time)) / (size * time)
               for time, place in zip(times, places) if time >= 1.0)


def watch(case, facts, tracks):
    """(greatest gain of energy, its time, energy at the end, drift of momentum, of spin), each as a part of the start's."""
    start = None
    gain, when, spin, last = -math.inf, 0.0, 0.0, 0.0
    for i, (time, total) in enumerate(motions(facts, tracks)):
        energy = total.energy
        if case.stored:
            middle = {t.name: scaled(add(t.positions[i], t.positions[i + 1]), 0.5) for t in tracks.values()}
            energy += case.stored(middle)
        if start is None:
            start, start_energy = total, energy
        last = energy / start_energy - 1
        if not last <= gain:
            gain, when = last, time
        spin = max(spin, (math.dist(total.spin, start.spin) - total.noise) / max(start.spin_size, 1e-9))
    momentum = center_drift(facts, tracks, max(start.size, 1e-9)) if start.size > 1e-6 * math.sqrt(start.energy) else 0.0
    return gain, when, last, momentum, spin


def try_scene(task):
    executable, name, seconds, rate = task
    case = SCENES[name]()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scene.gltf")
        case.scene.write(path)
        facts = inspection.bodies(executable, path)
        run = program.simulate(executable, path, seconds, rate, "--gravity=0,0,0", "--no-sleep")
    return name, run.error, None if run.error else watch(case, facts, run.tracks)


def main():
    parser = program.arguments(__doc__)
    parser.add_argument("scenes", nargs="*", help="of " + ", ".join(SCENES) + " (default: all)")
    parser.add_argument("--seconds", type=float, default=60.0, help="simulated time (default: 60)")
    parser.add_argument("--rate", type=float, default=240.0, help="steps a second (default: 240)")
    chosen = parser.parse_args()
    names = chosen.scenes or list(SCENES)
    for name in names:
        if name not in SCENES:
            parser.error("no scene " + name)
    rows, bad = [], 0
    for name, error, found in program.in_parallel(
            try_scene, [(chosen.program, name, chosen.seconds, chosen.rate) for name in names], chosen.jobs):
        if error:
            rows.append([name, error] + ["-"] * 5)
            bad += 1
            continue
        gain, when, last, momentum, spin = found
        over = [word for word, value, bar in (("energy", gain, ENERGY_BAR), ("momentum", momentum, MOMENTUM_BAR),
                                              ("spin", spin, SPIN_BAR)) if not value <= bar]
        bad += bool(over)
        rows.append([name, gain, when, last, momentum, spin, ", ".join(over) or "-"])
    print(table.markdown(["scene", "energy: greatest gain", "at, s", "at the end", "momentum off by", "spin off by", "over"], rows))
    print("Bars: energy +%g, momentum %g, spin %g of the start's. %d of %d scenes are over." % (
        ENERGY_BAR, MOMENTUM_BAR, SPIN_BAR, bad, len(rows)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
