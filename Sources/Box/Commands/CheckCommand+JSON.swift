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
        json.list("files", of: diagnostics.files) { $0.string($1) }
        json.list("diagnostics", of: diagnostics.list) { $1.write(to: &$0) }
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
        json.member("assignments", Int(plan.pointee.boxAssignmentCount))
        writeSingles(of: configuration.box, to: &json)
        writeInputs(of: configuration.box, to: &json)
        writeVariables(of: configuration.box, to: &json)
        json.endObject()
    }

    /// Writes the footswitches that wait whether a second press follows (F6), with the time in ms.
    private static func writeSingles(of box: BoxConfiguration, to json: inout JSON) {
        let waiting = box.footswitches.indices.filter { box.singles & 1 << UInt16($0) != 0 }
        json.objects("waiting-footswitches", of: waiting.map { box.footswitches[$0] }) { json, footswitch in
            json.member("name", footswitch.name)
            json.member("double-ms", Int(footswitch.double / 1_000_000))
        }
    }

    /// Writes the expanders, knobs and pedals (I10), each as a list.
    private static func writeInputs(of box: BoxConfiguration, to json: inout JSON) {
        json.objects("expanders", of: box.expanders) { json, expander in
            json.member("name", expander.name)
            write(expander.chip.rawValue, expander.bus, expander.address, to: &json)
        }
        json.objects("knobs", of: box.knobs) { json, knob in
            json.member("number", knob.number)
            json.member("a", knob.a.map { "\($0.chip):\($0.line)" })
            json.member("b", knob.b.map { "\($0.chip):\($0.line)" })
        }
        json.objects("pedals", of: box.pedals) { json, pedal in
            json.member("number", pedal.number)
            write(pedal.chip.rawValue, pedal.bus, pedal.address, to: &json)
            json.member("input", pedal.input)
            json.member("from", Int(pedal.setup.range.from))
            json.member("to", Int(pedal.setup.range.to))
        }
    }

    /// Writes the variables (V1) as a list.
    private static func writeVariables(of box: BoxConfiguration, to json: inout JSON) {
        json.objects("variables", of: box.variables) { json, variable in
            json.member("name", variable.name)
            json.member("from", variable.range.lowerBound)
            json.member("to", variable.range.upperBound)
            json.member("start", variable.start)
        }
    }

    private static func write(_ chip: String, _ bus: String, _ address: Int, to json: inout JSON) {
        json.member("chip", chip)
        json.member("bus", bus)
        json.member("address", address)
    }
}
