import CPlatform
import Configuration
import Engine
import Loop
import MIDICI
import Plan

// Requests of peers to the box (U9).
extension CIControl {
    /// Returns and removes the requests of peers since the last call.
    func takeRequests() -> [CIRequest] {
        defer { requests = [] }
        return requests
    }

    func answer(_ request: CIRequest, _ answer: CIAnswer) {
        device.answer(request.token, answer, at: treadle_now())
    }
}

extension Runner {
    /// Performs a peer's request and answers the peer, at once or when the loop has acted.
    func fulfil(_ request: CIRequest) {
        switch request.action {
        case .loadPreset(let number): load(number, for: request)
        case .setVariables(let values): set(values, for: request)
        case .report(let port, let channel, let kinds, _):
            let report = SentReport(link.loop.recorder.outputs, port: port)
            inquiries?.answer(request, .messages(report.messages(channel: channel, kinds)))
        case .readState(let id):
            if let file = stateFile(id, for: request) { inquiries?.answer(request, running.text(of: file)) }
        case .loadState(let id, let text):
            if let file = stateFile(id, for: request) { load(file, text, for: request) }
        }
    }

    /// The file of a state. If there is none, refuses the request and returns nil.
    private func stateFile(_ id: String, for request: CIRequest) -> StateFile? {
        if let file = running.stateFiles.first(where: { $0.state.id == id }) { return file }
        inquiries?.answer(request, .refused(status: 404, "there is no such state"))
        return nil
    }

    /// Replaces a file by a text. Without a text, loads the file's preset, or for the box file reads the configuration
    /// again.
    private func load(_ file: StateFile, _ text: String?, for request: CIRequest) {
        var refusal: CIAnswer?
        if let text {
            refusal = running.replace(file, by: text)
        } else if let name = file.preset {
            guard let preset = configuration.preset(named: name) else {
                inquiries?.answer(request, .refused(status: 404, "there is no such state"))
                return
            }
            link.tell(.perform(.load(preset)))
        } else {
            refusal = running.readAgain()
        }
        if let refusal {
            inquiries?.answer(request, refusal)
            return
        }
        answerAfterwards(request)
    }

    /// Answers `done` once the loop has acted.
    private func answerAfterwards(_ request: CIRequest) {
        link.afterwards { [self] in
            inquiries?.answer(request, .done)
            serveInquiries(at: treadle_now())
        }
    }

    private func set(_ values: [CIRequest.VariableValue], for request: CIRequest) {
        for value in values {
            guard let index = configuration.box.variables.firstIndex(where: { $0.name == value.name }) else {
                inquiries?.answer(request, .refused(status: 404, "there is no such variable"))
                return
            }
            link.tell(.perform(.variable(UInt8(index), .set(UInt8(clamping: value.value)))))
        }
        answerAfterwards(request)
    }

    private func load(_ number: Int, for request: CIRequest) {
        let presets = configuration.plan.pointee.presets
        guard let preset = presets.indices.first(where: { Int(presets[$0].number) == number }) else {
            inquiries?.answer(request, .refused(status: 404, "there is no such preset"))
            return
        }
        link.tell(.perform(.load(preset)))
        answerAfterwards(request)
    }
}
