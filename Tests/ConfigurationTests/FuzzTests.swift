import Settings
import TestSupport
import Testing

@testable import Configuration

struct FuzzTests {
    private let good = """
        treadle: 1
        name: Stage board
        middle-c: 4
        ports:
          keys: &p { match: "Keystation*" }
          din: { uart: /dev/ttyAMA3, running-status: false, channel: 3 }
          more: { <<: *p, direction: in }
          phone: { network: "Stage*", initiate: false, buffer: 5 ms }
          desk: { network: "[fe80::1%eth0]:5004" }
        network:
          name: Treadle
          rtp-midi: { port: 5004, accept: named, invite: ["192.0.2.7:5004"], interfaces: [eth0] }
          address: 192.0.2.5/24
        input-keyboard: { port: keys, channel: all }
        clock: { tempo: 120.5, send-when-stopped: true }
        footswitches:
          A: { line: "gpiochip0:17", active: low, pull: up, debounce: 5 ms, long: 500 ms, double: 300 ms }
          B: { line: "gpiochip0:27", led: "gpiochip0:22" }
        motion: { chip: lis3dh, bus: /dev/i2c-1, address: 0x18, rate: 100, smoothing: 0.3 }
        display: { chip: hd44780, address: 0x27, columns: 16, rows: 2 }
        assignments:
          - { from: footswitches, controller: switch A+B, do: { 127: toggle-mute "Bass split" } }
          - { from: keys, channel: 16, controller: program, set: preset }
        presets:
          - name: Verse
            number: 1
            insert: [common]
            routings:
              - name: Bass split
                from: [input keyboard, footswitches, motion]
                to: [din]
                restrict: { channel: 1, notes: C-1..B3, velocities: 1..100 }
                notes: { shift: -12, map: { C4: D4, F#4: none } }
                velocity: { curve: { free: [0, [40, 20], [90, 110], 127] } }
                controllers: { remap: [ { from: cc modulation, to: cc 74, linear: { in: 0..127, out: 127..0 } },
                  { from: 'message "F0 43 1[CH] [**] [MSB] [LSB] F7"', to: 'message "B[CH] 10 [MSB] C0 05"', channel: \
        3 } ] }
                on-load: [ { send: cc 7 = 100, delay: 20 ms }, { send: 'message "F0 7E 7F 09 01 F7"' } ]
          - { name: common, routings: [ { from: [keys], to: [din], notes: { map-tones: { C: D } } } ] }
        start-preset: last

        """

    @Test func mutatedBoxLoadsOrReportsAnError() {
        let seed = UInt64.random(in: 0...UInt64.max)
        // After a crash, only this output tells the seed.
        print("seed of mutatedBoxLoadsOrReportsAnError: \(seed)")
        var random = SplitMix(state: seed)
        #expect(diagnostics(good).isEmpty)
        for round in 0..<1500 {
            var bytes = Array(good.utf8)
            for _ in 0...Int(random.next() % 6) { mutate(&bytes, &random) }
            if case .failure(let diagnostics) = Configuration.load(bytes: bytes) {
                #expect(diagnostics.list.contains { $0.severity == .error }, "seed \(seed), round \(round)")
                #expect(diagnostics.list.allSatisfy { $0.line >= 1 && $0.column >= 1 }, "seed \(seed), round \(round)")
            }
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        if bytes.isEmpty { return }
        let place = Int(random.next() % UInt64(bytes.count))
        let length = Swift.min(bytes.count - place, Int(random.next() % 24))
        let marks = Array("[]{}:,-&*!|>'\"%@`#? \n\t019..=+".utf8)
        switch random.next() % 7 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes[place] = marks[Int(random.next() % UInt64(marks.count))]
        case 2: bytes.insert(marks[Int(random.next() % UInt64(marks.count))], at: place)
        case 3: bytes.removeSubrange(place..<(place + length))
        case 4: bytes.insert(contentsOf: bytes[place..<(place + length)], at: Int(random.next() % UInt64(bytes.count)))
        case 5: bytes.insert(contentsOf: Array("99999999999999999999".utf8).prefix(length), at: place)
        default: bytes.removeSubrange((place + length)...)
        }
    }
}
