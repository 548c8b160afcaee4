extension WebRequest {
    /// Whether the request may change something.
    package var isChange: Bool { method != .get && method != .head }

    /// Whether the request is for the API, not for a file of the page.
    package var isAPI: Bool { path.first == "api" }

    /// The parts of the path behind `/api/1/`; empty if the request is not for the API.
    package var resource: ArraySlice<String> { path.count > 2 && path[0] == "api" && path[1] == "1" ? path[2...] : [] }

    /// The largest body in bytes that the request may have (W3).
    package var bodyLimit: Int {
        switch (method, resource.first, resource.count) {
        case (.get, _, _), (.head, _, _): 0
        case (.put, "files", _), (.post, "check", 1): WebLimits.fileBytes
        case (.post, "restore", 1): WebLimits.archiveBytes
        case (.post, "update", 1): WebLimits.updateBytes
        default: WebLimits.bodyBytes
        }
    }

    /// The media type that the body must have (W5).
    package var bodyType: String {
        switch (method, resource.first, resource.count) {
        case (.post, "restore", 1): "application/x-tar"
        case (.post, "update", 1): "application/octet-stream"
        default: "application/json"
        }
    }
}
