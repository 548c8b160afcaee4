import MIDI
import Program

// Dividing and multiplying (K4).
extension Router {
    /// A timing clock through one routing: none, one or more of it are sent, and parts of it may be still to come.
    mutating func timingClock(_ concern: Concern, from source: UInt8) {
        let index = Int(concern.routing)
        let routing = preset.pointee.routings + index
        let multiply = routing.pointee.multiply
        // Never more than a multiple behind: what is still to come of the last tick comes before this one.
        while rates[index].left > 0 { sendPart(index) }
        working = AtWork(UInt8(truncatingIfNeeded: index))
        if isBypassed(UInt16(index)) && !isMuted(UInt16(index)) { sendTick(routing, from: source) }
        countTick(index, from: source)
        if multiply < 2 { return }
        let interval =
            source == Source.clock && program.pointee.clockSource == Source.clock
            ? clock.interval : followers[Int(clockPort(source))].interval
        rates[index].spread(multiply, from: now, over: interval ?? 0)
        partsOf[index] = source
        spreading |= 1 << UInt64(index)
        schedule(at: rates[index].nextAt)
    }

    /// The port whose ticks a source carries.
    private mutating func clockPort(_ source: UInt8) -> UInt8 {
        source == Source.clock ? program.pointee.clockSource : source
    }

    /// Parts of multiplied ticks that are due.
    mutating func sendParts() {
        var left = spreading
        while left != 0 {
            let index = left.trailingZeroBitCount
            left &= left - 1
            if rates[index].left == 0 || index >= Int(preset.pointee.routingCount) {
                spreading &= ~(1 << UInt64(index))
                continue
            }
            if rates[index].nextAt <= now { sendPart(index) }
            schedule(at: rates[index].nextAt)
        }
    }

    private mutating func sendPart(_ index: Int) {
        rates[index].partSent()
        countTick(index, from: partsOf[index])
    }

    /// Ticks count while muted, shut or bypassed; they only go nowhere, or go undivided.
    private mutating func countTick(_ index: Int, from source: UInt8) {
        let routing = preset.pointee.routings + index
        let passes = rates[index].count(divide: max(routing.pointee.divide, 1))
        if isBypassed(UInt16(index)) && !isShut(index) { return }
        if isShut(index) { return whyShut(UInt16(index)) }
        if routing.pointee.filtered & (1 << UInt32(MessageKind.timingClock.rawValue)) != 0 {
            return tell(.filtered, routing: UInt8(truncatingIfNeeded: index), Message(status: 0xF8))
        }
        if !passes { return why(.divided, UInt16(index)) }
        working = AtWork(UInt8(truncatingIfNeeded: index))
        sendTick(routing, from: source)
    }

    private mutating func sendTick(_ routing: UnsafePointer<Routing>, from source: UInt8) {
        let tick = Message(status: 0xF8)
        for end in 0..<Int(routing.pointee.destinationCount) {
            let destination = routing.pointee.destinations[end]
            if !isLooped(tick, from: source, to: destination) { send(tick, to: destination) }
        }
    }

    /// Transport sets the phase of a routing: start from the beginning, continue by song position.
    mutating func locateClock(_ message: Message, _ concern: Concern, from source: UInt8) {
        let index = Int(concern.routing)
        let routing = preset.pointee.routings + index
        switch message.kind {
        case .start: rates[index].restart()
        case .stop where partsOf[index] == source: rates[index].dropParts()
        case .continue:
            rates[index].locate(
                sixteenths: songTicks[Int(source)] / 6, multiply: max(routing.pointee.multiply, 1),
                divide: max(routing.pointee.divide, 1))
        default: break
        }
    }

    /// The song position as a routing passes it on: multiplied, divided, rounded down.
    mutating func songPosition(_ message: Message, _ routing: UnsafePointer<Routing>) -> Message {
        let sixteenths = UInt32(message.data2) << 7 | UInt32(message.data1)
        let moved =
            sixteenths * UInt32(max(routing.pointee.multiply, 1)) / UInt32(max(routing.pointee.divide, 1))
        let clamped = min(moved, 0x3FFF)
        return Message(status: 0xF2, UInt8(clamped & 0x7F), UInt8(clamped >> 7))
    }

    /// Ticks of multiples still to come, of routings that carry a source's clock.
    mutating func dropClockParts(of source: UInt8) {
        for index in 0..<Int(preset.pointee.routingCount) where partsOf[index] == source { rates[index].dropParts() }
    }
}
