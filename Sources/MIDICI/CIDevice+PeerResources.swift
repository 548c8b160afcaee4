// Resources of peers: the list of resources, the names of the device, and its programs (U10).
extension CIDevice {
    /// Handles a whole reply to a Get of the box.
    mutating func hearGetReply(_ assembly: Assembly, _ incoming: Incoming) {
        guard let peer = peerIndex(incoming.header.source, on: incoming.port),
            peers[peer].request == assembly.request
        else { return }
        let header = JSONReader.value(of: assembly.header, depth: CILimits.jsonDepth)
        let value = assembly.isTooLarge ? nil : JSONReader.value(of: assembly.body, depth: CILimits.jsonDepth)
        guard let header, (header["status"]?.int ?? 200) < 300, let value else {
            // The other inquiries can still be made, whatever the reason.
            return goOnWithout(peer, at: incoming.now)
        }
        switch peers[peer].step {
        case .resources: acceptResources(value, peer)
        case .deviceInfo: acceptDeviceInfo(value, peer)
        case .channels: acceptChannels(value, peer)
        case .programs: return acceptPrograms(value, total: header["totalCount"]?.int, peer, at: incoming.now)
        case .endpoint, .capabilities, .done: break
        }
        finishStep(peer, at: incoming.now)
    }

    private mutating func acceptResources(_ value: JSONValue, _ peer: Int) {
        for entry in value.items ?? [] where entry["canGet"]?.flag ?? true {
            switch entry["resource"]?.text {
            case CIResource.deviceInfo.name: peers[peer].hasDeviceInfo = true
            case CIResource.programList.name:
                peers[peer].hasPages = entry["canPaginate"]?.flag ?? false
                peers[peer].hasListIds = entry["requireResId"]?.flag ?? false
                peers[peer].lists = peers[peer].hasListIds ? [] : [""]
            default: break
            }
        }
    }

    private mutating func acceptDeviceInfo(_ value: JSONValue, _ peer: Int) {
        peers[peer].manufacturerName = CIDevice.name(value["manufacturer"]?.text ?? "")
        peers[peer].familyName = CIDevice.name(value["family"]?.text ?? "")
        peers[peer].modelName = CIDevice.name(value["model"]?.text ?? "")
        peers[peer].versionName = CIDevice.name(value["version"]?.text ?? "")
        peers[peer].serialNumber = CIDevice.name(value["serialNumber"]?.text ?? "")
        note(.changed, peers[peer].port, peers[peer].muid)
    }

    /// Collects the ids of program lists from the links of channels.
    private mutating func acceptChannels(_ value: JSONValue, _ peer: Int) {
        for channel in value.items ?? [] {
            for link in channel["links"]?.items ?? [] where link["resource"]?.text == CIResource.programList.name {
                // An id has at most 36 characters (M2-103-UM).
                guard let id = link["resId"]?.text, 1...36 ~= id.utf8.count, !peers[peer].lists.contains(id),
                    peers[peer].lists.count < CILimits.programLists
                else { continue }
                peers[peer].lists.append(id)
            }
        }
    }

    /// Stores a page or a whole list. Requests the next page until a page is not full or the list is whole.
    private mutating func acceptPrograms(_ value: JSONValue, total: Int?, _ peer: Int, at now: UInt64) {
        let items = value.items ?? []
        for item in items where peers[peer].pages.count < CILimits.programs {
            if let program = CIDevice.program(item) { peers[peer].pages.append(program) }
        }
        peers[peer].entries += items.count
        let isLast =
            !peers[peer].hasPages || items.isEmpty || peers[peer].entries >= total ?? .max
            || total == nil && items.count < CILimits.programsPerPage || peers[peer].entries >= CILimits.programs
        if isLast { return finishList(peer, isWhole: true, at: now) }
        peers[peer].attempts = 0
        inquire(peer, at: now)
    }

    /// Continues with the next program list. After the last list, publishes the programs of whole lists.
    mutating func finishList(_ peer: Int, isWhole: Bool, at now: UInt64) {
        if isWhole {
            (peers[peer].hasWholeList, peers[peer].wholeCount) = (true, peers[peer].pages.count)
        } else {
            // A partial list is dropped, because it would hide that programs are missing.
            peers[peer].pages.removeLast(peers[peer].pages.count - peers[peer].wholeCount)
        }
        if !peers[peer].lists.isEmpty { peers[peer].lists.removeFirst() }
        (peers[peer].entries, peers[peer].attempts) = (0, 0)
        if !peers[peer].lists.isEmpty { return inquire(peer, at: now) }
        if peers[peer].hasWholeList {
            peers[peer].programs = peers[peer].pages
            note(.programs, peers[peer].port, peers[peer].muid)
        }
        (peers[peer].pages, peers[peer].wholeCount) = ([], 0)
        finishStep(peer, at: now)
    }

    private static func program(_ value: JSONValue) -> CIProgram? {
        guard let title = value["title"]?.text, let numbers = value["bankPC"]?.items, numbers.count == 3,
            let msb = numbers[0].int, let lsb = numbers[1].int, let program = numbers[2].int,
            0...127 ~= msb, 0...127 ~= lsb, 0...127 ~= program
        else { return nil }
        return CIProgram(title: name(title), bankMSB: UInt8(msb), bankLSB: UInt8(lsb), program: UInt8(program))
    }
}
