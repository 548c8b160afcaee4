import Configuration
import Devices
import Plan

// U1: the lines of `treadle ports` about a UMP port.
extension PortsCommand {
    /// Returns the lines of an endpoint and its function blocks; empty for any other port.
    ///
    /// - Parameter asker: the port of the box file to which the endpoint is assigned.
    static func text(_ endpoint: UMPEndpoint?, of asker: PortConfiguration?) -> String {
        guard let endpoint else { return "" }
        var text = "     endpoint speaks \(endpoint.speaks.name)"
        if let asker, let refused = endpoint.refused(by: asker.wanted) {
            text += ", not \(refused.name) as \(asker.alias.visible) asks"
        }
        text += ", can speak \(endpoint.capabilities.name)"
        if !endpoint.product.isEmpty { text += ", product \(endpoint.product.visible)" }
        text += "\n"
        for block in endpoint.blocks {
            text += "     block \(block.name.visible)  \(block.directionText)  \(block.groupText)"
            if block.isMIDI1 { text += "  MIDI 1.0" }
            text += block.isActive ? "\n" : "  inactive\n"
        }
        return text
    }

    /// Writes an endpoint as a JSON value, null for a port that is not a UMP port.
    static func write(_ endpoint: UMPEndpoint?, to json: inout JSON) {
        guard let endpoint else { return json.null() }
        json.beginObject()
        json.member("name", endpoint.name)
        json.member("product", endpoint.product)
        json.member("speaks", endpoint.speaks.name)
        let protocols = [UMPEndpoint.Protocols.midi1, .midi2].filter { endpoint.capabilities.contains($0) }
        json.list("protocols", of: protocols) { $0.string($1.name) }
        json.objects("blocks", of: endpoint.blocks) { json, block in
            json.member("name", block.name)
            json.member("direction", block.directionText)
            json.member("first", block.firstGroup + 1)
            json.member("last", block.firstGroup + block.groupCount)
            json.member("midi1", block.isMIDI1)
            json.member("active", block.isActive)
        }
        json.endObject()
    }
}

extension UMPEndpoint {
    /// The protocol that the box file demands and the endpoint does not use; nil if there is no such conflict.
    func refused(by wanted: ProtocolChoice) -> Protocols? {
        switch wanted {
        case .automatic: nil
        case .midi1: speaks.contains(.midi2) ? .midi1 : nil
        case .midi2: speaks.contains(.midi2) ? nil : .midi2
        }
    }
}

extension UMPEndpoint.Protocols {
    /// The protocols in words: `MIDI 1.0`, `MIDI 2.0`, both, or none.
    var name: String {
        switch (contains(.midi1), contains(.midi2)) {
        case (true, true): "MIDI 1.0 and MIDI 2.0"
        case (_, true): "MIDI 2.0"
        case (true, _): "MIDI 1.0"
        default: "no known protocol"
        }
    }
}

extension FunctionBlock {
    /// The directions seen from the box: `in`, `out`, `in and out`.
    var directionText: String {
        switch (directions.contains(.input), directions.contains(.output)) {
        case (true, true): "in and out"
        case (_, true): "out"
        case (true, _): "in"
        default: "no direction"
        }
    }

    /// The groups, counted from 1: `group 5`, `groups 1..4`.
    var groupText: String {
        groupCount == 1 ? "group \(firstGroup + 1)" : "groups \(firstGroup + 1)..\(firstGroup + groupCount)"
    }
}
