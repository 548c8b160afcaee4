# How the small programs beside `treadle` are built: static, at any address, for x86_64 or aarch64. Sourced, never run,
# after common.sh.

# static_for ARCH sets $target, $sysroot, $toolchain (the folder of the compiler), $cc (the command that compiles and
# links) and $flags (for the sources).
static_for() {
    target=$1-linux-gnu sysroot=$("$tools/sysroot" "$1")
    toolchain=$(dirname "$(readlink -f "$(command -v swiftc)")")
    local link="-static-pie -fuse-ld=lld -Wl,--gc-sections -Wl,--strip-all"
    link+=" -B$sysroot/usr/lib/gcc/$target/12 -L$sysroot/usr/lib/gcc/$target/12"
    link+=" -B$sysroot/usr/lib/$target -L$sysroot/usr/lib/$target"
    cc="$toolchain/clang --target=$target --sysroot=$sysroot $link -Wno-unused-command-line-argument"
    flags="-Os -fPIE ${hardened[*]} -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections"
}

# patched_source WORK PACKAGE/SUITE LOG unpacks a source package of Debian there, with Debian's patches, and goes into
# its folder.
patched_source() {
    local work=$1 log=$3 archive patch
    download_source "$work" "$2"
    for archive in "$work"/*.tar.*; do tar -xf "$archive" -C "$work"; done
    cd "$(find "$work" -mindepth 1 -maxdepth 1 -type d ! -name debian)"
    sed '/^#/d;/^$/d' "$work/debian/patches/series" | while read -r patch; do
        quietly "$log-patch" patch -p1 -i "$work/debian/patches/$patch"
    done
}

# is_static FILE fails unless a program is one that needs nothing and runs at any address.
is_static() { file -b "$1" | grep -q 'static-pie linked' || die "${1##*/} is not static, or needs a fixed address"; }
