// Written by Board/tools/demo-board from docs/examples/laptop: change it there.

/// The board that is built into the program: the files of docs/examples/laptop that it runs.
enum DemoBoard {
    static var files: [NewFolder.File] {
        texts.map { NewFolder.File(name: "\($0.name)", bytes: $0.text.withUTF8Buffer { Array($0) }) }
            + [NewFolder.File(name: "song.mid", bytes: song)]
    }

    private struct TextFile {
        var name: StaticString
        var text: StaticString
    }

    private static let texts: [TextFile] = [
        TextFile(
            name: "box.yaml",
            text: """
                # To be tried in a terminal: `treadle demo`, or `make run` in the sources. No hardware is needed, \
                but on a board it works
                # as well. Press p for a song, a and b for other sounds, c for a second sound, the arrows for a \
                swell, E and F together
                # for the menu.
                treadle: 1
                name: Laptop band

                ports:
                  keys:   { match: "*", direction: in }
                  module: { match: "*", direction: out }
                  drums:  { match: "*", direction: out }

                input-keyboard: { port: keys }

                clock: { tempo: 104, send-when-stopped: false }

                footswitches:
                  A: { line: "gpiochip0:17" }
                  B: { line: "gpiochip0:27" }
                  C: { line: "gpiochip0:23", led: "gpiochip0:22" }
                  D: { line: "gpiochip0:24", led: "gpiochip0:25" }
                  E: { line: "gpiochip0:16" }
                  F: { line: "gpiochip0:26" }

                # Two switches for the menu alone: both held for a second open it, E steps, F chooses, a long F \
                goes back.
                menu: { step: E, choose: F }
                motion: { chip: lis3dh, bus: /dev/i2c-1, address: 0x18, rate: 50, smoothing: 0.1 }
                display: { chip: hd44780, bus: /dev/i2c-1, address: 0x27, columns: 20, rows: 4 }

                assignments:
                  - { from: footswitches, controller: switch A, do: { 127: next-preset } }
                  - { from: footswitches, controller: switch B, do: { 127: previous-preset } }
                  - { from: footswitches, controller: switch A double, do: { 127: preset 1 } }
                  - { from: footswitches, controller: switch B long, do: { 127: panic } }
                  - { from: footswitches, controller: switch A+B, do: { 127: panic } }
                  # The fourth starts and stops the clock for the drum machine; its LED is lit while it runs.
                  - { from: footswitches, controller: switch D, mode: latch, do: { 127: clock-start, 0: clock-stop \
                } }

                start-preset: 1

                """),
        TextFile(
            name: "presets/1-split.yaml",
            text: """
                # Bass under the left hand, piano under the right; the third footswitch adds strings to the piano.
                name: Split
                number: 1
                insert: [Drum machine]
                learnable: { Bass keys: routings.Bass.restrict.notes, Piano keys: routings.Piano.restrict.notes, \
                Strings pedal: routings.Strings.controllers.remap.1.to }
                routings:
                  - name: Bass
                    from: [input keyboard]
                    to: [module]
                    restrict: { notes: C-1..B3 }
                    notes: { shift: -12 }
                    channel: 2
                    on-load:
                      - send: program 33
                  - name: Piano
                    from: [input keyboard]
                    to: [module]
                    restrict: { notes: C4..G9 }
                    channel: 1
                    on-load:
                      - send: program 0
                  - name: Strings
                    from: [input keyboard, motion]
                    to: [module]
                    restrict:
                      notes: C4..G9
                      conditions:
                        of:
                          - { from: footswitches, controller: switch C, mode: latch, when: ">= 1" }
                    controllers:
                      remap:
                        - { from: motion y, to: cc expression, linear: { in: 8192..10922, out: 60..127 } }
                    channel: 3
                    on-load:
                      - send: program 48
                      - send: cc expression = 60

                """),
        TextFile(
            name: "presets/2-organ.yaml",
            text: """
                # Every key equally loud; the third footswitch turns the rotor faster, and the tilt opens the \
                drawbars.
                name: Organ
                number: 2
                insert: [Drum machine]
                routings:
                  - name: Organ
                    from: [input keyboard, footswitches, motion]
                    to: [module]
                    velocity: { fixed: 100 }
                    controllers:
                      remap:
                        - { from: switch C, to: cc modulation, mode: latch }
                        - { from: motion y, to: cc expression, linear: { in: 8192..10922, out: 80..127 } }
                    channel: 4
                    on-load:
                      - send: program 16
                      - send: cc expression = 80

                """),
        TextFile(
            name: "presets/3-wide.yaml",
            text: """
                # Strings over three octaves, swelling as the board is lifted.
                name: Wide strings
                number: 3
                insert: [Drum machine]
                routings:
                  - name: Strings
                    from: [input keyboard, motion]
                    to: [module]
                    controllers:
                      remap:
                        - { from: motion y, to: cc expression, linear: { in: 8192..10922, out: 50..127 } }
                    channel: 3
                    on-load:
                      - send: program 48
                      - send: cc expression = 50
                  - name: Low strings
                    from: [input keyboard]
                    to: [module]
                    notes: { shift: -12 }
                    channel: 5
                    on-load:
                      - send: program 49

                """),
        TextFile(
            name: "presets/drum-machine.yaml",
            text: """
                # No sound of its own: every preset has it inserted, so that the drum machine hears the clock in \
                all of them.
                name: Drum machine
                routings:
                  - name: Time
                    from: [clock]
                    to: [drums]

                """),
    ]

    /// The bytes of the song, which `songDigits` has in hex.
    private static var song: [UInt8] {
        songDigits.withUTF8Buffer { digits in
            func value(_ digit: UInt8) -> UInt8 { digit < 58 ? digit - 48 : digit - 55 }
            return stride(from: 0, to: digits.count, by: 2).map { value(digits[$0]) << 4 | value(digits[$0 + 1]) }
        }
    }

    private static let songDigits: StaticString = """
        4D546864000000060000000100604D54726B0000066300FF510308CD9B00902D5400904C6054902D000C90344600903C3000\
        90403028903C000090400002904C0006904A582490340006904A0006902D460090485854902D00069048000690344600903C\
        30009040300090455828903C00009040002C9034000690450006902D540090476054902D00069047000690344600903C3000\
        904030009045300090485828903C0000904000009045002C9034000690480006902D4600904C5854902D000C90344600903C\
        30009040300090453028903C00009040000090450002904C002A9034000C90295400904D60549029000C90304600903C3000\
        9041300090453028903C00009041000090450002904D0006904C582490300006904C000690294600904858549029000C9030\
        4600903C30009041300090453028903C0000904100009045002C903000069048000690305400904F605490300006904F0006\
        90374600903C30009040300090433000904C5828903C0000904000009043002C90370006904C000690304600904A58549030\
        0006904A000690374600903C3000904030009043300090485828903C0000904000009043002C903700069048000690325400\
        904A60549032000C90394600903E30009041300090453028903E00009041000090450002904A0006904D582490390006904D\
        00069032460090515854903200069051000690394600903E30009041300090453000904D5828903E0000904100009045002C\
        90390006904D0006902D5400904C6054902D000C90344600903C30009040300090453028903C0000904000009045002C9034\
        0006904C0006902D463090485824902D00069048000690344600903C30009040300090453000904A5828903C000090400000\
        90450002904A0006904C582490340006904C000690285400904760549028000690470006902F46009040300090443000904C\
        5828904000009044002C902F0006904C000690284600905058549028000690500006902F4600904030009044300090535828\
        904000009044002C902F00069053000690285400905060549028000C902F4600904030009044300090473028904000009044\
        00009047002C902F000C902846549028000690500006902F460090403000904430009047302890400000904400009047002C\
        902F000C902D540090516054902D000C90344600903C30009040300090453028903C0000904000009045000290510006904F\
        582490340006904F0006902D4600904C5854902D0006904C000690344600903C3000904030009045300090485828903C0000\
        904000009045002C903400069048000690295400904D605490290006904D000690304600903C30009041300090453000904F\
        5828903C00009041000090450002904F0006904D582490300006904D000690294600904C585490290006904C000690304600\
        903C3000904130009045300090485828903C0000904100009045002C903000069048000690305400904C60549030000C9037\
        4600903C30009040300090433028903C00009040000090430002904C0006904A582490370006904A00069030460090485854\
        903000069048000690374600903C30009040300090433000904F5828903C0000904000009043002C90370006904F00069032\
        5400904D605490320006904D000690394600903E300090413000904A5828903E00009041002C90390006904A000690324600\
        90455854903200069045000690394600903E300090413000904A5828903E00009041002C90390006904A0006902D5400904C\
        6054902D0006904C000690344600903C3000904030009045300090485828903C0000904000009045000290480006904C5824\
        90340006904C0006902D460090515854902D000C90344600903C30009040300090453028903C0000904000009045002C9034\
        00069051000690285400905060549028000690500006902F46009040300090443000904C5828904000009044002C902F0006\
        904C000690284600904758549028000690470006902F46009040300090443000904A5828904000009044002C902F0006904A\
        0006902D540090486054902D000C90344600903C3028903C000290480006904758249034000690470006902D460090455854\
        902D00069045000690344600903C300090405828903C002C9034000690400006902D540090456054902D000C90344600903C\
        300090403028903C00009040002C9034000C902D4654902D000C90344600903C300090403028903C0000904000029045002A\
        9034000CFF2F00
        """
}
