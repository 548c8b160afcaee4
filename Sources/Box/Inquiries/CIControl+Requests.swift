import CPlatform
import Configuration
import Engine
import Loop
import MIDICI
import Program

// What peers ask of the box (U9).
extension CIControl {
    /// Takes what peers have asked for since the last call.
    func takeRequests() -> [CIRequest] {
        defer { requests = [] }
        return requests
    }

    func answer(_ request: CIRequest, _ answer: CIAnswer) {
        device.answer(request.token, answer, at: treadle_now())
    }
}

extension Runner {
    /// Does what a peer asks for, and answers it, at once or when the loop has acted.
    func fulfil(_ request: CIRequest) {
        switch request.action {
        case .loadPreset(let number): load(number, for: request)
        case .report(let port, let channel, let kinds, _):
            let report = SentReport(link.loop.pointee.recorder.outputs, port: port)
            inquiries?.answer(request, .messages(report.messages(channel: channel, kinds)))
        case .readState(let id):
            if let file = stateFile(id, for: request) { inquiries?.answer(request, running.text(of: file)) }
        case .loadState(let id, let text):
            if let file = stateFile(id, for: request) { load(file, text, for: request) }
        }
    }

    /// The file of a state; answers and returns nil if there is none.
    private func stateFile(_ id: String, for request: CIRequest) -> StateFile? {
        if let file = running.stateFiles.first(where: { $0.state.id == id }) { return file }
        inquiries?.answer(request, .refused(status: 404, "there is no such state"))
        return nil
    }

    /// Takes a text for a file; without one loads its preset, or reads the configuration again.
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

    /// Answers that it is done once the loop has acted.
    private func answerAfterwards(_ request: CIRequest) {
        link.afterwards { [self] in
            inquiries?.answer(request, .done)
            serveInquiries(at: treadle_now())
        }
    }

    private func load(_ number: Int, for request: CIRequest) {
        let presets = configuration.program.pointee.presets
        guard let preset = presets.indices.first(where: { Int(presets[$0].number) == number }) else {
            inquiries?.answer(request, .refused(status: 404, "there is no such preset"))
            return
        }
        link.tell(.perform(.load(preset)))
        answerAfterwards(request)
    }
}
