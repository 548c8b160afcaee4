# Functions that the scripts here share: places of files, messages, the cache, and packages of Debian. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tools=$root/Board/tools
cache=${XDG_CACHE_HOME:-$HOME/.cache}/treadle

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { say "$*"; exit 1; }

# quietly LOG COMMAND… runs a command with its output in LOG, and shows the last lines if it fails.
quietly() {
    local log=$1 && shift
    mkdir -p "$(dirname "$log")"
    "$@" >"$log" 2>&1 || { tail -n 40 "$log" >&2; die "failed: $* (whole output in $log)"; }
}

# key WORD-OR-FILE… prints a short hash of the words and of the files' contents, for names in the cache.
key() {
    local item
    for item in "$@"; do
        if [ -f "$item" ]; then cat "$item"; else printf '%s\n' "$item"; fi
    done | sha256sum | cut -c1-16
}

# once DIRECTORY FUNCTION… fills a cache directory: calls the function with an empty directory and then moves that into
# place, so that it is never seen half-filled. A second build waits for the first.
once() {
    local directory=$1 && shift
    [ -d "$directory" ] && return
    mkdir -p "$(dirname "$directory")"
    exec {lock}>"$directory.lock"
    flock "$lock"
    if [ ! -d "$directory" ]; then
        rm -rf "$directory.part" && mkdir "$directory.part"
        (
            trap 'rm -rf "$directory.part"' EXIT
            filling=$directory.part
            "$@" "$filling"
            mv "$filling" "$directory"
        )
    fi
    exec {lock}>&-
}

# With these all C of the box is compiled, its libraries included: a buffer that overflows ends the program instead of
# obeying whoever sent the bytes. Tests/Firmware looks for them in what was built.
hardened=(-fstack-protector-strong -D_FORTIFY_SOURCE=3)

# Prints the commit of the sources, with `-dirty` if files have changed; "unknown" if they are not a git checkout.
commit() {
    { [ -e "$root/.git" ] && git -C "$root" describe --always --abbrev=12 --dirty --exclude '*' 2>/dev/null; } || echo unknown
}

# --- Packages of Debian, by Board/tools/packages. ---

# version PACKAGE[:ARCHITECTURE] SUITE prints the version of a package that builds use, for names in the cache.
version() { "$tools/packages" version "$@"; }

# download DIRECTORY PACKAGE[:ARCHITECTURE]/SUITE… puts the .deb files there. In `once` it notes them in packages.txt of
# the directory that is filled.
download() { from_debian "$@"; }

# download_source DIRECTORY PACKAGE/SUITE puts the tar files of a source package there, likewise.
download_source() { from_debian "$@" --source; }

# The lists are fetched again if they name files that are no longer there.
from_debian() {
    local words=(download "$@") record=${filling:-}
    [ -z "$record" ] || words+=(--record "$record/packages.txt")
    "$tools/packages" "${words[@]}" || { "$tools/packages" lists && "$tools/packages" "${words[@]}"; }
}

# unpack ROOT FILE… unpacks .deb files into ROOT.
unpack() {
    local to=$1 deb && shift
    mkdir -p "$to"
    for deb in "$@"; do dpkg-deb -x "$deb" "$to"; done
}

# --- Debian systems in folders. ---

# Runs a command as root, or as a user who is root in a range of users of his own (/etc/subuid).
as_root_there() {
    if [ "$(id -u)" = 0 ]; then "$@"; else unshare --map-root-user --map-auto "$@"; fi
}
