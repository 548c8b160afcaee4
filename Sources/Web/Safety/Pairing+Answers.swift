// What `POST pair` answers (W4). No answer has a code.

extension Pairing.Asked {
    /// The answer to a browser that has asked for a code: the seconds for which it is shown.
    package var answer: WebAnswer {
        switch self {
        case .show(_, let seconds), .isShown(let seconds):
            .json(.object([JSONMember(name: "seconds", value: .number(seconds))]))
        case .wait(let seconds): Pairing.locked(seconds)
        }
    }
}

extension Pairing.Tried {
    /// The answer that refuses the code; nil if it is right.
    package var refusal: WebAnswer? {
        switch self {
        case .right: nil
        case .wrong: .error(403, "wrong-code", "the code is wrong")
        case .ended(let seconds), .wait(let seconds): Pairing.locked(seconds)
        case .noCode: .error(409, "no-code", "this code is used up or too old; ask for a new one")
        case .malformed: .error(400, "bad-code", "a code has six digits")
        }
    }
}

extension Pairing {
    static func locked(_ seconds: Int) -> WebAnswer {
        .tooMany("no browser can be paired for \(seconds) s", retryAfter: seconds)
    }
}
