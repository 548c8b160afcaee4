import Configuration
import CPlatform
import Engine
import Host
import Loop
import Routing
import Upkeep

// The variables of the box, as the loop has published them (V1).
extension Runner {
    /// The names and values of the variables in the order of the box file; none while the loop runs another
    /// configuration than the current one.
    var variables: [(name: String, value: UInt8)] {
        let report = link.loop.reports.variables.read()
        if report.plan != configuration.plan { return [] }
        return configuration.box.variables.enumerated().map { ($1.name, report.values[$0]) }
    }

    private var keepsVariables: Bool { configuration.box.variables.contains { $0.keeps } }

    /// Restores the stored values of variables with `keep: true`. Called before the loop starts.
    func restoreVariables() {
        if !keepsVariables { return }
        for kept in last.variableValues() {
            guard let index = configuration.box.variables.firstIndex(where: { $0.keeps && $0.name == kept.name })
            else { continue }
            link.loop.engine.router.resume(variable: index, value: kept.value)
        }
    }

    /// Stores the values of variables with `keep: true`, but for those that are at their start.
    func keepVariables(at now: UInt64) {
        if !keepsVariables { return }
        if news.variables.take() == nil { return last.variables.write(at: now) }
        var values: [(name: String, value: UInt8)] = []
        let settings = configuration.box.variables
        for (index, variable) in variables.enumerated()
        where settings[index].keeps && Int(variable.value) != settings[index].start {
            values.append(variable)
        }
        if variables.isEmpty { return }
        last.keep(values, at: now)
    }
}
