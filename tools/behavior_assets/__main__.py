"""Runs the test files of KHR_interactivity's authors and compares the variables with the expected values.

python3 -B -m tools.behavior_assets FOLDER [--program build/release/carom] [--seconds 8] [--all]"""

import argparse
import json
import math
import pathlib
import subprocess
import sys

# The authors' own graphs compare with tolerances of this size.
TOLERANCE = 1e-4


def descriptions(folder):
    """(description, file) of every test: the description lies beside the file or in a folder beside its."""
    for path in sorted(folder.rglob("*.json")):
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            continue
        if not isinstance(content, dict) or "tests" not in content or "glbFileName" not in content:
            continue
        name = content["glbFileName"]
        candidates = [path.parent / name, path.parent.parent / "glTF-Binary" / name]
        files = [candidate for candidate in candidates if candidate.is_file()]
        if files:
            yield content, files[0]


def as_number(value):
    if isinstance(value, bool):
        return float(value)
    return float(value)  # Also "NaN" and "Infinity".


def same(found, expected):
    if isinstance(expected, bool) or isinstance(found, bool):
        return found is expected
    a, b = as_number(found), as_number(expected)
    if math.isnan(b):
        return math.isnan(a)
    if math.isinf(b):
        return a == b
    return abs(a - b) <= TOLERANCE * max(1.0, abs(b))


def run(program, file, seconds):
    """The report of a run, or why there is none."""
    command = [program, "simulate", str(file), "--seconds", str(seconds), "--report", "-"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        lines = result.stderr.strip().splitlines()
        return None, lines[0].split(": ", 1)[-1] if lines else "no output"
    return json.loads(result.stdout), ""


def judge(report, content):
    """(right, all, lines about what is wrong) of the expected values of a file."""
    variables = report.get("variables", [])
    right, count, wrong = 0, 0, []
    for test in content["tests"]:
        for sub in test.get("subTests", []):
            expected, index = sub.get("expectedResultValue"), sub.get("resultVarId", -1)
            passed = sub.get("successResultVarId", -1)
            count += 1
            if not 0 <= index < len(variables):
                wrong.append(f"{sub['name']}: no variable {index}")
                continue
            found = variables[index]["value"]
            values = expected if isinstance(expected, list) else [expected]
            good = len(found) == len(values) and all(same(a, b) for a, b in zip(found, values))
            own = variables[passed]["value"] == [True] if 0 <= passed < len(variables) else good
            if good or own:
                right += 1
            else:
                wrong.append(f"{sub['name']}: {found}, expected {values}")
    return right, count, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", default="build/release/carom")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--all", action="store_true", help="rows for what is right too")
    options = parser.parse_args()
    files = ran = right = count = 0
    print("| File | Values | What is wrong |\n|---|---|---|")
    for content, file in descriptions(options.folder):
        files += 1
        report, why = run(options.program, file, options.seconds)
        name = file.relative_to(options.folder)
        if report is None:
            print(f"| {name} | - | {why} |")
            continue
        ran += 1
        good, all_values, wrong = judge(report, content)
        right, count = right + good, count + all_values
        if wrong or options.all:
            print(f"| {name} | {good} of {all_values} | {'; '.join(wrong)} |")
    # Files without a description must load and run all the same.
    described = {file for _, file in descriptions(options.folder)}
    others = [file for file in sorted(options.folder.rglob("*.glb")) if file not in described]
    for file in others:
        report, why = run(options.program, file, options.seconds)
        files += 1
        ran += report is not None
        if report is None:
            print(f"| {file.relative_to(options.folder)} | - | {why} |")
    print(f"\n{ran} of {files} files ran; {right} of {count} expected values are right.")
    return 0 if files > 0 and ran == files and right == count else 1


if __name__ == "__main__":
    sys.exit(main())
