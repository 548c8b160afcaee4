/// A time of MIDI Time Code: hours, minutes, seconds, frames, and the kind of frames (MIDI 1.0 Detailed Specification,
/// MTC).
struct TimeCodeFrame: Equatable {
    /// Frames since midnight. Numbers that drop-frame leaves out are not counted.
    private var total: Int32
    /// 0: 24 a second; 1: 25; 2: 30, drop-frame; 3: 30.
    private let kind: UInt8
    /// The bits of the nibbles that MIDI reserves: beside frames, seconds, minutes and hours.
    private let reserved: UInt32

    private static let reservedBits: UInt32 = 0x0E0C_0C08

    /// - Parameter nibbles: the data of quarter frames of types 0...7, type 0 in the top four bits.
    init(nibbles: UInt32) {
        func pair(_ shift: UInt32) -> Int32 {
            Int32(nibbles >> (shift + 4) & 0x0F | (nibbles >> shift & 0x0F) << 4)
        }
        let hours = pair(0)
        kind = UInt8(hours >> 5 & 3)
        reserved = nibbles & TimeCodeFrame.reservedBits
        total = 0
        total = count(hours & 0x1F, pair(8) & 0x3F, pair(16) & 0x3F, pair(24) & 0x1F)
    }

    private var rate: Int32 { kind == 0 ? 24 : kind == 1 ? 25 : 30 }
    private var isDropFrame: Bool { kind == 2 }
    private var framesOfDay: Int32 { isDropFrame ? 24 * 6 * 17982 : 24 * 3600 * rate }

    // Drop-frame leaves out numbers 0 and 1 of each minute except every tenth.
    private func count(_ hours: Int32, _ minutes: Int32, _ seconds: Int32, _ frames: Int32) -> Int32 {
        let allMinutes = hours * 60 + minutes
        let number = (allMinutes * 60 + seconds) * rate + frames
        return isDropFrame ? number - 2 * (allMinutes - allMinutes / 10) : number
    }

    /// Returns the time `frames` later, or earlier if negative; wraps at midnight.
    func moved(by frames: Int32) -> TimeCodeFrame {
        var moved = self
        moved.total = (total + frames + framesOfDay) % framesOfDay
        return moved
    }

    /// The nibbles of types 0...7, type 0 in the top four bits.
    var nibbles: UInt32 {
        var number = total
        if isDropFrame {
            let (tens, rest) = (total / 17982, total % 17982)
            number += 18 * tens + (rest < 2 ? 0 : 2 * ((rest - 2) / 1798))
        }
        let (seconds, minutes) = (number / rate % 60, number / rate / 60 % 60)
        let hours = number / rate / 3600 | Int32(kind) << 5
        func split(_ value: Int32, _ shift: UInt32) -> UInt32 {
            UInt32(value & 0x0F) << (shift + 4) | UInt32(value >> 4) << shift
        }
        return split(number % rate, 24) | split(seconds, 16) | split(minutes, 8) | split(hours, 0) | reserved
    }
}
