"""Subjects of commits since this file exists: `folder: imperative`, at most 60 columns; a claim about speed has a body
with numbers."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_COLUMNS = 60
SUBJECT = re.compile(r"(?P<where>[\w./-]+): (?P<verb>[a-z]+)\b")
NOT_IMPERATIVE = re.compile(
    r"(?!address|access|bypass|pass|process|express|discuss|compress|focus|bring|embed|shed|feed|need|seed|speed)\w+(ed|ing|s)"
    r"|an?|the|th(is|at|ese|ose)|no|not|one|more|what|which|where|when|how|why|all|each|in|on|of|for|to|it|its|also|better|fewer"
)
SPEED = re.compile(r"\b(faster|slower|speeds? up|quicker|in (half|a third) the time)\b")
TOPICS = {"ci", "build", "release"}
LANDED = {"4d96bc22"}  # on main with 68 columns; a subject that others have built on stays as it is


def problems_of(subject, body, folders):
    found = SUBJECT.match(subject)
    if found is None:
        return ["it is not `folder: imperative`"]
    wrong = []
    if len(subject) > MAX_COLUMNS:
        wrong.append(f"it has {len(subject)} columns, {MAX_COLUMNS} are allowed")
    if found["where"].split("/")[0] not in folders:
        wrong.append(f"{found['where']} is not a folder")
    if NOT_IMPERATIVE.fullmatch(found["verb"]):
        wrong.append(f"{found['verb']!r} is not an imperative")
    if SPEED.search(f"{subject}\n{body}") and not re.search(r"\d", body):
        wrong.append("a claim about speed needs a body with numbers")
    return wrong


def git(*args):
    """What git prints; nothing where there is no git or no history."""
    try:
        return subprocess.run(["git", *args], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def main():
    here = Path(__file__).relative_to(ROOT).as_posix()
    first = git("log", "--diff-filter=A", "--format=%H", "--", here).split()
    if not first:
        print("commits: no history to check")
        return 0
    folders = TOPICS | {path.name for path in ROOT.iterdir()} | {path.name for path in (ROOT / "python").iterdir()}
    folders |= {path.name for path in (ROOT / "src").iterdir()}
    bad = 0
    commits = git("log", "--no-merges", "--format=%h%x01%s%x01%b%x02", f"{first[-1]}..HEAD").split("\x02")
    for commit in filter(str.strip, commits):
        name, subject, body = commit.strip().split("\x01")
        if name[:8] in LANDED:
            continue
        for problem in problems_of(subject, body, folders):
            print(f"{name} {subject!r}: {problem}")
            bad += 1
    print(f"commits: {len(commits) - 1} checked" if not bad else f"commits: {bad} problems")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
