"""The folders of the project, and how a test calls a program."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORT = ROOT / "build" / "report"


def run(*words, **options):
    """Runs a program to its end. Returns its status, and both of its outputs as text."""
    return subprocess.run([str(word) for word in words], **{"capture_output": True, "text": True, **options})


def make(*words):
    """Runs make as a user would: without the flags and the level of a make that runs the tests, with which it would go on
    after an error and print the folders it enters."""
    environment = {name: text for name, text in os.environ.items() if name not in ["MAKEFLAGS", "MAKELEVEL", "MFLAGS"]}
    return run("make", *words, cwd=ROOT, env=environment)
