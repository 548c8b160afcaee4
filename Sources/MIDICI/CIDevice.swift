/// MIDI-CI of the box (U9, U10): answers Discovery, Endpoint Information, Property Exchange and Process Inquiry on each
/// port, and asks for the identity of the devices at the other end.
///
/// A state machine without sockets and clocks. Its owner
/// - reports ports that appear and disappear, and passes on each SysEx message of MIDI-CI (U11), with its time,
/// - calls `advance` at `deadline`, and sends what `nextOutput` returns,
/// - keeps `content` up to date and calls `changed` for resources whose data have changed,
/// - answers each `nextRequest`, and reads each `nextNotice`.
///
/// Each port has a MUID of its own, since a MUID names one function block or one pair of MIDI 1.0 ports.
package struct CIDevice: Sendable {
    package let settings: CISettings
    /// The values that the resources contain.
    package var content = CIContent()
    /// The known devices in the order in which they were found.
    package internal(set) var peers: [CIPeer] = []
    package internal(set) var counters = CICounters()

    var ports: [PortState] = []
    var notices: [CINotice] = []
    var requests: [CIRequest] = []
    var waiting: [Waiting] = []
    var assemblies: [Assembly] = []
    var deliveries: [Delivery] = []
    var subscriptions: [Subscription] = []
    /// The last numbers of a request to the owner, of a request to a peer, and of a subscription.
    var lastToken: UInt32 = 0
    var lastRequest: UInt8 = 0
    var lastSubscription = 0
    private var random: RandomNumbers

    /// - Parameter random: the seed of the MUIDs, a random number that differs at each start (M2-101-UM).
    package init(_ settings: CISettings, random: UInt64) {
        (self.settings, self.random) = (settings, RandomNumbers(seed: random))
    }

    /// Returns the MUID of the box on a port; nil if the port has no MIDI-CI.
    package func muid(of port: Int) -> MUID? { ports.first { $0.port == port }?.muid }

    // MARK: - Read by the owner

    /// Returns and removes the next message to send on any port; nil if there is none.
    package mutating func nextOutput() -> CIOutput? {
        for index in ports.indices {
            if let output = nextOutput(on: ports[index].port) { return output }
        }
        return nil
    }

    /// Returns and removes the next message to send on a port; nil if there is none. Makes chunks of properties only
    /// here, so that a slow port does not fill memory.
    package mutating func nextOutput(on port: Int) -> CIOutput? {
        guard let index = index(of: port) else { return nil }
        if !ports[index].outputs.isEmpty { return CIOutput(port: port, bytes: ports[index].outputs.removeFirst()) }
        // A report is sent without a break, because its messages do not name the report to which they belong.
        guard
            let found = deliveries.firstIndex(where: { $0.port == port && $0.kind == .messageReportReply })
                ?? deliveries.firstIndex(where: { $0.port == port })
        else { return nil }
        var delivery = deliveries.remove(at: found)
        let (bytes, isLast) = delivery.next(from: ports[index].muid)
        // The transfer moves to the end of the list, so that transfers to several peers, or of several requests,
        // alternate.
        if !isLast { deliveries.append(delivery) }
        return CIOutput(port: port, bytes: bytes)
    }

    package mutating func nextNotice() -> CINotice? { notices.isEmpty ? nil : notices.removeFirst() }

    // MARK: - Shared by the extensions

    func index(of port: Int) -> Int? { ports.firstIndex { $0.port == port } }

    /// Queues a message; counts it as dropped if the port has too many.
    mutating func send(_ bytes: [UInt8], on index: Int) {
        if ports[index].outputs.count >= CILimits.outputs {
            counters.droppedOutputs += 1
        } else {
            ports[index].outputs.append(bytes)
        }
    }

    mutating func note(_ kind: CINotice.Kind, _ port: Int, _ muid: MUID) {
        if notices.count >= CILimits.notices { notices.removeFirst() }
        notices.append(CINotice(kind: kind, port: port, muid: muid))
    }

    /// Returns a random MUID that no port of the box and no known peer has.
    mutating func newMUID() -> MUID {
        while true {
            let muid = MUID(random.next())
            let isTaken = ports.contains { $0.muid == muid } || peers.contains { $0.muid == muid }
            if muid.isUsable && !isTaken { return muid }
        }
    }

    /// Mixes a number into the random state, so that two devices with the same seed get different MUIDs.
    mutating func mixRandom(_ number: UInt64) { random.mix(number) }
}
