import CPlatform
import Compact
import Configuration
import Foundation
import HostSupport
import Testing
import Upkeep

@testable import Web

/// A box at the other end of the connection: it keeps drafts as the box does, and answers all else as a test says.
final class EditedModelBox {
    let folder: TemporaryFolder
    let link: BoxLink
    let api: FilesAPI
    /// The requests that have arrived, without signs of life.
    private(set) var requests: [String] = []
    /// What the page's process tells of itself (W1).
    private(set) var signs: [String] = []
    /// The lines with which a request is answered.
    var answer: (String) -> [String] = { _ in ["ok"] }
    /// Whether answers are held back until `release`.
    var isHolding = false
    private var held: [String] = []
    private let end: Int32
    private var input: [UInt8] = []

    static let visitor = WebVisitor(number: 1, name: "iPhone, \"Safari\"")
    static let box = """
        treadle: 1
        name: Stage   # the board
        ports: { keys: { match: "K*" } }
        setlist: { Friday: [Verse, Chorus] }

        """
    static let verse = "name: Verse\nnumber: 1\nroutings: [{ from: [keys], to: [keys], restrict: { notes: C2..B3 } }]\n"
    static let chorus = "name: Chorus\nroutings: [{ from: [keys], to: [keys] }]\n"

    init(_ files: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        for name in ["board", "board/presets", "board/lists", "drafts", "drafts/files", "incoming", "uploads"] {
            #expect(mkdir("\(folder.path)/\(name)", 0o755) == 0)
        }
        let all = [
            "box.yaml": EditedModelBox.box, "presets/verse.yaml": EditedModelBox.verse,
            "presets/chorus.yaml": EditedModelBox.chorus,
        ]
        for (name, text) in all.merging(files, uniquingKeysWith: { $1 }) { try folder.write(text, "board/\(name)") }
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        for end in ends { #expect(treadle_never_wait(end) == 0) }
        end = ends[1]
        link = BoxLink(ends[0])
        api = FilesAPI(
            configuration: "\(folder.path)/board", drafts: "\(folder.path)/drafts",
            incoming: "\(folder.path)/incoming", uploads: "\(folder.path)/uploads", link: link)
    }

    deinit {
        close(end)
        close(link.descriptor)
    }

    // MARK: - Requests

    struct Answered {
        var status = 0
        var headers: [WebRequest.Header] = []
        var body: [UInt8] = []
        var stream: EventStream?
        var file: [UInt8]?

        var json: JSONValue { JSONReader.value(of: body, depth: 32) ?? .null }
        var code: String? { json["error"]?["code"]?.text }
        func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    /// An exchange whose answer is stored in `answered`.
    final class Asked {
        let exchange: WebExchange
        fileprivate(set) var answered: Answered?

        init(_ exchange: WebExchange) { self.exchange = exchange }
    }

    /// Sends a request, and does not wait for its answer.
    func begin(
        _ method: WebRequest.Method, _ path: String, _ body: String = "", hash: String? = nil, at: String? = nil,
        on: String? = nil, upload: String? = nil
    ) -> Asked {
        let address = WebAddress([127, 0, 0, 1])
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        var request = WebRequest(
            method, target: "/api/1/\(path)", path: ["api", "1"] + parts, peer: address, local: address)
        request.body = Array(body.utf8)
        request.bodyFile = upload
        if let hash { request.headers.append(.init("if-match", hash)) }
        if let at { request.query.append(.init("at", at)) }
        if let on { request.query.append(.init("on", on)) }
        let asked = Asked(WebExchange(request))
        asked.exchange.visitor = EditedModelBox.visitor
        asked.exchange.deliver = { answer in
            var answered = Answered()
            switch answer {
            case .answer(let answer):
                (answered.status, answered.headers, answered.body) = (answer.status, answer.headers, answer.body)
            case .stream(let stream): (answered.status, answered.stream) = (200, stream)
            case .file(let answer, let descriptor, let length):
                (answered.status, answered.headers) = (answer.status, answer.headers)
                var bytes = [UInt8](repeating: 0, count: length)
                #expect(pread(descriptor, &bytes, length, 0) == length)
                close(descriptor)
                answered.file = bytes
            }
            asked.answered = answered
        }
        api.handle(asked.exchange, parts)
        return asked
    }

    /// Sends a request, and serves the connection until it is answered.
    func ask(
        _ method: WebRequest.Method, _ path: String, _ body: String = "", hash: String? = nil, at: String? = nil,
        on: String? = nil, upload: String? = nil
    ) throws -> Answered {
        let asked = begin(method, path, body, hash: hash, at: at, on: on, upload: upload)
        serve()
        return try #require(asked.answered, "\(path) is not answered; the box was asked \(requests)")
    }

    /// The hash of a file as `GET` tells it.
    func hash(_ path: String) throws -> String { try #require(try ask(.get, "files/\(path)").json["hash"]?.text) }

    /// Lets the event go to the API that a line of the box brings.
    func tell(_ line: String) {
        link.heard = { [api] line in
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("upkeep ") { api.upkeep.hear(String(text.dropFirst(7))) }
            if text.hasPrefix("message ") { api.learning.hear(Array(text.utf8.dropFirst(8))[...]) }
        }
        send(line)
        serve()
    }

    // MARK: - The box

    /// Serves both ends until nothing moves any more.
    func serve() {
        var isMoving = true
        while isMoving {
            isMoving = false
            link.flush()
            var piece = [UInt8](repeating: 0, count: 65536)
            let count = read(end, &piece, piece.count)
            if count > 0 { input += piece[..<count] }
            while let line = input.firstIndex(of: 10) {
                take(String(decoding: input[..<line], as: UTF8.self))
                input.removeSubrange(...line)
                isMoving = true
            }
            link.receive()
        }
    }

    /// Answers the requests that were held back.
    func release() {
        isHolding = false
        let lines = held
        held = []
        for line in lines { send(line) }
        serve()
    }

    private func take(_ line: String) {
        let isSign = line == "busy" || line == "alive"
        if isSign { signs.append(line) } else { requests.append(line) }
        let answers = isSign ? ["ok"] : line.hasPrefix("draft put ") ? [put(line)] : answer(line)
        if isHolding { held += answers } else { for answer in answers { send(answer) } }
    }

    private func send(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        #expect(write(end, bytes, bytes.count) == bytes.count)
    }

    /// Keeps a draft: `draft put "BY" "REL" HASH NAME`.
    private func put(_ line: String) -> String {
        if let refusal = answer(line).first, refusal != "ok" { return refusal }
        guard let words = LineWords(Array(line.utf8)[...])?.words.map({ $0.text }), words.count == 6 else {
            return "error path the request is malformed"
        }
        let present =
            FileManager.default.contents(atPath: "\(folder.path)/drafts/files/\(words[3])")
            ?? FileManager.default.contents(atPath: "\(folder.path)/board/\(words[3])")
        if words[4] != DraftName.text(present.map { FileEditing.hash(of: Array($0)) }) {
            return "error changed somebody has edited it"
        }
        guard let new = FileManager.default.contents(atPath: "\(folder.path)/incoming/\(words[5])") else {
            return "error path there is no such file"
        }
        let path = "\(folder.path)/drafts/files/\(words[3])"
        let inner = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: path, contents: new))
        return "ok in-force"
    }
}
