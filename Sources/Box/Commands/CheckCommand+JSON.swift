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
        json.member("omitted", diagnostics.omitted)
        json.endObject()
        return json.text + "\n"
    }

    private static func write(_ configuration: CompiledConfiguration, to json: inout JSON) {
        let program = configuration.program
        json.beginObject()
        json.member("name", configuration.box.name)
        json.member("ports", configuration.box.ports.count)
        json.member("footswitches", configuration.box.footswitches.count)
        json.member("presets", program.pointee.presets.count)
        json.member("assignments", Int(program.pointee.assignmentCount))
        json.endObject()
    }

    private static func write(_ diagnostic: Diagnostic, to json: inout JSON) {
        json.beginObject()
        json.member("file", diagnostic.file)
        json.member("line", diagnostic.line)
        json.member("column", diagnostic.column)
        json.member("severity", diagnostic.severity == .error ? "error" : "warning")
        json.member("message", diagnostic.message)
        json.endObject()
    }
}
