import CPlatform

/// A file of the page as browsers get it.
package struct PageAsset {
    /// The content, compressed with gzip.
    package let bytes: [UInt8]
    /// The media type.
    package let type: String
    /// The entity tag with its quotes (RFC 9110, 8.8.3).
    package let etag: String
    /// Whether this is `index.html`, which is never cached because it refers to the others by their hashes (W17).
    package let isIndex: Bool
}

/// The files of the page. They are part of the program, so no disk is read for them (W6).
package enum PageAssets {
    /// The hash of all files. Two versions of the program with the same page have the same one.
    package static var hash: String { String(cString: treadle_page_hash()) }

    /// Returns a file by the path of a request, `/` or `/page.0123456789ab.css`; nil if there is none.
    package static func find(path: String) -> PageAsset? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        let name = path == "/" ? "index.html" : String(decoding: path.utf8.dropFirst(), as: UTF8.self)
        var count = 0
        let assets = UnsafeBufferPointer(start: treadle_page_assets(&count), count: count)
        guard let found = assets.first(where: { strcmp($0.name, name) == 0 }) else { return nil }
        return PageAsset(
            bytes: Array(UnsafeBufferPointer(start: found.bytes, count: found.length)),
            type: String(cString: found.type), etag: String(cString: found.tag),
            isIndex: strcmp(found.name, "index.html") == 0)
    }
}
