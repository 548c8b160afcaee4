"""Prepares and starts the programs of others: pymidi from PyPI, PipeWire of Debian 13, tshark's verdict."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

import recorder
from common.project import ROOT

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), "treadle")
# With what it needs, so that the same versions come next year.
PYMIDI = ["pymidi==0.5.0", "construct==2.10.70", "future==1.0.0", "six==1.17.0"]
PIPEWIRE = ["pipewire", "pipewire-bin", "dbus", "avahi-daemon"]


class Missing(Exception):
    """A judge that cannot be had here; tests that need it are skipped, and say so."""


def pymidi():
    """The Python of an environment that has pymidi."""
    folder = CACHE / "network" / ("pymidi-" + hashlib.sha256(" ".join(PYMIDI).encode()).hexdigest()[:16])
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        try:
            subprocess.run(["/usr/bin/python3", "-m", "venv", folder], check=True, capture_output=True)
            subprocess.run([python, "-m", "pip", "install", "-q", *PYMIDI], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Missing("pymidi cannot be installed: %s" % error) from error
        (folder / "ready").touch()
    return str(python)


def pipewire_root():
    """The archive of a Debian 13 with PipeWire."""
    made = subprocess.run([ROOT / "Board" / "tools" / "debian-root", "trixie", *PIPEWIRE],
                          stdout=subprocess.PIPE, stderr=sys.stderr, text=True)
    if made.returncode:
        raise Missing("no root of Debian 13 with PipeWire can be made")
    return made.stdout.strip()


def judged_by_tshark(recording, path):
    """The faults that tshark finds in what was recorded, each with its number."""
    if not shutil.which("tshark"):
        raise Missing("there is no tshark")
    recording.write(path)
    found = recorder.dissected(path)
    counts = len(recording.datagrams), len(found)
    faults = ["%d frames became %d" % counts] if counts[0] != counts[1] else []
    for number, (protocols, datagram) in enumerate(zip(found, recording.datagrams)):
        data = datagram[3]
        due = "applemidi" if data[:2] == b"\xff\xff" else "rtpmidi"
        if "malformed" in protocols or due not in protocols:
            faults.append("frame %d is %s: %s" % (number + 1, protocols, data.hex()))
    return faults
