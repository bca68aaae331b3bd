"""The car of scenes/vehicles/ at rest: its springs carry its weight."""

import csv
import math
import os
import subprocess
import tempfile

from ..acceptance import inspection
from ..acceptance.program import ROOT

NAME = "car at rest"
SCENE = ROOT / "scenes" / "vehicles" / "car.gltf"


def judge(program, options, seconds=20):
    """The sum of the wheels' loads at the end against m g, and the greatest speed of the last second."""
    facts = inspection.bodies(program, SCENE)
    weight = 9.81 * sum(body.mass for body in facts.values() if body.type == "dynamic")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "wheels.csv")
        result = subprocess.run([str(program), "simulate", str(SCENE), "--seconds", str(seconds), "--vehicle-report", path,
                                 *options], capture_output=True, text=True)
        if result.returncode != 0:
            return [(result.stderr.strip(), math.inf, 0.0, math.inf, 0.0)]
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    last = rows[-1]["step"]
    load = sum(float(row["load"]) for row in rows if row["step"] == last)
    return [("load of the wheels, N", load, weight, abs(load - weight) / weight, 1e-4)]
