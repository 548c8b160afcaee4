import CPlatform
import Compact

extension WebRequest {
    /// Reads the header of a connection's request.
    init(_ connection: OpaquePointer) throws(HTTPRefusal) {
        let whole = String(cString: treadle_web_target(connection))
        let methodName = String(cString: treadle_web_method(connection))
        if whole.utf8.count > WebLimits.addressBytes { throw .addressTooLong }
        // The line ` HTTP/1.1` and its end, and the empty line at the end.
        let lineBytes = methodName.utf8.count + whole.utf8.count + 12
        let headers = WebRequest.headers(connection)
        let headerBytes = treadle_web_header_size(connection) - lineBytes - 2
        if headers.count > WebLimits.headerLines || headerBytes > WebLimits.headerBytes { throw .headerTooLarge }
        guard let method = Method(methodName) else { throw .unknownMethod }
        let host = headers.first { $0.name == "host" }?.value ?? ""
        guard let target = HTTPTarget(whole, host: host) else { throw .malformed }
        // libmicrohttpd has checked it. A number that is too large for an Int is too large for every body.
        let length = headers.first { $0.name == "content-length" }.map { Int($0.value) ?? Int.max }
        self.init(
            method, target: target.text, path: target.path, query: target.query, headers: headers,
            contentLength: length, peer: WebRequest.address(connection, treadle_web_peer),
            local: WebRequest.address(connection, treadle_web_local))
    }

    private static func headers(_ connection: OpaquePointer) -> [Header] {
        var headers: [Header] = []
        withUnsafeMutablePointer(to: &headers) { list in
            _ = treadle_web_headers(
                connection,
                { list, name, nameCount, value, valueCount in
                    let header = Header(
                        WebRequest.lowercase(UnsafeRawBufferPointer(start: name, count: nameCount)),
                        String(decoding: UnsafeRawBufferPointer(start: value, count: valueCount), as: UTF8.self))
                    list!.assumingMemoryBound(to: [Header].self).pointee.append(header)
                }, list)
        }
        return headers
    }

    private static func lowercase(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static func address(
        _ connection: OpaquePointer, _ read: (OpaquePointer?, UnsafeMutablePointer<UInt8>?) -> Int32
    ) -> WebAddress {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(connection, &bytes)
        return WebAddress(Array(bytes.prefix(Int(count))))
    }
}

extension WebRequest.Method {
    /// By its name, which has capital letters (RFC 9110, 9.1); nil if no resource has it (W5).
    init?(_ name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "PATCH": self = .patch
        case "DELETE": self = .delete
        default: return nil
        }
    }
}
