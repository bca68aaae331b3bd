"""Files with a report of another validator beside them: FILE and FILE.report.json."""

import json
import pathlib
from typing import Dict, List, Tuple

from .examine import Result


def expected(path: pathlib.Path) -> pathlib.Path:
    return path.with_name(path.name + ".report.json")


def disagreements(results: Dict[pathlib.Path, Result]) -> Tuple[int, List[List[str]]]:
    """The number of pairs, and the rows of those where only one of the two validators has an error."""
    rows: List[List[str]] = []
    count = 0
    for path, result in results.items():
        other = expected(path)
        if not other.exists():
            continue
        count += 1
        messages = json.loads(other.read_text(encoding="utf-8"))["issues"]["messages"]
        theirs = sorted({message["code"] for message in messages if message["severity"] == 0})
        ours = sorted({code for grade, code in result.codes if grade == "error"})
        if bool(theirs) != bool(ours):
            rows.append([path.name, ", ".join(theirs) or "none", ", ".join(ours) or "none"])
    return count, rows
