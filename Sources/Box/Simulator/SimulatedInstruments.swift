import Engine
import Loop
import CPlatform
import Configuration
import Panel
import SMF

/// What a person plays in the simulator: footswitches, tilt, pedals, knobs, a keyboard and a song.
struct SimulatedInstruments {
    var switches: SimulatedSwitches
    /// Nil for a box without a sensor.
    var tilt: SimulatedTilt?
    /// Nil for a box without pedals and knobs.
    var pedals: SimulatedPedals?
    /// Nil for a box without input ports.
    var keyboard: SimulatedKeyboard?
    var song: PlayedSong?

    init(_ box: BoxConfiguration) {
        switches = SimulatedSwitches(box.footswitches)
        tilt = box.motion.map { SimulatedTilt($0, at: treadle_now()) }
        pedals = SimulatedPedals(box)
        keyboard = SimulatedKeyboard(box)
    }

    /// Sends due notes to the loop. Returns true if the song has ended.
    mutating func play(to loop: Loop, at now: UInt64) -> Bool {
        var hasGiven = keyboard?.play(to: loop.injections, at: now) ?? false
        if song?.play(to: loop.injections, at: now) ?? false { hasGiven = true }
        if hasGiven { treadle_event_signal(loop.wake) }
        guard song?.isDone ?? false else { return false }
        song = nil
        return true
    }

    /// When an instrument next has something to do, in ns.
    func nextAt(_ now: UInt64) -> UInt64 {
        var next = min(switches.nextAt, min(tilt?.nextAt ?? never, keyboard?.nextAt(now) ?? never))
        if let song { next = min(next, song.nextAt(now)) }
        return next
    }
}
