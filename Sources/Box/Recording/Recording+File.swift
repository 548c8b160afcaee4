import Engine
import Configuration
import MIDI
import SMF

// A recording as a Standard MIDI File: one track for each direction of each port that was used.
extension Recording {
    private typealias Track = [(time: UInt64, bytes: [UInt8])]

    /// The bytes of the file. Timing clock and Active Sensing are left out, since a file has its own tempo.
    var file: [UInt8] {
        let ports = configuration.box.ports
        var readers = [UMPReader](repeating: UMPReader(), count: ports.count)
        var parsers = [StreamParser](repeating: StreamParser(), count: ports.count)
        var (came, went) = ([Track](repeating: [], count: ports.count), [Track](repeating: [], count: ports.count))
        var (open, openOut) = (
            [[UInt8]](repeating: [], count: ports.count), [[UInt8]](repeating: [], count: ports.count)
        )
        for record in inputs {
            switch record.what {
            case .bytes(let place, let bytes):
                let index = first(of: place)
                for byte in bytes {
                    parsers[index].feed(byte) { add($0, at: record.time, to: &came[index], &open[index]) }
                }
            case .words(let place, let words):
                let index = first(of: place)
                for word in words {
                    readers[index].feed(word)?.forEachMIDI1 {
                        add($0, at: record.time, to: &came[index], &open[index])
                    }
                }
            case .inject(let message, .play, let place):
                let port = first(of: place)
                message.forEachMIDI1 { add($0, at: record.time, to: &came[port], &open[port]) }
            default: break
            }
        }
        for record in outputs {
            switch record.what {
            case .message(let message, let place):
                let port = first(of: place)
                add(message, at: record.time, to: &went[port], &openOut[port])
            case .ump(let ump, let place):
                let port = first(of: place)
                ump.forEachMIDI1 { add($0, at: record.time, to: &went[port], &openOut[port]) }
            default: break
            }
        }
        var writer = MIDIFileWriter(configuration.box.name)
        for (index, port) in ports.enumerated() {
            if !came[index].isEmpty { writer.addTrack("\(port.alias) in", came[index]) }
            if !went[index].isEmpty { writer.addTrack("\(port.alias) out", went[index].sorted(byNumber: { $0.time })) }
        }
        return writer.bytes
    }

    /// Adds a whole message to a track. A SysEx is added at its F7 if its beginning is known.
    private func add(_ message: Message, at time: UInt64, to track: inout Track, _ sysEx: inout [UInt8]) {
        if message.kind == .timingClock || message.kind == .activeSensing { return }
        var bytes = message.bytes
        if message.isSysEx {
            if message.sysExStatus == .start || message.sysExStatus == .complete { sysEx = [] }
            sysEx += bytes
            if sysEx.first != Status.sysEx || bytes.last != Status.sysExEnd { return }
            bytes = sysEx
        }
        if !bytes.isEmpty { track.append((time > origin ? time - origin : 0, bytes)) }
    }
}
