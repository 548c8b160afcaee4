import HostSupport
import Testing

@testable import Box

/// Programs press footswitches of a running box (F1).
@Suite struct PressTests {
    private static let text = """
        treadle: 1
        ports: { keys: { uart: /nonexistent/keys }, out: { uart: "OUTPUT", direction: out } }
        footswitches: { A: { line: "gpiochip9:1", long: 100 ms }, B: { line: "gpiochip9:2" } }
        presets:
        - name: One
          routings:
          - from: footswitches
            to: out
            controllers:
              remap:
              - { from: switch A, to: cc 20 }
              - { from: switch A long, to: cc 21 }
              - { from: switch B, to: cc 22 }

        """

    private final class Bench {
        let output: Line
        let folder: TemporaryFolder
        let box: RunningBox

        init() throws {
            output = try #require(Line())
            folder = try TemporaryFolder(["box.yaml": PressTests.text.replacing("OUTPUT", with: output.path)])
            box = try RunningBox(["run", "--no-realtime", folder.path], lines: [output])
            try #require(box.says("out: out at"), "\(box.said)")
        }

        deinit { box.stop() }
    }

    @Test func aPressDoesWhatAFootDoes() throws {
        let bench = try Bench()
        let program = try #require(BoxConnection(bench.box.socket))
        #expect(program.write("switch A down") && program.readLine() == "ok")
        #expect(bench.output.receive(6) == [0xB0, 20, 127, 0xB0, 21, 127])
        #expect(program.write("switch A up") && program.readLine() == "ok")
        #expect(bench.output.receive(6) == [0xB0, 20, 0, 0xB0, 21, 0])
        // Nothing is ignored, however quickly it follows.
        for (request, value) in [("switch B down", 127), ("switch \"B\" up", 0), ("switch B down", 127)] as [(_, UInt8)]
        {
            #expect(program.write(request) && program.readLine() == "ok")
            #expect(bench.output.receive(3) == [0xB0, 22, value])
        }
        #expect(program.write("switch C down"))
        #expect(program.readLine()?.hasPrefix("error no footswitch is called 'C'") == true)
    }

    /// What a program holds ends with it, unless another one holds it too.
    @Test func aFootswitchIsReleasedWithItsLastProgram() throws {
        let bench = try Bench()
        var programs = [BoxConnection(bench.box.socket), BoxConnection(bench.box.socket)]
        for program in programs {
            #expect(program?.write("switch B down") == true && program?.readLine() == "ok")
        }
        #expect(bench.output.receive(3) == [0xB0, 22, 127])
        programs[0] = nil
        #expect(programs[1]?.write("send 1 B0 07 01") == true && programs[1]?.readLine() == "ok")
        #expect(bench.output.receive(3) == [0xB0, 7, 1])
        programs[1] = nil
        #expect(bench.output.receive(3) == [0xB0, 22, 0])
    }

    /// Also where the program leaves without waiting for an answer.
    @Test func aFootswitchIsReleasedBehindAnAnswerThatIsDue() throws {
        let bench = try Bench()
        var program = BoxConnection(bench.box.socket)
        #expect(program?.write("switch B down\ndo tap\nstatus") == true)
        program = nil
        #expect(bench.output.receive(6) == [0xB0, 22, 127, 0xB0, 22, 0])
    }
}
