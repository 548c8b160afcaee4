import Host
import Plan
import Configuration
import CPlatform

/// `treadle render BOX.yaml [SCRIPT] [--preset N|NAME] [--display] [--leds] [--why] [--wire]`
enum RenderCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let wanted = arguments.option("--preset")
        let display = arguments.flag("--display")
        let wire = arguments.flag("--wire")
        let leds = arguments.flag("--leds")
        let why = arguments.flag("--why")
        guard let box = arguments.next() else { throw Arguments.Problem(message: "render needs a BOX.yaml") }
        let input = InputFile(arguments.next())
        try arguments.finish()

        if box == "-" && input.isStandardInput {
            throw Arguments.Problem(message: "box and script cannot both be standard input")
        }
        let configuration: CompiledConfiguration
        switch ReportedConfiguration.open(box) {
        case .success(let good): configuration = good
        case .failure(let exit): return exit
        }
        var preset = configuration.plan.pointee.startPreset
        if let wanted {
            guard let index = configuration.preset(called: wanted) else {
                Console.error("treadle: no preset is called '\(wanted)'\n")
                return .badInput
            }
            preset = index
        }
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
            wire: wire)
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
        render.run(script) { Console.out($0) }
        return .done
    }
}
