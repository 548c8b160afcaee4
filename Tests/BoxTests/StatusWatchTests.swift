import CPlatform
import Compact
import Foundation
import HostSupport
import Testing

@testable import Box

/// `treadle status --watch`.
@Suite struct StatusWatchTests {
    private static let state = #"""
        {"revision":3,"box":{"name":"Board"},"preset":{"name":"Chorus","number":2,"changed":true,
        "part":{"name":"Soft","place":1,"of":2}},"setlist":{"name":"Friday","place":2,"of":3,"names":["Friday"]},
        "display":{"columns":16,"rows":2,"lines":["  2 Chorus/Soft *","132.5 >o  HELD 2"],"lit":true},
        "status":{"text":"HELD 2","kind":"info"},"clock":{"tempo":132.5,"state":"running","beat":true},"transpose":-2,
        "variables":{"amp":1},"routings":[{"name":"Lead","mute":true,"bypass":false,"blocked":false},
        {"mute":true,"bypass":false,"blocked":true}],"switches":[{"name":"A","down":true,"led":"blink","does":[]},
        {"name":"B","down":false,"does":[]}],"pedals":[{"number":1,"value":0.42},{"number":2}],
        "tilt":{"sensor":"ok","x":7,"y":-7},"held":[{"port":"keys","channel":1,"note":60,"velocity":80,"time":5},
        {"port":"keys","channel":2,"note":61}],"sounding":5,"ports":[{"alias":"keys","connected":true,
        "report":"in at /dev/x","in":12},{"alias":"out","connected":false,"report":"missing","out":0}],
        "counters":{"received":36,"sent":48,"dropped":1,"lost":0}}
        """#

    private func value(_ text: String) -> JSONValue { JSONReader.value(of: Array(text.utf8), depth: 16) ?? .null }

    @Test func theStateBecomesLines() {
        let picture = StatusPicture(value(StatusWatchTests.state), MonitorText(), counts: true)
        #expect(
            picture.lines.map { $0.text } == [
                "box       Board", "preset    2 Chorus", "part      1 Soft", "changed   yes",
                "setlist   2 of 3 Friday", "display   |  2 Chorus/Soft *|", "display   |132.5 >o  HELD 2|",
                "status    HELD 2", "tempo     132.5 BPM", "clock     running", "transpose -2 semitones",
                "keys      C4 80 (keys 1), C#4 (keys 2)", "held      5 notes", "variable amp 1",
                "muted     Lead, routing 2", "blocked   routing 2", "switch A  down, LED blink", "switch B  up",
                "pedal 1   0.42", "tilt      x 7 y -7", "port keys in at /dev/x, 12 in", "missing out missing, 0 out",
                "received  36 bytes", "sent      48 bytes", "dropped   1", "lost      0",
            ])
    }

    @Test func onlyWhatChangesIsTold() {
        let before = StatusPicture(value(StatusWatchTests.state), MonitorText(), counts: false)
        #expect(before.changes(since: before).isEmpty)
        let patch = #"""
            {"revision":4,"preset":{"name":"Verse","number":null,"part":null},"sounding":4,"held":[],
            "ports":[{"alias":"keys","connected":true,"report":"in at /dev/x","in":13},
            {"alias":"out","connected":true,"report":"out at /dev/y","out":0}],"counters":{"received":39}}
            """#
        let now = StatusPicture(
            value(StatusWatchTests.state).merged(with: value(patch)), MonitorText(), counts: false)
        #expect(
            now.changes(since: before).map { $0.text } == [
                "preset    - Verse", "held      4 notes", "port out  out at /dev/y", "part      -", "keys      -",
                "missing out -",
            ])
    }

    private static let box = """
        treadle: 1
        name: Watched
        ports: { keys: { uart: /nonexistent/keys } }
        presets: [{ name: Verse, number: 1 }, { name: Chorus, number: 2 }]

        """

    private func start() throws -> (TemporaryFolder, RunningBox) {
        let folder = try TemporaryFolder(["box.yaml": StatusWatchTests.box])
        let box = try RunningBox(["run", "--no-realtime", folder.path])
        try #require(box.says("keys: /nonexistent/keys: not there"), "\(box.said)")
        return (folder, box)
    }

    /// Until Ctrl-C, which is a good end.
    @Test func linesFollowTheBox() throws {
        let (folder, box) = try start()
        defer { withExtendedLifetime(folder) {} }
        let watch = try RunningBox(["status", "--watch"], socket: box.socket)
        #expect(watch.says("box       Watched\n", "preset    1 Verse\n", "missing keys "), "\(watch.said)")
        #expect(try Finished(["next"], environment: ["TREADLE_SOCKET": box.socket]).status == 0)
        #expect(watch.says("preset    2 Chorus\n"), "\(watch.said)")
        #expect(!watch.said.contains("\u{1B}") && watch.said.components(separatedBy: "box  ").count == 2)
        watch.signal(SIGINT)
        #expect(watch.ended() == (0, ""))
        box.stop()
    }

    /// Programs get the objects as they come.
    @Test func objectsFollowTheBox() throws {
        let (folder, box) = try start()
        defer { withExtendedLifetime(folder) {} }
        let watch = try RunningBox(["status", "--watch", "--json"], socket: box.socket)
        #expect(watch.says("{\"revision\":", "\"name\":\"Watched\""), "\(watch.said)")
        #expect(try Finished(["load", "2"], environment: ["TREADLE_SOCKET": box.socket]).status == 0)
        #expect(watch.says("\"preset\":{\"name\":\"Chorus\",\"number\":2"), "\(watch.said)")
        for line in watch.said.components(separatedBy: "\n").dropLast() {
            #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
        }
        box.stop()
        #expect(watch.ended() == (3, "treadle: the box has ended\n"))
    }
}
