"""The layers of ARCHITECTURE.md: its folders exist, and includes go one way."""
import re
import unittest

import project_tree

# What each layer may include besides itself. `validate` is a side branch, and the engine (collide, solve) knows
# nothing of glTF.
FORMAT = ["base", "json", "gltf", "scene", "dialect"]
ENGINE = ["base", "collide", "solve"]
WORLD = ["base", "scene", "collide", "solve", "world"]
ALLOWED = {
    "base": [],
    "json": ["base"],
    "gltf": ["base", "json"],
    "scene": ["base", "json", "gltf"],
    "dialect": ["base", "json", "gltf", "scene"],
    "validate": FORMAT + ["collide", "world", "behavior"],
    "collide": ["base"],
    "solve": ["base", "collide"],
    "world": ["base", "scene", "collide", "solve"],
    "behavior": ["base", "json", "gltf", "scene", "world"],
    "output": FORMAT + ["collide", "solve", "world", "behavior"],
    "capi": FORMAT + ["validate", "collide", "solve", "world", "behavior", "output"],
    "cli": FORMAT + ["validate", "collide", "solve", "world", "behavior", "output"],
    "web": FORMAT + ["validate", "collide", "solve", "world", "behavior", "output"],
}

# The rooms of a layer, in order: a file may include what is in its own room, in one to the left of it, and the headers
# that lie in the layer's folder itself. Those, and the sources beside them, may include every room. A room's folders
# belong to it.
ROOMS = {
    "dialect": ["tables", "families", "read", "lower", "write", "compare"],
    "collide": ["hull", "mesh", "shapes", "trees", "mass", "convex", "manifold", "round", "pairs", "mesh_contacts",
                "queries"],
    "solve": ["simd", "state", "broad_phase", "sleep", "gravity", "islands", "continuous", "integration", "constraints",
              "narrow_phase", "projection", "sensors", "events", "snapshot"],
}


def room_of(path):
    """(layer, room) of a source in src/, room None for what lies in the layer's folder itself."""
    return path.parts[1], path.parts[2] if len(path.parts) > 3 else None


def layer_of(path):
    """The layer a source or header belongs to, None for what is outside the layers (carom.hpp, tests)."""
    parts = path.parts
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ("include", "carom") and len(parts) > 3:
        return parts[2]
    return None


def included_layer(name):
    parts = name.split("/")
    if parts[0] == "carom":
        return parts[1] if len(parts) > 2 else "all of carom"
    return parts[0] if len(parts) > 1 and parts[0] in project_tree.LAYERS else None


class Layers(project_tree.Check):
    def test_every_source_folder_is_a_layer(self):
        found = {layer_of(path) for path in project_tree.cpp_files()} - {None}
        self.assertEqual(found - set(project_tree.LAYERS), set())

    def test_includes_go_one_way(self):
        wrong = []
        for path in project_tree.cpp_files():
            layer = layer_of(path)
            if layer is None:
                continue
            for number, line in enumerate(project_tree.read(path).splitlines(), 1):
                match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
                target = match and included_layer(match.group(1))
                if target and target != layer and target not in ALLOWED[layer]:
                    wrong.append(f"{path}:{number}: {layer} must not include {match.group(1)}")
        self.assertNothing(wrong)

    def test_rooms_are_known_and_includes_between_them_go_one_way(self):
        wrong = []
        for path in project_tree.cpp_files():
            if path.parts[0] != "src" or path.parts[1] not in ROOMS:
                continue
            layer, room = room_of(path)
            if room is None:
                continue
            rooms = ROOMS[layer]
            if room not in rooms:
                wrong.append(f"{path}: {layer}/{room} is not in the list of rooms")
                continue
            for number, line in enumerate(project_tree.read(path).splitlines(), 1):
                match = re.match(rf'\s*#\s*include\s*"{layer}/(\w+)/', line)
                if match and match.group(1) not in rooms[:rooms.index(room) + 1]:
                    wrong.append(f"{path}:{number}: {room} must not include {match.group(1)}")
        self.assertNothing(wrong)

    def test_quoted_includes_name_their_layer(self):
        wrong = []
        for path in project_tree.cpp_files():
            if layer_of(path) is None:
                continue
            for number, line in enumerate(project_tree.read(path).splitlines(), 1):
                match = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
                if match and included_layer(match.group(1)) is None:
                    wrong.append(f'{path}:{number}: "{match.group(1)}" is written without its layer')
        self.assertNothing(wrong)

    def test_public_headers_include_only_public_ones(self):
        wrong = []
        for path in project_tree.cpp_files():
            if path.parts[:2] != ("include", "carom"):
                continue
            for match in re.finditer(r'#\s*include\s*"([^"]+)"', project_tree.read(path)):
                if not (project_tree.ROOT / "include" / match.group(1)).is_file():
                    wrong.append(f"{path}: {match.group(1)}")
        self.assertNothing(wrong)

    def test_architecture_names_every_folder_and_no_other(self):
        text = project_tree.read("ARCHITECTURE.md")
        named = set(re.findall(r"^\| `([\w./-]+)/` \|", text, re.MULTILINE))
        self.assertGreater(len(named), 10)
        for folder in sorted(named):
            self.assertTrue((project_tree.ROOT / folder).is_dir(), f"ARCHITECTURE.md names {folder}/, which does not exist")
        folders = set()
        for path in project_tree.files():
            parts = path.parts
            if parts[0] == "src" and len(parts) > 2:
                folders.add(f"src/{parts[1]}")
            elif parts[0] == "include" and len(parts) > 3:
                folders.add("include/carom")
            elif len(parts) > 1:
                folders.add(parts[0])
        missing = sorted(folder for folder in folders
                         if folder not in named and not any(name.startswith(folder + "/") for name in named))
        self.assertNothing(missing, "folders without a line in ARCHITECTURE.md")


if __name__ == "__main__":
    unittest.main()
