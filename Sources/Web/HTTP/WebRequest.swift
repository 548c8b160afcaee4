import Compact

/// A request of a browser or a program, of which the HTTP syntax (RFC 9112) has been checked.
package struct WebRequest {
    package enum Method {
        case get, head, post, put, patch, delete
    }

    package struct Header {
        /// The name in lower-case letters.
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    package var method: Method
    /// The path as it was sent, without the query: `/api/1/state`.
    package var target: String
    /// The parts of the path between its slashes, decoded: `api`, `1`, `state`.
    package var path: [String]
    /// Names and values of the query, decoded, in their order.
    package var query: [Header]
    package var headers: [Header]
    /// Empty while only the header has been read, and if the body is in `bodyFile`.
    package var body: [UInt8] = []
    /// The path of a temporary file with the body of an upload; nil for every other request.
    package var bodyFile: String?
    /// The length that the header tells; nil if it tells none.
    package var contentLength: Int?
    package var peer: WebAddress
    /// The address of the box at which the request arrived.
    package var local: WebAddress

    package init(
        _ method: Method, target: String, path: [String], query: [Header] = [], headers: [Header] = [],
        contentLength: Int? = nil, peer: WebAddress, local: WebAddress
    ) {
        (self.method, self.target, self.path, self.query) = (method, target, path, query)
        (self.headers, self.contentLength, self.peer, self.local) = (headers, contentLength, peer, local)
    }

    /// The value of a header; nil if it is not there. `name` is in lower-case letters.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The value of the first parameter of the query with a name; nil if there is none.
    package func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// An address of the network: 4 bytes of IPv4, or 16 of IPv6. IPv4 addresses in IPv6 form (RFC 4291, 2.5.5.2) are
/// stored as IPv4.
package struct WebAddress: Equatable, Hashable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        let isMapped = bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    package var isIPv6: Bool { bytes.count == 16 }
}
