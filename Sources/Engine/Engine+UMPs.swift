import MIDI
import Panel
import Plan
import Routing

/// What a UMP port has received in part: a UMP, and a SysEx of each group.
package struct UMPInput {
    package var reader = UMPReader()
    /// Closes a SysEx when another message of the same group interrupts it (S4).
    var gate = SysExGate()
    /// The group whose SysEx is open at a place that receives all groups; `nobody` if none is open.
    var sysExGroup = UMPInput.nobody

    static var nobody: UInt8 { 0xFF }

    package init() {}
}

extension Engine {
    /// Receives words of a UMP port, whole or partial UMPs, that arrived at `time`.
    ///
    /// - Parameter port: the first place of the port. Each UMP goes to the place of its group (U6); a UMP of a
    ///   group without a place is ignored.
    @_optimize(speed)
    package func receive(umps words: UnsafeBufferPointer<UInt32>, from port: UInt8, at time: UInt64) {
        recorder?.received(umps: words, from: port, at: time)
        advance(to: time)
        for index in 0..<words.count {
            guard let ump = umpInputs[Int(port)].reader.feed(words[index]) else { continue }
            let admitted = umpInputs[Int(port)].gate.admits(ump) { end in
                receive(ump: end, from: port, at: time)
            }
            if admitted { receive(ump: ump, from: port, at: time) }
        }
    }

    /// Receives a whole UMP of a UMP port.
    private func receive(ump: Message, from port: UInt8, at time: UInt64) {
        // U7: utility and stream messages have no group and are not routed.
        if ump.type == MessageType.utility || ump.type == MessageType.stream { return }
        let place = router.runningPlan.place(of: ump.group, at: PortIndex(rawValue: port))
        if place.isNone || !keepsSysExApart(ump, at: place) { return }
        ports[place.position].heardAt = time
        receive(ump: ump, of: place.rawValue, at: time)
        afterPanic(at: time)
        if ports[place.position].isWatched { watch(until: time + Engine.sensingTimeout) }
    }

    /// Receives a whole UMP for one place of a UMP port.
    func receive(ump: Message, of place: UInt8, at time: UInt64) {
        if ump.isRealTime {
            if !passes(realTime: ump, from: place, at: time) { return }
        } else {
            show(ump: ump, at: time)
        }
        router.receive(ump: ump, from: place, at: time)
    }

    /// Whether a UMP may be routed. At a place that receives all groups, the SysEx of one group must not mix with
    /// that of another: a SysEx that begins while another one is open is dropped whole and counted (S8).
    private func keepsSysExApart(_ ump: Message, at place: PortIndex) -> Bool {
        if ump.type != MessageType.sysEx || !router.traits(of: place).hearsAllGroups { return true }
        let begins = ump.sysExStatus == .start || ump.sysExStatus == .complete
        let owner = umpInputs[place.position].sysExGroup
        if owner != UMPInput.nobody && owner != ump.group {
            if begins { router.countDrop() }
            return false
        }
        if owner == UMPInput.nobody && !begins { return false }
        switch ump.sysExStatus {
        case .start: umpInputs[place.position].sysExGroup = ump.group
        case .end: umpInputs[place.position].sysExGroup = UMPInput.nobody
        default: break
        }
        return true
    }

    /// Closes the SysEx that a place is receiving (S4).
    func closeUMPs(of place: PortIndex, at time: UInt64) {
        let traits = router.traits(of: place)
        umpInputs[place.position].sysExGroup = UMPInput.nobody
        for group in UInt8(0)..<16 where traits.hearsAllGroups || group == traits.group {
            umpInputs[traits.device.position].gate.finish(group: group) { end in
                router.receive(ump: end, from: place.rawValue, at: time)
            }
        }
    }

    /// Shows a message on the display, and switches the backlight on.
    private func show(ump: Message, at time: UInt64) {
        notices.backlight.event(at: time)
        notices.lastMessage = ump.on(group: 0)
    }
}
