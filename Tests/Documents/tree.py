"""The files of the project: those that git knows, or all files if this is not a git checkout."""
import os

from common import project

ROOT = str(project.ROOT)
BUILT = {".git", ".build", "build"}


def git(*arguments):
    """Output of a git command; empty if it fails, as without a git checkout."""
    done = project.run("git", "-C", ROOT, *arguments)
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


def chapters():
    """The chapters of the guide."""
    return [path for path in paths() if path.startswith("docs/guide/") and path.endswith(".md")]


def text(path):
    """The text of a file; empty if the file is binary."""
    try:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            return file.read()
    except UnicodeDecodeError:
        return ""
