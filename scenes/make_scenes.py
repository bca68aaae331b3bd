#!/usr/bin/env python3
"""Writes the scenes beside it.

  make_scenes.py          write them
  make_scenes.py --check  compare with what is there: exit status 1 when a file differs

Python's standard library is all it needs. Numbers are rounded, so that every machine writes the same bytes.
"""

import pathlib
import sys

sys.dont_write_bytecode = True  # The source tree stays clean.

from generator import basics, behaviour, flight, graphs, omi, space, vehicles

SCENES = (basics.stack, basics.shapes, basics.scaled, basics.bowl, behaviour.materials, behaviour.filters,
          behaviour.triggers, behaviour.motion, behaviour.platform, graphs.door, graphs.kick, graphs.motor,
          graphs.growing, omi.omi, omi.omi_body, omi.omi_collider,
          space.planet, vehicles.car, vehicles.car_v1, vehicles.course,
          vehicles.truck, flight.rocket, flight.hovercraft)
LARGEST = 200_000  # Bytes of a scene with its buffer.


def main(arguments):
    check = arguments == ["--check"]
    if arguments and not check:
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(__file__).resolve().parent
    stale = []
    for make in SCENES:
        files = make()
        size = sum(len(content) for content in files.values())
        if size > LARGEST:
            print("%s has %d bytes, more than %d" % (make.__name__, size, LARGEST), file=sys.stderr)
            return 1
        for name, content in files.items():
            path = folder / name
            if check:
                if not path.exists() or path.read_bytes() != content:
                    stale.append(name)
            else:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(content)
    for name in stale:
        print("scenes/%s is not what make_scenes.py writes" % name, file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
