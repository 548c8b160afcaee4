"""Tests the Debian package: what is in it, and that it comes and goes in clean systems of Debian 12 and 13 and
Ubuntu 24.04 (I11), of the architecture that the environment variable ARCHITECTURE names: amd64, or arm64 by qemu-user.

A system is made once, in the cache, and unpacked for the tests; nothing of it runs in this system. Where none can be
made, without a network for example, its tests are not run, and the last lines say so."""

import os
import pathlib
import re
import shutil
import tempfile
import unittest

from common.project import ROOT, run
from common.waiting import PATIENCE

TOOLS = ROOT / "Board" / "tools"
PACKAGES = ROOT / "build" / "package"
AS_ROOT_THERE = [] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--map-auto"]
MACHINES = {"amd64": "x86-64", "arm64": "aarch64"}
ARCHITECTURE = os.environ.get("ARCHITECTURE", "amd64")
EMULATED = [TOOLS / "with-aarch64"] if ARCHITECTURE == "arm64" else []


# zsh completes in its line editor only: this types a line with Tab into one, whose `treadle` says its second operand.
TYPED_IN_ZSH = """
zmodload zsh/zpty
zpty -b shell 'TERM=dumb zsh -fi'
zpty -w shell 'autoload -Uz compinit && compinit -u -D
treadle() { if [[ $1 == complete ]]; then command treadle "$@"; else print -r -- "RAN""=$2="; fi }'
zpty -n -w shell $'treadle load Thr\\t\\n'
zpty -r -m shell line '*RAN=*=*'
print -r -- ${${line##*RAN=}%%=*}
"""


def package(architecture):
    found = sorted(PACKAGES.glob("treadle_*_%s.deb" % architecture), key=lambda path: path.stat().st_mtime)
    return found[-1]


class Contents(unittest.TestCase):
    def test_it_says_what_it_is(self):
        version = re.search('"Treadle version (.*)"', (ROOT / "Sources/CPlatform/version.c").read_text())[1]
        for architecture in MACHINES:
            deb = package(architecture)
            self.assertEqual(deb.name, "treadle_%s_%s.deb" % (version, architecture))
            fields = dict(line.split(": ", 1) for line in run("dpkg-deb", "--field", deb).stdout.splitlines()
                          if not line.startswith(" "))
            self.assertEqual((fields["Package"], fields["Version"], fields["Architecture"]),
                             ("treadle", version, architecture))

    def test_the_program_is_that_of_the_machine(self):
        for architecture, machine in MACHINES.items():
            with tempfile.TemporaryDirectory(prefix="treadle-deb-") as folder:
                run("dpkg-deb", "-x", package(architecture), folder, check=True)
                program = pathlib.Path(folder) / "usr/bin/treadle"
                self.assertIn(machine, run("file", program).stdout)
                self.assertIn("static-pie linked", run("file", program).stdout)
                emulator = [] if architecture == "amd64" else ["qemu-aarch64-static"]
                said = run(*emulator, program, "check", pathlib.Path(folder) / "etc/treadle")
                self.assertEqual((said.returncode, said.stderr), (0, ""))

    def test_everything_belongs_to_root_and_settings_are_conffiles(self):
        for architecture in MACHINES:
            lines = run("dpkg-deb", "-c", package(architecture)).stdout.splitlines()
            for line in lines:
                mode, owner, *_, name = line.split()
                self.assertEqual(owner, "root/root", line)
                self.assertRegex(mode, "^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x)$", line)
            names = [line.split()[-1][1:] for line in lines if line.startswith("-")]
            settings = run("dpkg-deb", "-I", package(architecture), "conffiles").stdout.split()
            self.assertEqual(settings, sorted(name for name in names if name.startswith("/etc/")))
            self.assertIn("/etc/treadle/box.yaml", settings)

    def test_its_sums_are_right(self):
        for architecture in MACHINES:
            with tempfile.TemporaryDirectory(prefix="treadle-deb-") as folder:
                run("dpkg-deb", "-R", package(architecture), folder, check=True)
                answer = run("md5sum", "-c", "--quiet", "DEBIAN/md5sums", cwd=folder)
                self.assertEqual((answer.returncode, answer.stdout + answer.stderr), (0, ""))


class CleanSystem:
    """The tests in a system of Debian or Ubuntu, whose name is `suite`."""

    @classmethod
    def setUpClass(cls):
        words = ["apt", "systemd", "udev", "adduser", "man-db", "bash-completion", "zsh", "fish"]
        made = run(*EMULATED, TOOLS / "debian-root", "%s:%s" % (cls.suite, ARCHITECTURE), *words)
        if made.returncode:
            faults = [line for line in made.stderr.splitlines() if line.startswith("E: ")] or [made.stderr.strip()]
            raise unittest.SkipTest("no system of %s for %s can be made here: %s" % (cls.suite, ARCHITECTURE, faults[0]))
        (ROOT / "build").mkdir(exist_ok=True)
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="debian-", dir=ROOT / "build"))
        cls.addClassCleanup(run, *AS_ROOT_THERE, "rm", "-rf", cls.folder)
        run(*AS_ROOT_THERE, "tar", "-xpf", made.stdout.strip(), "-C", cls.folder, check=True)

    def setUp(self):
        self.inside("dpkg", "--purge", "treadle")
        self.inside("find", "/tmp", "-mindepth", "1", "-delete")
        shutil.copy(package(ARCHITECTURE), self.folder / "tmp" / "treadle.deb")

    def inside(self, *words, status=0, **settings):
        answer = run(*EMULATED, TOOLS / "in-root", self.folder, *words, **settings)
        self.assertEqual(answer.returncode, status, "%s\n%s%s" % (words, answer.stdout, answer.stderr))
        return answer.stdout

    def install(self):
        return self.inside("apt-get", "-q", "-y", "--no-install-recommends", "install", "/tmp/treadle.deb")

    def state(self):
        """All paths with their owners and modes, and users and groups; not what dpkg and caches keep of their own."""
        own = r"^/(proc|sys|dev|tmp|var/cache|var/log|var/lib/(dpkg|apt|systemd)|etc/(passwd|group|shadow|gshadow)-)"
        names = self.inside("find", "/", "-xdev", "-printf", "%p %u %g %M\\n").splitlines()
        return [name for name in names if not re.match(own, name)] + sorted(
            self.inside("cat", "/etc/passwd", "/etc/group").splitlines())

    def test_it_is_complete(self):
        self.assertIn("Setting up treadle", self.install())
        self.assertRegex(self.inside("treadle", "--version"), r"^treadle [0-9.]+, commit ")
        self.assertIn("1 preset", self.inside("treadle", "check", "/etc/treadle"))
        for page, said in [("treadle.1", "treadle run"), ("treadle.yaml.5", "footswitches")]:
            section = page[-1]
            name = "/usr/share/man/man%s/%s.gz" % (section, page)
            for words in [["man", "--warnings", "-l", name], ["man", section, page[:-2]]]:
                answer = run(*EMULATED, TOOLS / "in-root", self.folder, *words)
                self.assertEqual((answer.returncode, answer.stderr), (0, ""))
                self.assertIn(said, answer.stdout)
        for path in ["/usr/share/doc/treadle/copyright", "/usr/share/doc/treadle/changelog.gz",
                     "/usr/share/doc/treadle/examples/laptop/box.yaml", "/etc/security/limits.d/treadle.conf"]:
            self.inside("test", "-s", path)

    def test_shells_complete(self):
        self.install()
        loaded = "source /usr/share/bash-completion/bash_completion; _completion_loader treadle; complete -p treadle"
        self.assertEqual(self.inside("bash", "-c", loaded), "complete -F _treadle treadle\n")
        for line, words in [("che", ["check"]), ("run --sim", ["--simulate"]), ("translate --to ump", ["ump", "ump2"])]:
            completed = "source /usr/share/bash-completion/completions/treadle; COMP_WORDS=(treadle %s); " \
                "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _treadle; printf '%%s\\n' \"${COMPREPLY[@]}\"" % line
            self.assertEqual(self.inside("bash", "-c", completed).split(), words)
            completed = self.inside("fish", "-c", "complete -C 'treadle %s'" % line)
            self.assertEqual([word.split("\t")[0] for word in completed.splitlines()], words)
        loaded = "autoload -Uz compinit && compinit -u -D && echo $_comps[treadle] && autoload +X _treadle"
        self.assertEqual(self.inside("zsh", "-fc", loaded), "_treadle\n")

    def test_shells_complete_names_of_the_running_box(self):
        self.install()
        (self.folder / "tmp" / "typed.zsh").write_text(TYPED_IN_ZSH)
        script = """cd /tmp; export TREADLE_SOCKET=/tmp/box.sock
            treadle run --no-realtime /etc/treadle >said 2>&1 & box=$!
            until treadle status >/dev/null 2>&1; do kill -0 $box || exit 1; done
            bash -c 'source /usr/share/bash-completion/completions/treadle; COMP_WORDS=(treadle load Thr)
                COMP_CWORD=2; _treadle; echo "bash ${COMPREPLY[*]}"'
            echo "fish $(fish -c "complete -C 'treadle load Thr'")"
            echo "zsh $(zsh -f typed.zsh)"
            kill $box; wait $box"""
        said = self.inside("sh", "-c", script, timeout=2 * PATIENCE).splitlines()
        self.assertEqual([line.split() for line in said], [[shell, "Through"] for shell in ("bash", "fish", "zsh")])

    def test_systemd_takes_its_service(self):
        self.install()
        unit = "/usr/lib/systemd/system/treadle.service"
        answer = run(*EMULATED, TOOLS / "in-root", self.folder, "systemd-analyze", "verify", unit)
        said = [line for line in answer.stderr.splitlines() if "treadle" in line]
        self.assertEqual(said, [])
        exposed = self.inside("systemd-analyze", "security", "--offline=true", "--no-pager", unit)
        self.assertLessEqual(float(re.search(r"Overall exposure level for \S+: ([0-9.]+)", exposed)[1]), 3.0)
        self.inside("systemctl", "enable", "treadle")
        self.inside("test", "-L", "/etc/systemd/system/multi-user.target.wants/treadle.service")
        rules = self.inside("cat", "/usr/lib/udev/rules.d/60-treadle.rules")
        self.assertIn("gpiochip", rules)

    def test_its_user_runs_the_box_and_saves(self):
        self.install()
        groups = set(self.inside("id", "-nG", "treadle").split())
        self.assertEqual(groups, {"treadle", "audio", "dialout"})
        # As the service starts it, but for devices and real time; it ends when its first line has come.
        script = """adduser --quiet --system --ingroup treadle player; cd /tmp
            install -d -o treadle -g treadle -m 0750 /run/treadle
            runuser -u treadle -- sh -c 'umask 007; treadle run --no-realtime --appliance --after-failure \
                --socket /run/treadle/treadle.sock /etc/treadle & echo $! >/tmp/box; wait $!' |
            while read -r line; do
                echo "$line"
                case $line in *"loop:"*)
                    # Members of its group talk to it, others do not.
                    runuser -u player -- treadle recorder >/tmp/recorded && echo player: ok
                    runuser -u nobody -- treadle recorder >/tmp/recorded || echo nobody: $?
                    kill $(cat /tmp/box) ;;
                esac
            done; deluser --quiet --system player"""
        said = self.inside("sh", "-c", script, timeout=2 * PATIENCE)
        self.assertRegex(said, r"^Treadle [0-9.]+: Treadle\n")
        self.assertRegex(said, r"(?s)\nplayer: ok\nnobody: 3\n")
        self.assertEqual(self.inside("cat", "/var/lib/treadle/.last-preset"), "Through")
        backup = "cd /tmp && treadle backup board.tar /etc/treadle && treadle restore board.tar /etc/treadle"
        self.assertIn("as it was: 3 files", self.inside("runuser", "-u", "treadle", "--", "sh", "-c", backup))
        # What the box replaces stays readable, and former versions are kept.
        change = "sed s/Through/Other/ /etc/treadle/presets/through.yaml >/tmp/through.yaml && mkdir /tmp/presets && " \
            "cp /etc/treadle/box.yaml /tmp && mv /tmp/through.yaml /tmp/presets && cd /tmp && " \
            "tar -cf new.tar box.yaml presets && treadle restore new.tar /etc/treadle"
        self.inside("runuser", "-u", "treadle", "--", "sh", "-c", change)
        self.assertIn("preset 1 Other", self.inside("treadle", "check", "/etc/treadle"))

    def test_nothing_is_left_after_purge(self):
        before = self.state()
        self.install()
        self.assertNotEqual(self.state(), before)
        self.inside("systemctl", "enable", "treadle")
        # What a box leaves: its state, former versions, a preset of the user's.
        self.inside("sh", "-c", "cd /etc/treadle && cp box.yaml box.yaml.before && cp presets/through.yaml presets/my.yaml"
                    " && echo Through >/var/lib/treadle/.last-preset")
        self.inside("apt-get", "-q", "-y", "remove", "treadle")
        find = ["find", "/", "-xdev", "-path", "/proc", "-prune", "-o", "-name", "*treadle*", "-print"]
        left = self.inside(*find).split()
        kept = ["/etc/security/limits.d/treadle.conf", "/etc/treadle", "/var/lib/treadle", "/tmp/treadle.deb"]
        self.assertEqual(sorted(name for name in left if not name.startswith(("/var/lib/dpkg", "/var/cache"))),
                         sorted(kept))
        self.inside("test", "-s", "/etc/treadle/presets/my.yaml")
        said = self.inside("apt-get", "-q", "-y", "purge", "treadle")
        self.assertNotIn("warning", said)
        self.assertEqual(self.state(), before)
        listed = self.inside("find", "/var/lib/dpkg", "/var/lib/systemd", "-name", "*treadle*")
        self.assertEqual(listed, "")

    def test_an_upgrade_keeps_what_was_changed(self):
        self.install()
        self.inside("sh", "-c", "echo '# mine' >>/etc/treadle/box.yaml; echo Through >/var/lib/treadle/.last-preset")
        # The same contents under a later version.
        self.inside("sh", "-c", "cd /tmp && dpkg-deb -R treadle.deb new && sed -i 's/^Version: .*/&+1/' "
                    "new/DEBIAN/control && dpkg-deb --root-owner-group -b new treadle.deb")
        self.assertIn("+1", self.install())
        self.assertIn("# mine", self.inside("cat", "/etc/treadle/box.yaml"))
        self.assertEqual(self.inside("cat", "/var/lib/treadle/.last-preset"), "Through\n")
        self.assertEqual(self.inside("stat", "-c", "%U %G %a", "/etc/treadle"), "treadle treadle 2775\n")
        # What the package brings can be saved by the box and by the members of its group.
        files = self.inside("sh", "-c", "find /etc/treadle -type f | sort").split()
        listed = self.inside("dpkg-query", "-W", "-f", "${Conffiles}", "treadle")
        self.assertEqual(files, re.findall(r"(?m)^ (/etc/treadle/\S+)", listed))
        self.assertEqual(self.inside("stat", "-c", "%U %G %a", *files), "treadle treadle 664\n" * len(files))


class Debian12(CleanSystem, unittest.TestCase):
    suite = "bookworm"


class Debian13(CleanSystem, unittest.TestCase):
    suite = "trixie"


class Ubuntu2404(CleanSystem, unittest.TestCase):
    suite = "noble"
