import Host
import Plan
import Configuration
import CPlatform

/// `treadle render BOX.yaml [SCRIPT...] [--preset N|NAME] [--display] [--leds] [--why] [--wire] [--packets]`
struct RenderCommand {
    private let box: String
    private let preset: String?
    private let display: Bool
    private let wire: Bool
    private let packets: Bool
    private let leds: Bool
    private let why: Bool
    private var scripts: [InputFile]

    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        try RenderCommand(&arguments).playAll()
    }

    private init(_ arguments: inout Arguments) throws(Arguments.Problem) {
        preset = arguments.option("--preset")
        display = arguments.flag("--display")
        wire = arguments.flag("--wire")
        packets = arguments.flag("--packets")
        leds = arguments.flag("--leds")
        why = arguments.flag("--why")
        guard let box = arguments.next() else { throw Arguments.Problem(message: "render needs a BOX.yaml") }
        self.box = box
        scripts = [InputFile(arguments.next())]
        while let next = arguments.next() { scripts.append(InputFile(next)) }
        try arguments.finish()
        if scripts.count(where: { $0.isStandardInput }) + (box == "-" ? 1 : 0) > 1 {
            throw Arguments.Problem(message: "only one of box and scripts can be standard input")
        }
    }

    private func playAll() -> ExitStatus {
        let configuration: CompiledConfiguration
        switch ReportedConfiguration.open(box) {
        case .success(let good): configuration = good
        case .failure(let exit): return exit
        }
        var preset = configuration.plan.pointee.startPreset
        if let wanted = self.preset {
            guard let index = configuration.preset(called: wanted) else {
                Console.error("treadle: no preset is called '\(wanted)'\n")
                return .badInput
            }
            preset = index
        }
        for script in scripts {
            if scripts.count > 1 { Console.out("# \(script.name)\n") }
            let end = play(script, CompiledConfiguration(besides: configuration), preset)
            if end != .done { return end }
        }
        return .done
    }

    /// Plays one script on a box that was just switched on.
    private func play(
        _ input: InputFile, _ configuration: CompiledConfiguration, _ preset: PresetIndex
    ) -> ExitStatus {
        guard let text = input.read(most: RenderScript.mostBytes) else { return .unusable }
        let script = RenderScript(text, for: configuration)
        for problem in script.problems {
            Console.report(
                Diagnostic(
                    file: input.name, line: problem.line, column: problem.column, message: problem.message,
                    source: problem.source))
        }
        if script.problems.count == RenderScript.mostProblems {
            Console.error("treadle: \(input.name): no lines behind these errors are read\n")
        }
        if !script.problems.isEmpty { return .badInput }
        let render = Render(
            configuration, path: box, preset: preset, from: script.beginning, display: display, leds: leds, why: why,
            wire: wire, packets: packets)
        guard let render else {
            guard let beginning = script.beginning else {
                Console.error("treadle: no memory\n")
                return .unusable
            }
            Console.error(
                "\(input.name):\(beginning.line):\(beginning.column): error: this was recorded with another "
                    + "configuration, or was changed afterwards\n")
            return .badInput
        }
        defer { render.free() }
        render.run(script) { Console.out($0) }
        return .done
    }
}
