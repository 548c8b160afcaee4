import MIDI
import Program

// RPN and NRPN as inputs (R16): what is selected, which routings take that, and the values entered.
extension Router {
    /// Where the selection of a source, which is a port, and channel stands.
    private mutating func selection(_ source: UInt8, _ channel: UInt8) -> UnsafeMutablePointer<ParameterSelection> {
        selections + (Int(source) << 4 | Int(channel))
    }

    /// The part of a Control Change in the selected parameter: a half of its selection or its data belongs to it, data
    /// entry gives it a value (R16). Says in which routings a first half waits.
    mutating func addParameter(_ message: Message, _ source: UInt8, _ moves: inout ControllerMoves) {
        let controller = message.data1
        if Parameter.selects(controller) {
            moves.withheld = select(message, moves, source)
        } else if !Parameter.isData(controller) {
            return
        }
        let selection = selection(source, message.channel)
        let (coarse, fine) = (selection.pointee.coarse, selection.pointee.fine)
        if coarse != Remap.none { enter(message, Int(coarse), isFine: false, source, &moves) }
        if fine != Remap.none { enter(message, Int(fine), isFine: true, source, &moves) }
    }

    /// Data entry, as it is to one precision: at 7 bits CC 38 is taken and says nothing, at 14 bits CC 6 waits for it.
    private mutating func enter(
        _ message: Message, _ slot: Int, isFine: Bool, _ source: UInt8, _ moves: inout ControllerMoves
    ) {
        let last = lastValues.value(source, message.channel, slot)
        let value = Int32(message.data2)
        switch message.data1 {
        case Parameter.dataMSB where isFine: beginWait(slot, message, source, &moves)
        case Parameter.dataMSB: add(slot, value, message, source, &moves)
        case Parameter.dataLSB where isFine:
            // The last MSB is that of this parameter: the one that waits, else that of its last value.
            let waited = endWaitSilently(slot, message.channel, source)
            let data = Int(Parameter.dataMSB)
            let msb = waited ? lastValues.value(source, message.channel, data) : last >> 7
            add(slot, msb << 7 | value, message, source, &moves)
        case Parameter.increment: add(slot, min(last + 1, isFine ? 16383 : 127), message, source, &moves)
        case Parameter.decrement: add(slot, max(last - 1, 0), message, source, &moves)
        default: moves.add(ControllerMove(slot: slot, fires: false, channel: message.channel))
        }
    }

    /// What can wait no longer because a Control Change comes: a first half, unless it is its second, and data of a
    /// parameter that gets other data or is no longer selected.
    mutating func endParameterWaits(before message: Message, from source: UInt8) {
        let selection = selection(source, message.channel)
        let controller = message.data1
        if selection.pointee.waiting != WaitingInputs.none && !selection.pointee.isSecondHalf(controller) {
            endWait(selection.pointee.waiting)
        }
        if selection.pointee.fine == Remap.none { return }
        var ends = Parameter.isData(controller) && controller != Parameter.dataLSB
        if Parameter.selects(controller) {
            var next = selection.pointee
            next.select(controller, message.data2)
            ends = next.number != selection.pointee.number
        }
        if ends { endWait(ofSlot: Int(selection.pointee.fine), message.channel, source) }
    }
}

// MARK: - Selecting

extension Router {
    /// What a routing makes of a half of a selection.
    private enum Interest {
        case wanted
        /// A first half that may become wanted.
        case undecided
        case none
    }

    /// Takes a half of a selection. In routings where it makes the selection unwanted, the other half is sent first if
    /// it was taken.
    /// - Returns: the routings in which it waits, a bit each.
    private mutating func select(_ message: Message, _ moves: ControllerMoves, _ source: UInt8) -> UInt64 {
        let selection = selection(source, message.channel)
        let isMSB = message.data1 == 101 || message.data1 == 99
        // What waits is the MSB that this LSB follows.
        let waited = selection.pointee.waitsIn
        if selection.pointee.waiting != WaitingInputs.none {
            waiting.remove(selection.pointee.waiting)
            selection.pointee.waiting = WaitingInputs.none
            selection.pointee.waitsIn = 0
        }
        inheritTakers(before: message, from: source, selection)
        selection.pointee.select(message.data1, message.data2)
        (selection.pointee.coarse, selection.pointee.fine) =
            program.pointee.derived?.pointee.slots(of: selection.pointee.number) ?? (Remap.none, Remap.none)
        var took: UInt64 = 0
        var waits: UInt64 = 0
        for concern in concerned(by: message, from: source) {
            if !takes(concern, message.channel) || isShut(Int(concern.routing)) { continue }
            let bit: UInt64 = 1 << UInt64(concern.routing)
            switch interest(in: message, moves, selection.pointee, concern) {
            case .wanted:
                took |= bit
                if waited & bit != 0 { selection.pointee.tookMSB |= bit }
            case .undecided: waits |= bit
            case .none:
                if waited & bit != 0 { selection.pointee.tookMSB |= bit }
                sendOther(than: message, from: source, selection, Int(concern.routing))
            }
        }
        if isMSB { selection.pointee.tookMSB = took } else { selection.pointee.tookLSB = took }
        if waits != 0 {
            selection.pointee.waitsIn = waits
            selection.pointee.waiting = waiting.add(source, message.channel, WaitingInputs.half, at: now)
            schedule(at: now + WaitingInputs.patience)
        }
        return waits
    }

    private mutating func interest(
        in message: Message, _ moves: ControllerMoves, _ selection: ParameterSelection, _ concern: Concern
    ) -> Interest {
        let index = Int(concern.routing)
        let routing = preset.pointee.routings + index
        guard let heads = routing.pointee.remapHeads, !isBypassed(concern.routing) else { return .none }
        // It is replaced there anyhow, as the Control Change or the message it is.
        if isNamed(message.data1, heads) || replaces(message, moves, through: routing, concern) { return .none }
        if wants(selection, heads) { return .wanted }
        if message.data1 != Parameter.selectsMSB(selection.isRegistered) { return .none }
        return routing.pointee.wantsParameter(isRegistered: selection.isRegistered, msb: selection.msb)
            ? .undecided : .none
    }

    /// Whether a remap of a routing is from what is selected.
    private mutating func wants(_ selection: ParameterSelection, _ heads: SlotTable) -> Bool {
        selection.coarse != Remap.none && heads[Int(selection.coarse)] != Remap.none
            || selection.fine != Remap.none && heads[Int(selection.fine)] != Remap.none
    }

    /// Before the first half after a load: routings that want what is selected go on from what those before them took;
    /// a receiver would be given one half alone.
    private mutating func inheritTakers(
        before message: Message, from source: UInt8, _ selection: UnsafeMutablePointer<ParameterSelection>
    ) {
        if !selection.pointee.wasMSBTaken && !selection.pointee.wasLSBTaken { return }
        let other = message.data1 ^ 1
        for concern in concerned(by: message, from: source) where takes(concern, message.channel) {
            let index = Int(concern.routing)
            guard let heads = preset.pointee.routings[index].remapHeads, !isShut(index) else { continue }
            if isBypassed(concern.routing) || isNamed(other, heads) { continue }
            if wants(selection.pointee, heads) { selection.pointee.inherit(1 << UInt64(index)) }
        }
        selection.pointee.endInheritance()
    }

    /// Whether a remap of a routing names a Control Change itself or as a half of a pair.
    private mutating func isNamed(_ controller: UInt8, _ heads: SlotTable) -> Bool {
        if heads[Int(controller)] != Remap.none { return true }
        guard let derived = program.pointee.derived else { return false }
        for half in derived.pointee.halves(of: controller) where heads[Int(half.slot)] != Remap.none { return true }
        return false
    }

    /// Sends the half that a routing took, before the one that makes the selection unwanted.
    private mutating func sendOther(
        than message: Message, from source: UInt8, _ selection: UnsafeMutablePointer<ParameterSelection>,
        _ routing: Int
    ) {
        let bit: UInt64 = 1 << UInt64(routing)
        let registered = selection.pointee.isRegistered
        if message.data1 != Parameter.selectsMSB(registered) {
            if selection.pointee.tookMSB & bit == 0 { return }
            selection.pointee.tookMSB &= ~bit
            let half = Parameter.selectsMSB(registered)
            send(Message(status: message.status, half, selection.pointee.msb), from: source, through: routing)
        } else {
            if selection.pointee.tookLSB & bit == 0 { return }
            selection.pointee.tookLSB &= ~bit
            let half = Parameter.selectsLSB(registered)
            send(Message(status: message.status, half, selection.pointee.lsb), from: source, through: routing)
        }
    }

    /// A first half that was waiting leaves: nothing wants the selection it makes.
    mutating func sendWaitingHalf(_ source: UInt8, _ channel: UInt8) {
        let selection = selection(source, channel)
        var routings = selection.pointee.waitsIn
        selection.pointee.waitsIn = 0
        selection.pointee.waiting = WaitingInputs.none
        let half = Parameter.selectsMSB(selection.pointee.isRegistered)
        let message = Message(status: 0xB0 | channel, half, selection.pointee.msb)
        while routings != 0 {
            let routing = routings.trailingZeroBitCount
            routings &= routings - 1
            sendOther(than: message, from: source, selection, routing)
            send(message, from: source, through: routing)
        }
    }

    /// A Control Change that a routing passes as it came in, later than that.
    private mutating func send(_ message: Message, from source: UInt8, through index: Int) {
        let routing = preset.pointee.routings + index
        if listener.trace != nil { hear(message, from: source, isNew: false) }
        if isShut(index) { return whyShut(UInt16(index)) }
        if routing.pointee.filters(.controlChange) && !isBypassed(UInt16(index)) {
            return why(.filtered, UInt16(index))
        }
        working = AtWork(UInt8(index))
        let out = message.on(channel: routing.pointee.outChannel(message.channel))
        for end in 0..<Int(routing.pointee.destinationCount) {
            send(out, to: routing.pointee.destinations[end])
        }
    }

    /// Other settings are in force, whose routings have other numbers.
    mutating func forgetTakers() {
        if program.pointee.derived == nil { return }
        for index in 0..<Limits.ports * 16 { selections[index].forgetTakers() }
    }

    /// What is selected stays so under another program, where it may be another input or none.
    mutating func findSelections() {
        for index in 0..<Limits.ports * 16 {
            (selections[index].coarse, selections[index].fine) =
                program.pointee.derived?.pointee.slots(of: selections[index].number) ?? (Remap.none, Remap.none)
        }
    }
}
