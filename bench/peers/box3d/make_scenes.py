"""Writes the scenes of Box3D's benchmark program as glTF.

python3 -B bench/peers/box3d/make_scenes.py FOLDER [SCENE...] [--small]

README.md beside this file says what each is and what of it glTF cannot say."""

import argparse
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from bench.peers.box3d import boxes, dolls, hulls  # noqa: E402

SCENES = {
    "large_pyramid": boxes.large_pyramid, "many_pyramids": boxes.many_pyramids, "wide_pyramid": boxes.wide_pyramid,
    "large_world": boxes.large_world, "joint_grid": boxes.joint_grid, "washer": hulls.washer,
    "convex_pile": hulls.convex_pile, "junkyard": hulls.junkyard, "trees100": hulls.trees(1), "trees50": hulls.trees(2),
    "trees25": hulls.trees(4), "ragdolls": dolls.ragdolls, "rain": dolls.rain,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("scenes", nargs="*", help="of " + ", ".join(SCENES) + " (default: all but large_world)")
    parser.add_argument("--small", action="store_true", help="the sizes of Box3D's debug build")
    parser.add_argument("--drives", choices=("none", "springs", "all"), default="all", help="of the dolls (default: all)")
    parser.add_argument("--friction-damping", type=float, default=10.0, metavar="NMS_PER_RAD",
                        help="of the dolls' friction motors, which are rigid in Box3D (default: 10)")
    chosen = parser.parse_intermixed_args()
    names = chosen.scenes or [name for name in SCENES if name != "large_world"]
    unknown = [name for name in names if name not in SCENES]
    if unknown:
        parser.error("no scene " + ", ".join(unknown))
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        options = dolls.Drives(chosen.drives, chosen.friction_damping) if name in ("ragdolls", "rain") else None
        scene = SCENES[name](chosen.small, options) if options else SCENES[name](chosen.small)
        scene.gravity(10.0)
        scene.name = name
        scene.write(chosen.folder / (name + ".gltf"))
        print(chosen.folder / (name + ".gltf"))


if __name__ == "__main__":
    main()
