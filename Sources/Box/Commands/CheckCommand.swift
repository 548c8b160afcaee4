import Configuration
import Host

/// `treadle check [--json] [--hints] [DIR|BOX.yaml|-]`
enum CheckCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let isJSON = arguments.flag("--json")
        let wantsHints = arguments.flag("--hints")
        let path = arguments.next() ?? "."
        try arguments.finish()
        guard let result = ReportedConfiguration.result(path, wantsHints: wantsHints) else { return .unusable }
        if isJSON { Console.out(json(result)) } else { ReportedConfiguration.report(result) }
        switch result {
        case .success(let configuration):
            if !isJSON { Console.out(configuration.summary) }
            return .done
        case .failure: return ReportedConfiguration.exit(path)
        }
    }
}
