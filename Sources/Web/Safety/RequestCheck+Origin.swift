extension RequestCheck {
    /// Headers by which some servers take another method than that of the request.
    private static let overrides = ["x-http-method-override", "x-http-method", "x-method-override"]

    /// 403: a request at another name than the box's, as after DNS rebinding, or one that another page has sent (W5).
    ///
    /// The API is held to its own pages for reading too: the browser would keep the answer from another page, but a
    /// stream takes a place, and `learn` begins to learn.
    static func foreign(_ request: WebRequest, hosts: [String], isToken: Bool) -> WebAnswer? {
        guard let host = WebHost(request.header("host") ?? ""), isBox(host, request, hosts) else {
            // No body: a page that has been rebound learns nothing, not even that this is a box.
            return WebAnswer(403)
        }
        if overrides.contains(where: { request.header($0) != nil }) {
            return .error(403, "method-override", "the method of a request cannot be replaced")
        }
        if !request.isAPI && !request.isChange { return nil }
        let site = request.header("sec-fetch-site") ?? "none"
        if site != "same-origin" && site != "none" { return otherPage }
        if let origin = request.header("origin") { return WebHost(origin: origin) == host ? nil : otherPage }
        return request.isChange && !isToken ? otherPage : nil
    }

    private static var otherPage: WebAnswer { .error(403, "other-page", "only the page of the box may do this") }

    private static func isBox(_ host: WebHost, _ request: WebRequest, _ hosts: [String]) -> Bool {
        if let address = host.address, address == request.local { return true }
        return host.isCalled("localhost") || hosts.contains { host.isCalled($0) }
    }
}
