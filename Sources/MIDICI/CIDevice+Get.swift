// Get and Set of the box's resources (M2-103-UM).
extension CIDevice {
    /// Returns the resource that a header names. If the box has no such resource on this port, replies with an error
    /// and returns nil.
    private mutating func resource(_ header: JSONValue, _ request: UInt8, _ incoming: Incoming) -> CIResource? {
        guard let name = header["resource"]?.text else {
            reply(to: incoming, request: request, status: 400, "no resource")
            return nil
        }
        guard let resource = resources(on: incoming.port).first(where: { $0.name == name }) else {
            reply(to: incoming, request: request, status: 404)
            return nil
        }
        return resource
    }

    mutating func answerGet(_ header: JSONValue, _ request: UInt8, _ incoming: Incoming) {
        guard let resource = resource(header, request, incoming) else { return }
        if resource == .state { return askForState(header, request, incoming) }
        if header["resId"] != nil { return reply(to: incoming, request: request, status: 404) }
        guard resource.isList, header["offset"] != nil || header["limit"] != nil else {
            let body = body(of: resource, on: incoming.port)
            return reply(to: incoming.header, on: incoming.port, request: request, status: 200, body: body)
        }
        let (offset, limit) = (header["offset"] ?? .number(0), header["limit"] ?? .number(.max))
        guard let offset = offset.int, let limit = limit.int, offset >= 0, limit >= 0 else {
            return reply(to: incoming, request: request, status: 400, "offset and limit are whole numbers")
        }
        let count = count(of: resource, on: incoming.port)
        let first = min(offset, count)
        var json = JSON(isASCII: true)
        writeList(resource, first..<first + min(limit, count - first), on: incoming.port, &json)
        reply(
            to: incoming.header, on: incoming.port, request: request, status: 200, body: json.bytes, total: count)
    }

    private mutating func askForState(_ header: JSONValue, _ request: UInt8, _ incoming: Incoming) {
        guard let id = header["resId"]?.text else {
            return reply(to: incoming, request: request, status: 400, "no resId")
        }
        guard content.states.contains(where: { $0.id == id }) else {
            return reply(to: incoming, request: request, status: 404)
        }
        ask(.readState(id: id), incoming, request: request)
    }

    mutating func answerSet(_ header: JSONValue, _ body: [UInt8], _ request: UInt8, _ incoming: Incoming) {
        guard let resource = resource(header, request, incoming) else { return }
        guard resource == .status || resource == .state, !(header["setPartial"]?.flag ?? false) else {
            return reply(to: incoming, request: request, status: 405)
        }
        let value = body.isEmpty ? .null : JSONReader.value(of: body, depth: CILimits.jsonDepth)
        guard let value else { return reply(to: incoming, request: request, status: 342, "the data are not JSON") }
        if resource == .status, let variables = value["variables"] {
            return set(variables, request, incoming)
        }
        if resource == .status {
            guard let preset = value["preset"]?.int, content.presets.contains(where: { $0.number == preset }) else {
                return reply(to: incoming, request: request, status: 342, "no such preset")
            }
            ask(.loadPreset(preset), incoming, request: request)
            return
        }
        guard let id = header["resId"]?.text else {
            return reply(to: incoming, request: request, status: 400, "no resId")
        }
        guard content.states.contains(where: { $0.id == id }) else {
            return reply(to: incoming, request: request, status: 404)
        }
        let text = value["text"]?.text
        guard body.isEmpty || text != nil else {
            return reply(to: incoming, request: request, status: 342, "no text")
        }
        ask(.loadState(id: id, text: text), incoming, request: request)
    }
}
