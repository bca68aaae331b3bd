"""What `carom validate`, `inspect` and `simulate` say about one file."""

import collections
import dataclasses
import hashlib
import json
import pathlib
import subprocess
import tempfile
from typing import Dict, List, Optional, Tuple

GRADES = ("error", "warning", "info", "hint")
TIMEOUT = 600


@dataclasses.dataclass
class Result:
    """`codes`: findings by (grade, code). `load` and `run`: "ok" or "refused". `crash`: what went wrong, or None."""

    size: int
    hash: str
    codes: Dict[Tuple[str, str], int]
    load: str = "ok"
    run: str = "ok"
    crash: Optional[str] = None

    def has(self, grade: str) -> bool:
        return any(found == grade for found, _ in self.codes)


def identity(path: pathlib.Path) -> Tuple[int, str]:
    """Size of a file, and the start of its SHA-256."""
    data = path.read_bytes()
    return len(data), hashlib.sha256(data).hexdigest()[:16]


def started(command: List[str]) -> Tuple[str, int, Optional[str]]:
    """Standard output, status, and how a program ended that did not end by itself."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return "", 1, "no end after %d s" % TIMEOUT
    text = done.stdout.decode("utf-8", "replace")
    if done.returncode not in (0, 1):
        return text, done.returncode, "status %d" % done.returncode
    return text, done.returncode, None


def examine(program: pathlib.Path, path: pathlib.Path, seconds: float) -> Result:
    size, digest = identity(path)
    result = Result(size, digest, {})
    text, _, end = started([str(program), "validate", "--json", "--no-settings", "--max-issues", "0", str(path)])
    crashes = [("validate", end)]
    try:
        issues = json.loads(text)["issues"]
        counts = collections.Counter((GRADES[m["severity"]], m["code"]) for m in issues["messages"])
        result.codes = dict(counts)
    except (ValueError, KeyError, TypeError):
        crashes.append(("validate", "no report"))
    _, status, end = started([str(program), "inspect", "--json", str(path)])
    result.load = "refused" if status else "ok"
    crashes.append(("inspect", end))
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        _, status, end = started([str(program), "simulate", str(path), "--seconds", repr(seconds), "--report", str(report)])
        result.run = "refused" if status else "ok"
        crashes.append(("simulate", end))
        if not status and not report.exists():
            crashes.append(("simulate", "no report"))
    wrong = ["%s: %s" % (command, end) for command, end in crashes if end]
    result.crash = "; ".join(wrong) or None
    return result
