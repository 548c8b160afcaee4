# The HTTP library of the page (W2): how it is built. Sourced, never run, after common.sh.

microhttpd=(libmicrohttpd unstable)

# build_microhttpd TO WORK NAME CC FLAGS [OPTION…] builds it into the folders include and lib of TO, with its log under
# a name and further options of its configure. Needs $toolchain, the folder of the compiler.
#
# Of HTTP the page needs the syntax, late answers and streams: no TLS, no passwords, no forms. Without threads version
# 1.0.10 does not compile. Where the library refuses a request that has no room, it chooses the status by the limits of
# W3. The patch gives those answers our headers.
build_microhttpd() {
    local to=$1 work=$2 log=$cache/log/libmicrohttpd-$3 cc=$4 flags=$5 && shift 5
    download_source "$work" "${microhttpd[0]}/${microhttpd[1]}"
    tar -xf "$work"/libmicrohttpd_*.orig.tar.* -C "$work"
    cd "$work"/libmicrohttpd-*/
    quietly "$log-patch" patch -p1 --fuzz=0 -i "$tools/libmicrohttpd.patch"
    quietly "$log-configure" ./configure --enable-static --disable-shared --disable-https --disable-messages \
        --disable-postprocessor --disable-bauth --disable-dauth --disable-httpupgrade --disable-cookie \
        --disable-sendfile --disable-poll --enable-epoll=yes --enable-itc=eventfd --with-threads=posix \
        --enable-compact-code --disable-doc --disable-examples --disable-tools --disable-curl \
        --disable-dependency-tracking "$@" CC="$cc" AR="$toolchain/llvm-ar" RANLIB="$toolchain/llvm-ranlib" \
        CFLAGS="-Os -DNDEBUG $flags -DMHD_MAX_REASONABLE_HEADERS_SIZE_=8192 -DMHD_MAX_REASONABLE_REQ_TARGET_SIZE_=1024"
    quietly "$log" make -C src/microhttpd -j"$(nproc)"
    mkdir -p "$to/include" "$to/lib"
    cp src/include/microhttpd.h "$to/include/"
    cp src/microhttpd/.libs/libmicrohttpd.a "$to/lib/"
}
