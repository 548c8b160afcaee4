import MIDI

/// The state of one channel as it was sent, with the packet of each command. Journals are written from it.
struct SentChannel: BitwiseCopyable {
    /// The last command of one kind, if older commands of that kind do not matter.
    struct Single: BitwiseCopyable {
        var isActive = false
        var packet: UInt32 = 0
        var value: UInt16 = 0

        init() {}

        init(_ value: UInt16, in packet: UInt32) { (isActive, self.packet, self.value) = (true, packet, value) }
    }

    /// The packet of the last command on this channel, if there is one.
    var last = Single()

    /// The last note command of each key. The value is the velocity, 0 if the note has ended; `extra` is the release
    /// velocity.
    var notes = RecentNumbers()
    /// Note Ons less Note Offs of each key, 0...127: the reference count of chapter E.
    var noteCounts = InlineArray<128, UInt8>(repeating: 0)
    /// The packet of the last Note Off, for the B bit.
    var lastNoteOff = Single()

    /// The last value of each controller. `extra` is the number of its commands, modulo 64.
    var controllers = RecentNumbers()
    /// The last pressure of each key. `extra` is the X bit: 0x80 if the notes of the channel ended after the pressure.
    var keyPressures = RecentNumbers()
    var pressure = Single()
    var bend = Single()

    var bank = SelectedBank()
    var program = BankedProgram()
    /// The packet of the last Program Change; `value` is the X bit of chapter P.
    var programChange = Single()

    var selection = ParameterTransaction()
    /// The packet of the last command of the parameter system since Reset All Controllers.
    var transaction = Single()
    var parameters = ParameterTable()
}
