import Configuration
import Program

extension CheckCommand {
    /// Returns the result of `check` as one JSON object on one line.
    static func json(_ result: Result<CompiledConfiguration, Diagnostics>) -> String {
        var json = JSON()
        json.beginObject()
        json.key("ok")
        let diagnostics: Diagnostics
        switch result {
        case .success(let configuration):
            diagnostics = configuration.diagnostics
            json.bool(true)
            json.key("summary")
            write(configuration, to: &json)
        case .failure(let errors):
            diagnostics = errors
            json.bool(false)
            json.key("summary")
            json.null()
        }
        json.key("files")
        json.beginArray()
        for file in diagnostics.files { json.string(file) }
        json.endArray()
        json.key("diagnostics")
        json.beginArray()
        for diagnostic in diagnostics.list { write(diagnostic, to: &json) }
        json.endArray()
        json.key("omitted")
        json.number(diagnostics.omitted)
        json.endObject()
        return json.text + "\n"
    }

    private static func write(_ configuration: CompiledConfiguration, to json: inout JSON) {
        let program = configuration.program
        json.beginObject()
        json.key("name")
        json.string(configuration.box.name)
        json.key("ports")
        json.number(configuration.box.ports.count)
        json.key("footswitches")
        json.number(configuration.box.footswitches.count)
        json.key("presets")
        json.number(program.pointee.presets.count)
        json.key("assignments")
        json.number(Int(program.pointee.assignmentCount))
        json.endObject()
    }

    private static func write(_ diagnostic: Diagnostic, to json: inout JSON) {
        json.beginObject()
        json.key("file")
        json.string(diagnostic.file)
        json.key("line")
        json.number(diagnostic.line)
        json.key("column")
        json.number(diagnostic.column)
        json.key("severity")
        json.string(diagnostic.severity == .error ? "error" : "warning")
        json.key("message")
        json.string(diagnostic.message)
        json.endObject()
    }
}
