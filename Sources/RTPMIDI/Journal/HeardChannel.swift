import MIDI

/// The state of one channel of a peer's stream, as far as the stream has arrived.
struct HeardChannel: BitwiseCopyable {
    /// The top bit of a stored value: the value may not be in force any more, until the peer's journal confirms it.
    static let isStale: UInt8 = 0x80

    /// The velocity of the last Note On of each key; 0 after a Note Off.
    var velocities = InlineArray<128, UInt8>(repeating: 0)
    /// Note Ons less Note Offs of each key, 0...127.
    var noteCounts = InlineArray<128, UInt8>(repeating: 0)
    /// The last value of each controller, with `isStale`.
    var controllers = InlineArray<128, UInt8>(repeating: HeardChannel.isStale)
    /// The number of commands, and of changes between 0...63 and 64...127, of each controller, modulo 64.
    var commandCounts = InlineArray<128, UInt8>(repeating: 0)
    var toggleCounts = InlineArray<128, UInt8>(repeating: 0)
    /// The last pressure of each key, with `isStale`.
    var keyPressures = InlineArray<128, UInt8>(repeating: 0)
    var pressure: UInt8 = 0
    /// 0...16383.
    var bend: UInt16 = HeardChannel.centre
    var bank = SelectedBank()
    var program = BankedProgram()
    var selection = ParameterTransaction()
    var parameters = ParameterTable()
    /// Whether anything has arrived.
    var isTouched = false

    static let centre: UInt16 = 0x2000
}

extension HeardChannel {
    /// Records a channel message that arrived.
    mutating func record(_ message: Message) {
        isTouched = true
        let key = Int(message.data1)
        switch Status.withoutChannel(message.status) {
        case Status.noteOn where message.data2 > 0:
            velocities[key] = message.data2
            noteCounts[key] = min(127, noteCounts[key] + 1)
        case Status.noteOff, Status.noteOn:
            velocities[key] = 0
            noteCounts[key] -= noteCounts[key] > 0 ? 1 : 0
        case Status.polyPressure:
            keyPressures[key] = message.data2
        case Status.controlChange:
            record(controller: message.data1, message.data2)
        case Status.programChange:
            program = bank.program(message.data1)
        case Status.channelPressure:
            pressure = message.data1
        default:
            bend = message.bend
        }
    }

    private mutating func record(controller: UInt8, _ value: UInt8) {
        if ParameterTransaction.isSelector(controller) {
            set(controller, value)
            selection.select(controller, value)
            if selection.state == .open { _ = parameters.touch(selection.number, in: 0) }
            return
        }
        if ParameterTransaction.isData(controller), selection.enterData() {
            _ = parameters.touch(selection.number, in: 0)
            parameters.enter(controller, value)
            return
        }
        let index = Int(controller)
        commandCounts[index] = (commandCounts[index] + 1) & 0x3F
        set(controller, value)
        // An MSB may or may not clear its LSB, depending on the instrument.
        if controller < 32 { controllers[index + 32] |= HeardChannel.isStale }
        bank.select(controller, value)
        if controller == ModeController.resetAllControllers { resetControllers() }
        if ModeController.endsNotes(controller) { endNotes() }
    }

    private mutating func set(_ controller: UInt8, _ value: UInt8) {
        let index = Int(controller)
        if (controllers[index] ^ value) & 0x40 != 0 { toggleCounts[index] = (toggleCounts[index] + 1) & 0x3F }
        controllers[index] = value
    }

    // Sets the values that RP-015 names. Marks all controllers as stale, because instruments reset different ones of
    // the others.
    private mutating func resetControllers() {
        for controller in UInt8(0)..<120 {
            if controller == 1 || 64...67 ~= controller { set(controller, 0) }
            if controller == 11 { set(controller, 127) }
            controllers[Int(controller)] |= HeardChannel.isStale
        }
        keyPressures = InlineArray(repeating: 0)
        (pressure, bend) = (0, HeardChannel.centre)
        bank.resetControllers()
        selection.resetControllers()
        parameters.resetControllers()
    }

    private mutating func endNotes() {
        velocities = InlineArray(repeating: 0)
        noteCounts = InlineArray(repeating: 0)
        // Whether pressures last depends on the instrument.
        pressure |= HeardChannel.isStale
        for key in 0..<128 { keyPressures[key] |= HeardChannel.isStale }
    }

    /// Forgets everything: a new session, or a Reset State command (RFC 6295, A.1).
    mutating func reset() {
        if !isTouched { return }
        velocities = InlineArray(repeating: 0)
        noteCounts = InlineArray(repeating: 0)
        controllers = InlineArray(repeating: HeardChannel.isStale)
        commandCounts = InlineArray(repeating: 0)
        toggleCounts = InlineArray(repeating: 0)
        keyPressures = InlineArray(repeating: 0)
        (pressure, bend) = (0, HeardChannel.centre)
        (bank, program, selection) = (SelectedBank(), BankedProgram(), ParameterTransaction())
        parameters.removeAll()
        isTouched = false
    }
}
