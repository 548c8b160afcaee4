// The contents of the box's resources (M2-103-UM, M2-105-UM, M2-112-UM), as JSON in ASCII.
extension CIDevice {
    /// Returns the resources that peers on a port can use. `port` is an index of `ports`.
    func resources(on port: Int) -> [CIResource] {
        CIResource.allCases.filter { !$0.isOfConfiguration || ports[port].traits.servesState }
    }

    /// Returns the JSON text of a resource for peers on a port.
    func body(of resource: CIResource, on port: Int) -> [UInt8] {
        var json = JSON(isASCII: true)
        switch resource {
        case .deviceInfo: writeDeviceInfo(&json)
        case .status: writeStatus(&json)
        case .resourceList, .channelList, .programList, .stateList, .state:
            writeList(resource, 0..<count(of: resource, on: port), on: port, &json)
        }
        return json.bytes
    }

    /// Returns the number of entries of a list.
    func count(of resource: CIResource, on port: Int) -> Int {
        switch resource {
        // ResourceList lists all resources except itself.
        case .resourceList: resources(on: port).count - 1
        case .channelList: 16
        case .programList: content.presets.count
        case .stateList: content.states.count
        case .deviceInfo, .status, .state: 0
        }
    }

    /// Writes entries of a list.
    func writeList(_ resource: CIResource, _ entries: Range<Int>, on port: Int, _ json: inout JSON) {
        let resources = resources(on: port)
        json.beginArray()
        for entry in entries {
            json.beginObject()
            switch resource {
            case .resourceList: writeResource(resources[entry + 1], &json)
            case .channelList: writeChannel(entry, &json)
            case .programList: writeProgram(content.presets[entry], title: "title", &json)
            case .stateList: writeState(content.states[entry], &json)
            case .deviceInfo, .status, .state: break
            }
            json.endObject()
        }
        json.endArray()
    }

    private func writeResource(_ resource: CIResource, _ json: inout JSON) {
        json.member("resource", resource.name)
        if resource == .status || resource == .state {
            json.member("canSet", "full")
        }
        if resource.canSubscribe {
            json.member("canSubscribe", true)
        }
        if resource.isList {
            json.member("canPaginate", true)
        }
        if resource == .state {
            json.member("requireResId", true)
        }
        if resource == .status {
            // A resource of a manufacturer describes itself with a schema.
            json.key("schema")
            json.beginObject()
            json.member("title", "Treadle Status")
            json.member("type", "object")
            json.endObject()
        }
    }

    private func writeDeviceInfo(_ json: inout JSON) {
        let identity = settings.identity
        json.beginObject()
        write("manufacturerId", identity.manufacturerBytes, &json)
        write("familyId", [UInt8(identity.family & 0x7F), UInt8(identity.family >> 7)], &json)
        write("modelId", [UInt8(identity.model & 0x7F), UInt8(identity.model >> 7)], &json)
        write("versionId", identity.revisionBytes, &json)
        json.member("manufacturer", settings.manufacturerName)
        json.member("family", settings.familyName)
        json.member("model", settings.modelName)
        json.member("version", settings.versionName)
        if !settings.productInstance.isEmpty {
            json.member("serialNumber", settings.productInstance)
        }
        json.endObject()
    }

    private func write(_ key: String, _ bytes: [UInt8], _ json: inout JSON) {
        json.list(key, of: bytes) { $0.number(Int($1)) }
    }

    /// Writes a channel. All channels have the same program, the running preset.
    private func writeChannel(_ channel: Int, _ json: inout JSON) {
        json.member("title", "Channel \(channel + 1)")
        json.member("channel", channel + 1)
        if let preset = content.presets.first(where: { $0.number == content.running }) {
            writeProgram(preset, title: "programTitle", &json)
        }
        json.objects("links", of: [CIResource.programList]) { $0.member("resource", $1.name) }
    }

    private func writeProgram(_ preset: CIContent.Preset, title: String, _ json: inout JSON) {
        let number = min(max(preset.number, 0), 0x3FFF)
        json.member(title, preset.title)
        write("bankPC", [0, UInt8(number >> 7), UInt8(number & 0x7F)], &json)
    }

    private func writeState(_ state: CIContent.State, _ json: inout JSON) {
        json.member("title", state.title)
        json.member("stateId", state.id)
        if !state.revision.isEmpty {
            json.member("stateRev", state.revision)
        }
    }

    private func writeVariables(_ json: inout JSON) {
        json.key("variables")
        json.beginObject()
        for variable in content.variables { json.member(variable.name, variable.value) }
        json.endObject()
    }

    private func writeStatus(_ json: inout JSON) {
        json.beginObject()
        if let running = content.running {
            json.member("preset", running)
            if let preset = content.presets.first(where: { $0.number == running }) {
                json.member("title", preset.title)
            }
        }
        json.key("tempo")
        let cents = content.tempo % 100
        json.number(text: "\(content.tempo / 100).\(cents < 10 ? "0" : "")\(cents)")
        json.member("heldNotes", content.heldNotes)
        if !content.variables.isEmpty { writeVariables(&json) }
        json.key("counters")
        json.beginObject()
        for counter in content.counters {
            json.key(counter.name)
            json.number(text: String(counter.value))
        }
        json.endObject()
        json.endObject()
    }
}
