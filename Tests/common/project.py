"""The folders of the project, and how a test calls a program."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORT = ROOT / "build" / "report"


def run(*words, **options):
    """Runs a program to its end. Returns its status, and both of its outputs as text."""
    return subprocess.run([str(word) for word in words], **{"capture_output": True, "text": True, **options})
