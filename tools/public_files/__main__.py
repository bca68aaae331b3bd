"""Runs carom over public files, and compares with what is recorded of them.

python3 -B -m tools.public_files FOLDER... [--update] [--seconds 5]"""

import argparse
import collections
import pathlib
import sys
from typing import Dict, List, Tuple

from ..acceptance import program, table
from . import pairs, recorded
from .examine import GRADES, Result, examine

RECORDED = pathlib.Path(__file__).resolve().parent / "recorded.txt"


def files_of(folders: List[pathlib.Path]) -> List[Tuple[str, pathlib.Path]]:
    """Every .gltf and .glb with the folder of its group: that below the given one."""
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() not in (".gltf", ".glb") or not path.is_file():
                continue
            parts = path.relative_to(folder).parts
            found.append(("/".join([folder.name, *parts[:1]]) if len(parts) > 1 else folder.name, path))
    return found


def once(files: List[Tuple[str, pathlib.Path]]) -> List[Tuple[str, pathlib.Path]]:
    """Without files that are byte for byte an earlier one, unless a report lies beside them."""
    seen, kept = set(), []
    for group, path in files:
        data = path.read_bytes()
        if data in seen and not pairs.expected(path).exists():
            continue
        seen.add(data)
        kept.append((group, path))
    return kept


def run(task: Tuple[pathlib.Path, pathlib.Path, float]) -> Result:
    return examine(*task)


def group_table(groups: Dict[str, List[Result]]) -> str:
    rows = []
    for name in sorted(groups):
        results = groups[name]
        rows.append([name, len(results), sum(r.crash is not None for r in results),
                     sum(r.run == "refused" for r in results), *(sum(r.has(grade) for r in results) for grade in GRADES)])
    every = [r for results in groups.values() for r in results]
    rows.append(["all", len(every), sum(r.crash is not None for r in every), sum(r.run == "refused" for r in every),
                 *(sum(r.has(grade) for r in every) for grade in GRADES)])
    return table.markdown(["files with", "files", "crashes", "refused", *GRADES], rows)


def code_table(results: List[Result]) -> str:
    files: Dict[Tuple[str, str], int] = collections.Counter()
    counts: Dict[Tuple[str, str], int] = collections.Counter()
    for result in results:
        for key, count in result.codes.items():
            files[key] += 1
            counts[key] += count
    order = sorted(counts, key=lambda key: (GRADES.index(key[0]), -counts[key], key[1]))
    return table.markdown(["severity", "code", "files", "findings"],
                          [[grade, code, files[grade, code], counts[grade, code]] for grade, code in order])


def changes(results: Dict[pathlib.Path, Result], known: Dict[str, str]) -> Tuple[List[str], int, int]:
    """The differences in words, how many files are recorded, and how many are new."""
    words, same, new = [], 0, 0
    for path, result in results.items():
        line = recorded.line(result)
        if result.hash not in known:
            new += 1
            continue
        same += 1
        if known[result.hash] != line:
            words.append("%s\n  recorded: %s\n  now:      %s" % (path.name, known[result.hash], line))
    return words, same, new


def main() -> int:
    parser = program.arguments(__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folders", nargs="+", type=pathlib.Path, metavar="FOLDER", help="searched with all folders below")
    parser.add_argument("--seconds", type=float, default=5.0, help="simulated time (default: 5)")
    parser.add_argument("--recorded", type=pathlib.Path, default=RECORDED, help="the list (default: recorded.txt of this tool)")
    parser.add_argument("--update", action="store_true", help="record the results; files that are not given stay recorded")
    chosen = parser.parse_args()
    for folder in chosen.folders:
        if not folder.is_dir():
            parser.error("no folder %s" % folder)
    files = once(files_of(chosen.folders))
    tasks = [(chosen.program, path, chosen.seconds) for _, path in files]
    results: Dict[pathlib.Path, Result] = {}
    groups: Dict[str, List[Result]] = collections.defaultdict(list)
    for (group, path), result in zip(files, program.in_parallel(run, tasks, chosen.jobs)):
        results[path] = result
        groups[group].append(result)
    print(group_table(groups) + "\n")
    print(code_table(list(results.values())) + "\n")
    crashes = ["%s: %s" % (path, result.crash) for path, result in results.items() if result.crash]
    print("\n".join(["Crashes: %d." % len(crashes), *crashes]))
    count, rows = pairs.disagreements(results)
    if count:
        print("\n%d files have another validator's report; %d differ in whether there is an error." % (count, len(rows)))
        if rows:
            print(table.markdown(["file", "its errors", "Carom's errors"], rows))
    missed = sum(row[2] == "none" for row in rows)
    known = recorded.read(chosen.recorded)
    words, same, new = changes(results, known)
    print("\n%d files are recorded and %d are not; %d recorded ones are not given." % (same, new, len(known) - same))
    print("\n".join(["Different from what is recorded: %d." % len(words), *words]))
    if chosen.update:
        kept = recorded.names(chosen.recorded)
        for path, result in results.items():
            known[result.hash] = recorded.line(result)
            kept[result.hash] = path.name
        recorded.write(chosen.recorded, known, kept)
    return 1 if crashes or missed or (words and not chosen.update) else 0


if __name__ == "__main__":
    sys.exit(main())
