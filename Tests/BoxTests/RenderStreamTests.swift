import Foundation
import HostSupport
import Testing

@testable import Box

/// `treadle render` writes while it runs.
@Suite(.timeLimit(.minutes(2))) struct RenderStreamTests {
    private static let ticking = """
        treadle: 1
        ports: { k: { match: k }, out: { match: o } }
        presets: [{ name: P, routings: [{ from: [clock, k], to: [out] }] }]

        """

    /// 48 million ticks: the first is printed at once, and nobody keeps the others.
    @Test func aLongScriptIsPrintedAsItGoes() throws {
        let folder = try TemporaryFolder(["box.yaml": RenderStreamTests.ticking, "long.txt": "999999999 end\n"])
        let render = try RunningBox(["render", folder.path, folder.path + "/long.txt"])
        #expect(render.says("out F8\n", tries: 3000))
        #expect(render.memory < 131_072, "\(render.memory) KB")
        // Its signals may be blocked, as those of the thread that started it.
        render.signal(SIGKILL)
    }

    @Test func closedPipeEndsALongScript() throws {
        let folder = try TemporaryFolder(["box.yaml": RenderStreamTests.ticking, "long.txt": "999999999 end\n"])
        let line = "\"$0\" render '\(folder.path)' '\(folder.path)/long.txt'"
        #expect(try Finished.shell("\(line) | head -n 1; echo ${PIPESTATUS[0]}") == "0.000 out F8\n141\n")
        #expect(try Finished.shell("trap '' PIPE; \(line) | true; echo ${PIPESTATUS[0]}") == "3\n")
    }

    /// The parts make the whole, on slow wires too, where lines come out of order.
    @Test func partsAreInOrder() throws {
        var script = ""
        for time in 0..<3000 { script += "\(time).5 k 90 \(time % 2 == 0 ? "3C 64" : "3C 00")\n" }
        let box = RenderStreamTests.ticking.replacingOccurrences(of: "match: o", with: "uart: /dev/none")
        let folder = try TemporaryFolder(["box.yaml": box, "long.txt": script + "4000 end\n"])
        let run = try Finished(["render", "--wire", folder.path, folder.path + "/long.txt"])
        let times = run.output.split(separator: "\n").compactMap { Double($0.split(separator: " ")[0]) }
        #expect(run.status == 0 && times.count > 3000 && times == times.sorted(), "\(run.errors)")
    }
}
