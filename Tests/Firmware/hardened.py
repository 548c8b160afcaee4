"""What the static program has against packets of strangers: guards in its C, and a confined mDNS child."""

import collections
import os
import pathlib
import re
import shutil
import subprocess

TOOLS = pathlib.Path(shutil.which("swiftc")).resolve().parent
# What C of the box calls itself, and what its libraries do that are built from source.
OWNERS = {
    "ours": ("treadle_", "mdns_", "web_"), "avahi": ("avahi_",), "libyaml": ("yaml_",), "alsa-lib": ("snd_",),
    "libmicrohttpd": ("MHD_",)
}
# Position-independent code calls it as `__stack_chk_fail_local`.
GUARD = "__stack_chk_fail"
RIGHTS = {
    "NoNewPrivs": ["1"], "Seccomp": ["2"], "CapInh": ["0" * 16], "CapPrm": ["0" * 16], "CapEff": ["0" * 16],
    "CapAmb": ["0" * 16]
}
AS_ROOT = {"CapBnd": ["0" * 16], "Uid": ["65521"] * 4, "Gid": ["65521"] * 4, "Groups": []}
LIMITS = {"Max open files": "64", "Max address space": str(32 << 20), "Max core file size": "0"}


def calls(program):
    """Each function of a program with symbols, and the functions that it calls by name."""
    found, function = collections.defaultdict(set), ""
    command = [TOOLS / "llvm-objdump", "-d", "--no-show-raw-insn", program]
    # Line by line: the memory of this process counts for its children (getrusage(2)), and the whole is 40 MB.
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as disassembler:
        for line in disassembler.stdout:
            if begin := re.match(r"[0-9a-f]+ <(.*)>:$", line):
                function = begin[1]
            elif call := re.search(r"\s(?:callq?|bl|jmpq?|b)\s+0x[0-9a-f]+ <([^>+]+)>", line):
                found[function].add(call[1])
    if disassembler.returncode:
        raise RuntimeError("llvm-objdump ended with status %d" % disassembler.returncode)
    return found


def unguarded(program):
    """Whose C has no function with a guarded stack, and whether none checks the length of what it copies."""
    found = calls(program)
    for owner, prefixes in OWNERS.items():
        guarded = (name for name, called in found.items() if any(other.startswith(GUARD) for other in called))
        if not any(name.startswith(prefixes) for name in guarded):
            yield "the stack of " + owner
    copies = {called for name in found for called in found[name] if re.fullmatch(r"__\w+_chk", called)}
    if not copies & {"__memcpy_chk", "__snprintf_chk", "__vsnprintf_chk", "__strncpy_chk"}:
        yield "copies"


def loose(binary):
    """Rights and limits that the mDNS process should not have, in a network of its own."""
    is_root = os.geteuid() == 0
    alone = ["unshare", "-n" if is_root else "-rn", "sh", "-c", 'ip link set lo up && exec "$0" "$@"']
    with subprocess.Popen([*alone, binary, "mdns", "--name=Test", "--port=5004", "--interfaces=lo"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        # It is published, so it has sent and heard packets.
        said = child.stdout.readline()
        process = pathlib.Path("/proc/%d" % child.pid)
        status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        limits = (process / "limits").read_text().splitlines()
        child.stdin.close()
        child.stdout.read()
    if said != "name Test\n":
        yield "it said '%s'" % said.strip()
    for name, value in {**RIGHTS, **(AS_ROOT if is_root else {})}.items():
        if status[name].split() != value:
            yield "%s %s" % (name, status[name].strip())
    for name, value in LIMITS.items():
        if not any(re.match(r"%s +%s +%s " % (name, value, value), line) for line in limits):
            yield name
    if child.returncode:
        yield "status %d at the end" % child.returncode
