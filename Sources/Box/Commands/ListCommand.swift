import Configuration
import CPlatform
import Host

/// `treadle list CURVE… | BOX.yaml PLACE | FILE | - [--velocity | --notes] [--in 7|14] [--out 7|14] [--plot] [-o FILE]`
enum ListCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let isDrawn = arguments.flag("--plot")
        let shape = try shape(&arguments)
        let output = arguments.option("-o")
        if isDrawn && output != nil { throw Arguments.Problem(message: "--plot and -o exclude each other") }
        let words = arguments.rest()
        if words.isEmpty { throw Arguments.Problem(message: "list needs a curve, such as softness 30, or a file") }
        let list: ValueList
        if ValueList.isPlace(words) {
            if shape.use != .controllers || shape.inTop > 127 || shape.outTop > 127 {
                throw Arguments.Problem(
                    message: "'\(words[1])' already says what the list is for; leave out the options")
            }
            do throws(LearnPlace.Problem) {
                switch try ValueList.place(words[1], path: words[0]) {
                case .success(let place): list = place
                case .failure(let diagnostics):
                    Console.report(diagnostics)
                    return ReportedConfiguration.exit(words[0])
                }
            } catch {
                throw Arguments.Problem(message: error.message)
            }
        } else if ValueList.isCurve(words) {
            switch ValueList.curve(words, shape) {
            case .success(let curve): list = curve
            // The curve is on the command line, so its errors have no place in a file.
            case .failure(let diagnostics): throw Arguments.Problem(message: messages(diagnostics))
            }
        } else {
            let input = InputFile(words[0])
            guard let text = input.read(most: ValueList.mostBytes, hint: ValueList.suggestion(words[0])) else {
                return .unusable
            }
            switch ValueList.read(text, name: input.name, shape) {
            case .success(let read): list = read
            case .failure(let diagnostics):
                Console.report(diagnostics)
                return .badInput
            }
        }
        Console.report(list.diagnostics)
        if let output { return SavedFile.write(Array(list.text.utf8), to: output) }
        Console.out(isDrawn ? Plot(list).text : list.text)
        return .done
    }

    private static func shape(_ arguments: inout Arguments) throws(Arguments.Problem) -> ValueList.Shape {
        var shape = ValueList.Shape()
        let isVelocity = arguments.flag("--velocity")
        let isNotes = arguments.flag("--notes")
        let (input, output) = (arguments.option("--in"), arguments.option("--out"))
        if isVelocity && isNotes { throw Arguments.Problem(message: "--velocity and --notes exclude each other") }
        if isVelocity { shape.use = .velocities }
        if isNotes { shape.use = .notes }
        shape.inTop = try top(input, "--in")
        shape.outTop = try top(output, "--out")
        if shape.use != .controllers && (shape.inTop > 127 || shape.outTop > 127) {
            throw Arguments.Problem(message: "notes and velocities have 7 bits, in and out")
        }
        return shape
    }

    /// Returns the highest value of 7 or 14 bits; of 7 bits if the option is not given.
    private static func top(_ bits: String?, _ option: String) throws(Arguments.Problem) -> Int {
        switch bits {
        case nil, "7": return 127
        case "14": return 16383
        case let bits?: throw Arguments.Problem(message: "\(option) is 7 or 14, not '\(bits)'")
        }
    }

    private static func messages(_ diagnostics: Diagnostics) -> String {
        var text = ""
        for diagnostic in diagnostics.list { text += (text.isEmpty ? "" : "\ntreadle: ") + diagnostic.message }
        return text
    }
}
