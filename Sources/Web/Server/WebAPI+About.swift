import Compact
import CPlatform
import Host

// What the screen Box shows beside the state.
extension WebAPI {
    /// `GET about`: the network, paired browsers, tokens, the version and how long the box runs.
    func tellAbout(_ exchange: WebExchange) {
        link.ask("status") { [self] status in
            if status.kind == .missing { return exchange.answer(BoxAnswer.unanswered) }
            // `status` has all but the paired devices. A box without Bluetooth refuses, and has none.
            link.ask("bluetooth") { [self] answer in
                let bonds = answer.lines.filter { $0.utf8.starts(with: "bond ".utf8) }
                tellAbout(status.lines + bonds, exchange)
            }
        }
    }

    private func tellAbout(_ lines: [String], _ exchange: WebExchange) {
        let now = clock()
        let members = [
            JSONMember(name: "network", value: options.network(lines)),
            JSONMember(name: "browsers", value: list(visitors.browsers, exchange)),
            JSONMember(name: "tokens", value: list(visitors.tokens, exchange)),
            JSONMember(name: "update", value: .object([.init(name: "version", value: .string(Treadle.version))])),
            JSONMember(name: "uptime", value: .string(WebAPI.time(now - min(settings.startedAt ?? now, now)))),
        ]
        exchange.answer(.json(.object(members)))
    }

    private func list(_ entries: [Visitors.Entry], _ exchange: WebExchange) -> JSONValue {
        .array(
            entries.map { entry in
                let visitor = entry.visitor
                var members = [
                    JSONMember(name: "id", value: .number(visitor.number)),
                    JSONMember(name: "name", value: .string(visitor.name)),
                    JSONMember(name: "since", value: .string(entry.firstDay.text)),
                    JSONMember(name: "seen", value: .string(entry.lastDay.text)),
                ]
                if visitor.isToken {
                    members.append(JSONMember(name: "read", value: .bool(visitor.isReader)))
                } else {
                    let isThis = exchange.visitor.map { $0.isSame(as: visitor) } ?? false
                    members.append(JSONMember(name: "isThis", value: .bool(isThis)))
                }
                return .object(members)
            })
    }

    /// A time in hours and minutes: `3 h 12 min`.
    private static func time(_ nanoseconds: UInt64) -> String {
        let minutes = nanoseconds / 60_000_000_000
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
