# Functions that the scripts here share: places of files, messages, the cache, and a private Debian archive.
# Sourced, never run. Leaves the machine's own package configuration alone.

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
        (trap 'rm -rf "$directory.part"' EXIT; "$@" "$directory.part"; mv "$directory.part" "$directory")
    fi
    exec {lock}>&-
}

# Prints the commit of the sources, with `-dirty` if files have changed; "unknown" if they are not a git checkout.
commit() {
    { [ -e "$root/.git" ] && git -C "$root" describe --always --abbrev=12 --dirty --exclude '*' 2>/dev/null; } || echo unknown
}

# --- A private Debian archive: two suites, two architectures, indexed in the cache. ---

apt=$cache/apt
# non-free-firmware has what a Raspberry Pi starts with, and the firmware of its WiFi.
components='main non-free-firmware'

# Prints DEBIAN_MIRROR, or the Debian mirror that this machine uses.
debian_mirror() {
    local mirror
    mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -m1 -E '/debian/?$' || true)}
    [ -n "$mirror" ] || die "no Debian mirror in apt's sources; name one: DEBIAN_MIRROR=http://…/debian"
    printf '%s\n' "${mirror%/}"
}

# Writes the private configuration and fetches the package lists once; `apt_update force` fetches them again.
apt_update() {
    [ "$(cat "$apt/ready" 2>/dev/null)" = "$components" ] && [ "${1:-}" != force ] && return
    local mirror suite sources keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    mirror=$(debian_mirror)
    mkdir -p "$apt"/state/lists/partial "$apt"/archives/partial "$apt"/parts
    exec {apt_lock}>"$apt/lock"
    flock "$apt_lock"
    : >"$apt/status"
    for suite in bookworm trixie; do
        sources="[arch=amd64,arm64 signed-by=$keyring] $mirror $suite $components"
        printf 'deb %s\ndeb-src %s\n' "$sources" "$sources"
    done >"$apt/sources.list"
    cat >"$apt/apt.conf" <<CONFIGURATION
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt";
Dir::Etc::SourceList "$apt/sources.list";
Dir::Etc::SourceParts "$apt/parts";
APT::Architecture "amd64";
APT::Architectures { "amd64"; "arm64"; };
APT::Default-Release "bookworm";
APT::Sandbox::User "root";
CONFIGURATION
    say "fetching Debian's package lists"
    quietly "$apt/update.log" env APT_CONFIG="$apt/apt.conf" apt-get -q update
    printf '%s\n' "$components" >"$apt/ready"
    exec {apt_lock}>&-
}

# version PACKAGE SUITE prints a package's version. Reading the lists takes seconds, so the version is cached with them.
version() {
    local kept=$apt/versions/$2/$1
    apt_update
    if [ ! -s "$kept" ] || [ ! "$kept" -nt "$apt/ready" ]; then
        mkdir -p "${kept%/*}"
        APT_CONFIG=$apt/apt.conf apt-cache madison "$1" |
            awk -F' *\\| *' -v s="$2/" 'index($3, s) { print $2; exit }' >"$kept.$$"
        mv "$kept.$$" "$kept"
    fi
    cat "$kept"
}

# download DIRECTORY PACKAGE[:ARCHITECTURE]/SUITE… puts the .deb files there; fetches the lists again if they are stale.
download() (
    mkdir -p "$1" && cd "$1" && shift
    apt_update
    APT_CONFIG=$apt/apt.conf apt-get -q download "$@" >"$apt/download.log" 2>&1 && return
    apt_update force
    quietly "$apt/download.log" env APT_CONFIG="$apt/apt.conf" apt-get -q download "$@"
)

# download_source DIRECTORY PACKAGE/SUITE puts the tar files of a source package there, checked by the lists' hashes.
download_source() (
    mkdir -p "$1" && cd "$1" && shift
    apt_update
    export APT_CONFIG=$apt/apt.conf
    apt-get -q source --print-uris "$1" | sed -n "s/^'\\(.*\\)' \\([^ ]*\\.tar\\.[^ .]*\\) [0-9]* \\(.*\\)/\\1 \\2 \\3/p" |
        while read -r address file sum; do
            quietly "$apt/download.log" /usr/lib/apt/apt-helper download-file "$address" "$file" "$sum"
        done
)

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
