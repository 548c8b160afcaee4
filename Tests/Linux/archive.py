"""A small Debian archive in a folder, with security fixes and updates, signed with a key of its own."""

import hashlib
import io
import os
import pathlib
import shutil
import subprocess
import tarfile

SUITES = ["bookworm", "trixie"]
COMPONENTS = ["main", "non-free-firmware"]
ARCHITECTURES = ["amd64", "arm64"]
KEY = "Key-Type: eddsa\nKey-Curve: ed25519\nName-Real: Test\nName-Email: test@example.org\n%no-protection\n%commit\n"


class Archive:
    """Packages in the suites of `debian` and `debian-security`. `write` makes the lists."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.home = self.folder / "gnupg"
        self.home.mkdir(mode=0o700, parents=True)
        self._gpg("--batch", "--generate-key", input=KEY.encode())
        self.keyring = self.folder / "keyring.gpg"
        self.keyring.write_bytes(self._gpg("--export"))
        # Suite, component, architecture or `source` -> the paragraphs of its list.
        self.lists = {}

    @property
    def environment(self):
        """What makes Board/tools/packages use it."""
        return {"DEBIAN_MIRROR": "file:%s/debian" % self.folder, "DEBIAN_KEYRING": str(self.keyring),
                "DEBIAN_SECURITY_MIRROR": "file:%s/debian-security" % self.folder}

    def _gpg(self, *words, **options):
        environment = dict(os.environ, GNUPGHOME=str(self.home))
        return subprocess.run(["gpg", "-q", *words], env=environment, check=True, capture_output=True, **options).stdout

    def _archive(self, suite):
        return self.folder / ("debian-security" if suite.endswith("-security") else "debian")

    def add(self, suite, name, version, files, architecture="all", component="main"):
        """A package with files (path -> bytes). Returns the sum of its .deb."""
        tree = self.folder / "tree"
        for path, data in files.items():
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            (tree / path).write_bytes(data)
        control = "Package: %s\nVersion: %s\nArchitecture: %s\nMaintainer: Test <test@example.org>\nDescription: test\n" % (
            name, version, architecture)
        (tree / "DEBIAN").mkdir(parents=True, exist_ok=True)
        (tree / "DEBIAN" / "control").write_text(control)
        path = "pool/%s_%s_%s.deb" % (name, version, architecture)
        target = self._archive(suite) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, target], check=True, capture_output=True)
        shutil.rmtree(tree)
        total = sum_of(target.read_bytes())
        text = control + "Filename: %s\nSize: %d\nSHA256: %s\n" % (path, target.stat().st_size, total)
        for each in ARCHITECTURES if architecture == "all" else [architecture]:
            self.lists.setdefault((suite, component, each), []).append(text)
        return total

    def add_source(self, suite, name, version, files):
        """A source package whose tar file has these files."""
        data = tar({"%s-%s/%s" % (name, version, path): content for path, content in files.items()}, "gz")
        pool = self._archive(suite) / "pool"
        pool.mkdir(parents=True, exist_ok=True)
        listed = ""
        for file, content in [("%s_%s.dsc" % (name, version), b"signed\n"), ("%s_%s.tar.gz" % (name, version), data)]:
            (pool / file).write_bytes(content)
            listed += " %s %d %s\n" % (sum_of(content), len(content), file)
        text = "Package: %s\nBinary: %s\nVersion: %s\nFormat: 3.0 (native)\nDirectory: pool\nChecksums-Sha256:\n%s" % (
            name, name, version, listed)
        self.lists.setdefault((suite, "main", "source"), []).append(text)
        return sum_of(data)

    def remove(self, suite, name):
        """Takes a package out of its list, and its files out of the pool."""
        for key, texts in self.lists.items():
            if key[0] == suite:
                texts[:] = [text for text in texts if not text.startswith("Package: %s\n" % name)]
        for path in (self._archive(suite) / "pool").glob(name + "_*"):
            path.unlink()

    def write(self):
        for suite in [name + more for name in SUITES for more in ["", "-updates", "-security"]]:
            folder, sums = self._archive(suite) / "dists" / suite, ""
            for component in COMPONENTS:
                for architecture in [*ARCHITECTURES, "source"]:
                    file = "source/Sources" if architecture == "source" else "binary-%s/Packages" % architecture
                    path = folder / component / file
                    path.parent.mkdir(parents=True, exist_ok=True)
                    data = "\n".join(self.lists.get((suite, component, architecture), [])).encode()
                    path.write_bytes(data)
                    sums += " %s %d %s/%s\n" % (sum_of(data), len(data), component, file)
            text = "Suite: %s\nCodename: %s\nDate: %s\nArchitectures: %s\nComponents: %s\nSHA256:\n%s" % (
                suite, suite, "Thu, 01 Jan 2026 00:00:00 UTC", " ".join(ARCHITECTURES), " ".join(COMPONENTS), sums)
            (folder / "InRelease").write_bytes(self._gpg("--clearsign", input=text.encode()))


def tar(files, compression):
    """A tar file (path -> bytes)."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:" + compression) as archive:
        for path, data in files.items():
            member = tarfile.TarInfo(path)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def sum_of(data):
    return hashlib.sha256(data).hexdigest()
