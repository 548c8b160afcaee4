// Transfers that end before they are whole.
extension CIDevice {
    /// A Notify, which version 1 has where version 2 has ACK and NAK: 100 to wait, 144 and 408 to end.
    mutating func hearNotify(_ assembly: Assembly, _ incoming: Incoming) {
        guard let status = JSONReader.value(of: assembly.header)?["status"]?.int else { return }
        if status == 100 {
            prolong(incoming)
        } else if status == 144 || status == 408 {
            endTransfers(with: incoming, request: assembly.request, kind: nil)
        }
    }

    /// Ends what is under way with the sender: of one request, or of one kind.
    mutating func endTransfers(with incoming: Incoming, request: UInt8?, kind: UInt8?) {
        let (port, muid) = (ports[incoming.port].port, incoming.header.source)
        assemblies.removeAll { $0.port == port && $0.muid == muid && (request == nil || $0.request == request) }
        deliveries.removeAll {
            $0.port == port && $0.muid == muid && (request == nil || $0.request == request)
                && (kind == nil || $0.kind.rawValue == kind)
        }
    }

    /// Gives up transfers whose chunks have not come.
    mutating func endLateTransfers(at now: UInt64) {
        for index in assemblies.indices.reversed() where assemblies[index].due <= now {
            let assembly = assemblies.remove(at: index)
            guard let port = self.index(of: assembly.port), assembly.kind != .getPropertyReply else { continue }
            let header = CIHeader(
                address: CIHeader.wholeBlock, kind: assembly.kind.rawValue, version: CIHeader.newest,
                source: assembly.muid, destination: ports[port].muid)
            sendNAK(.timeout, to: header, on: port, request: assembly.request)
        }
    }
}
