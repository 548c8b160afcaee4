"""The files of the project: those that git knows, or all files if this is not a git checkout."""
import os
import subprocess

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
BUILT = {".git", ".build", "build"}


def git(*arguments):
    """Output of a git command; empty if it fails, as without a git checkout."""
    done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def paths():
    """All paths of the project, relative to its root."""
    known = git("ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    if known:
        return sorted(path for path in known if os.path.isfile(os.path.join(ROOT, path)))
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in BUILT]
        found += [os.path.relpath(os.path.join(folder, file), ROOT) for file in files]
    return sorted(found)


def text(path):
    """The text of a file; empty if the file is binary."""
    try:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            return file.read()
    except UnicodeDecodeError:
        return ""
