// Transfers that end before they are whole.
extension CIDevice {
    /// Handles a Notify, which replaces ACK and NAK in version 1: status 100 asks to wait, 144 and 408 end the
    /// transfer.
    mutating func hearNotify(_ assembly: Assembly, _ incoming: Incoming) {
        let header = JSONReader.value(of: assembly.header, depth: CILimits.jsonDepth)
        guard let status = header?["status"]?.int else { return }
        if status == 100 {
            prolong(incoming)
        } else if status == 144 || status == 408 {
            endTransfers(with: incoming, request: assembly.request, kind: nil)
        }
    }

    /// Ends transfers with the sender. `request` limits them to one request, `kind` limits those that the box sends;
    /// nil for no limit.
    mutating func endTransfers(with incoming: Incoming, request: UInt8?, kind: UInt8?) {
        let (port, muid) = (ports[incoming.port].port, incoming.header.source)
        assemblies.removeAll { $0.port == port && $0.muid == muid && (request == nil || $0.request == request) }
        deliveries.removeAll {
            $0.port == port && $0.muid == muid && (request == nil || $0.request == request)
                && (kind == nil || $0.kind.rawValue == kind)
        }
    }

    /// Ends transfers whose next chunk has not arrived in time. The sender gets a NAK, except for a reply to a Get.
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
