import Configuration
import Panel
import Plan

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
        let plan = configuration.plan
        json.beginObject()
        json.member("name", configuration.box.name)
        json.member("ports", configuration.box.ports.count)
        json.member("footswitches", configuration.box.footswitches.count)
        json.member("presets", plan.pointee.presets.count)
        json.member("assignments", Int(plan.pointee.assignmentCount))
        writeInputs(of: configuration.box, to: &json)
        json.endObject()
    }

    /// Writes the expanders, knobs and pedals (I10), each as a list.
    private static func writeInputs(of box: BoxConfiguration, to json: inout JSON) {
        json.key("expanders")
        json.beginArray()
        for expander in box.expanders {
            json.beginObject()
            json.member("name", expander.name)
            write(expander.chip.rawValue, expander.bus, expander.address, to: &json)
            json.endObject()
        }
        json.endArray()
        json.key("knobs")
        json.beginArray()
        for knob in box.knobs {
            json.beginObject()
            json.member("number", knob.number)
            json.key("a")
            json.string(orNull: knob.a.map { "\($0.chip):\($0.line)" })
            json.key("b")
            json.string(orNull: knob.b.map { "\($0.chip):\($0.line)" })
            json.endObject()
        }
        json.endArray()
        json.key("pedals")
        json.beginArray()
        for pedal in box.pedals {
            json.beginObject()
            json.member("number", pedal.number)
            write(pedal.chip.rawValue, pedal.bus, pedal.address, to: &json)
            json.member("input", pedal.input)
            json.member("from", Int(pedal.setup.range.from))
            json.member("to", Int(pedal.setup.range.to))
            json.endObject()
        }
        json.endArray()
    }

    private static func write(_ chip: String, _ bus: String, _ address: Int, to json: inout JSON) {
        json.member("chip", chip)
        json.member("bus", bus)
        json.member("address", address)
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
