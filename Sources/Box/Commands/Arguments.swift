import Configuration

/// The words after a command, split into options and operands according to the command's description (POSIX utility
/// syntax guidelines, with the long options of GNU).
///
/// `--` ends the options. The value of an option is the next word, follows `=`, or directly follows an option of one
/// letter.
struct Arguments {
    struct Problem: Error {
        var message: String
    }

    private let command: CommandDescription
    /// The command as it was given: the name of its description, or one of its `others`.
    let verb: String
    /// The given options with their values; an option without a value has an empty one.
    private var options: [(name: String, value: String)] = []
    private var operands: [String] = []

    init(_ words: [String], of command: CommandDescription, as verb: String? = nil) throws(Problem) {
        self.command = command
        self.verb = verb ?? command.name
        var rest = words[...]
        var areOptionsEnded = false
        while let word = rest.popFirst() {
            if areOptionsEnded || !Arguments.isOption(word) {
                operands.append(word)
            } else if word == "--" {
                areOptionsEnded = true
            } else {
                try read(word, &rest)
            }
        }
    }

    /// Whether an option without a value was given.
    mutating func flag(_ name: String) -> Bool { value(of: name) != nil }

    /// The value of an option; nil when it was not given.
    mutating func option(_ name: String) -> String? { value(of: name) }

    /// The value of an option that is a time, in ns, at most 10 s; nil when it was not given.
    mutating func time(_ name: String) throws(Problem) -> UInt64? {
        guard let text = value(of: name) else { return nil }
        guard let time = TimeText.nanoseconds(text), time <= 10_000_000_000 else {
            throw Problem(message: "\(name) '\(text)': it must be a time up to 10 s with its unit, such as 30 ms")
        }
        return time
    }

    /// Returns and removes the next operand; nil when none is left.
    mutating func next() -> String? { operands.isEmpty ? nil : operands.removeFirst() }

    /// Returns and removes all operands that are left.
    mutating func rest() -> [String] {
        defer { operands = [] }
        return operands
    }

    /// Returns the operands that the form of the command names. Throws if there are fewer or more.
    mutating func wanted() throws(Problem) -> [String] {
        let form = command.form(of: verb)
        let count = form.split(separator: " ").count
        if operands.count < count { throw Problem(message: "\(verb) needs \(form)") }
        let wanted = Array(operands.prefix(count))
        operands.removeFirst(count)
        try finish()
        return wanted
    }

    /// Throws if an operand is left over.
    func finish() throws(Problem) {
        if let word = operands.first { throw Problem(message: "unexpected argument '\(word)'") }
    }

    private mutating func value(of name: String) -> String? {
        // An option that is not in the description would never be parsed.
        precondition(command.options.contains { $0.name == name })
        return options.first { $0.name == name }?.value
    }

    private mutating func read(_ word: String, _ rest: inout ArraySlice<String>) throws(Problem) {
        let (name, attached) = Arguments.split(word)
        guard let option = command.options.first(where: { $0.name == name }) else {
            throw Problem.option(word, command)
        }
        if options.contains(where: { $0.name == name }) { throw Problem(message: "\(name) is given twice") }
        if option.value == nil {
            if attached != nil { throw Problem(message: "\(name) takes no value") }
            return options.append((name, ""))
        }
        if let attached {
            options.append((name, attached))
        } else {
            options.append((name, try value(of: option, &rest)))
        }
    }

    /// Reads the value of an option from the next words.
    private func value(
        of option: CommandDescription.Option, _ rest: inout ArraySlice<String>
    ) throws(Problem) -> String {
        guard var value = rest.popFirst() else {
            throw Problem(message: "\(option.name) needs a value: \(option.written)")
        }
        if Arguments.isOption(value) {
            throw Problem(message: "\(option.name) needs a value: \(option.written), and '\(value)' is an option")
        }
        // The unit of a time may be a word of its own.
        if case .time = option.kind, let unit = rest.first, ["us", "ms", "s"].contains(unit),
            let last = value.utf8.last, 48...57 ~= last
        {
            rest.removeFirst()
            value += " \(unit)"
        }
        return value
    }

    /// Splits a word into the name of an option and the value attached to it: `--socket=PATH`, `-oPATH`.
    private static func split(_ word: String) -> (name: String, value: String?) {
        let bytes = Array(word.utf8)
        if !bytes.starts(with: "--".utf8) {
            if bytes.count == 2 { return (word, nil) }
            return (String(decoding: bytes[..<2], as: UTF8.self), String(decoding: bytes[2...], as: UTF8.self))
        }
        guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (word, nil) }
        let (name, value) = (bytes[..<sign], bytes[(sign + 1)...])
        return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    /// Whether a word is an option. `-` is standard input, `-20` and `-.5` are numbers.
    static func isOption(_ word: String) -> Bool {
        let bytes = Array(word.utf8.prefix(2))
        return bytes.count == 2 && bytes[0] == UInt8(ascii: "-") && !(48...57 ~= bytes[1])
            && bytes[1] != UInt8(ascii: ".")
    }
}

extension Arguments.Problem {
    /// The problem that a command does not have an option; `command` is nil if the option precedes it.
    static func option(_ word: String, _ command: CommandDescription?) -> Arguments.Problem {
        let name = word.utf8.split(separator: UInt8(ascii: "=")).first.map { String(Substring($0)) } ?? word
        let names = ((command?.shownOptions ?? []) + [.help, .version]).map { $0.name }
        return Arguments.Problem(message: "unknown option '\(name)'" + meant(name, among: names))
    }

    /// The problem that a command does not exist.
    static func command(_ name: String) -> Arguments.Problem {
        Arguments.Problem(message: "there is no command '\(name)'" + meant(name, among: CommandTable.names))
    }

    /// Returns "; did you mean `--socket`?" with the names that the word abbreviates, else with the nearest name.
    private static func meant(_ word: String, among names: [String]) -> String {
        var meant = names.filter { $0.utf8.starts(with: word.utf8) || $0.utf8.starts(with: "-\(word)".utf8) }
        // One letter is too little for a suggestion.
        if word.utf8.count <= 2 { return "" }
        if meant.isEmpty || meant.count > 3 {
            meant = nearest(to: word, among: names).map { [$0] } ?? []
        }
        if meant.isEmpty { return "" }
        var text = "; did you mean "
        for (index, name) in meant.enumerated() { text += (index == 0 ? "" : " or ") + "`\(name)`" }
        return text + "?"
    }
}
