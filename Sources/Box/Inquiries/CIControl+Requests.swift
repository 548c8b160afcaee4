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
        case .readState, .loadState: inquiries?.answer(request, .refused(status: 404, "there is no such state"))
        }
    }

    private func load(_ number: Int, for request: CIRequest) {
        let presets = configuration.program.pointee.presets
        guard let preset = presets.indices.first(where: { Int(presets[$0].number) == number }) else {
            inquiries?.answer(request, .refused(status: 404, "no preset has the number \(number)"))
            return
        }
        link.tell(.perform(.load(preset)))
        link.afterwards { [self] in
            inquiries?.answer(request, .done)
            serveInquiries(at: treadle_now())
        }
    }
}
