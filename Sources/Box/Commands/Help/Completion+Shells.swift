import Host

extension Completion {
    static var zsh: String {
        var text = """
            #compdef treadle
            _treadle_names() {
                # _arguments puts its options for compadd before the word.
                local -a names
                names=("${(@f)$(treadle complete ${@[-1]} 2>/dev/null)}")
                [[ -n $names[1] ]] && compadd "${@[1,-2]}" -a names
            }
            _treadle() {
                local -a commands
                commands=(

            """
        for command in shown { text += "        \(quoted("\(command.name):\(command.summary)"))\n" }
        text += """
                )
                if ((CURRENT == 2)); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                ((CURRENT--))
                case $command in

            """
        for command in shown { text += zsh(command) }
        // If zsh loads the file as a function of fpath, the file is the body of the function. If it is sourced, it
        // registers the function.
        text += "    esac\n}\n"
        return text + "if [[ $funcstack[1] == _treadle ]]; then _treadle \"$@\"; else compdef _treadle treadle; fi\n"
    }

    private static func zsh(_ command: CommandDescription) -> String {
        var text = "    \(command.name)) _arguments -s"
        for option in command.shownOptions {
            let value = option.value.map { ":\(escaped($0)):\(zsh(option.kind))" } ?? ""
            // `--socket=` takes its value after the sign or as the next word.
            let sign = option.value == nil ? "" : option.name.utf8.starts(with: "--".utf8) ? "=" : "+"
            text += " \\\n        " + quoted("\(option.name)\(sign)[\(escaped(option.summary))]\(value)")
        }
        text += " \\\n        " + quoted("(- *)--help[\(escaped(CommandDescription.Option.help.summary))]")
        let actions = command.operands.map { zsh($0.kind) }
        for (index, operand) in command.operands.enumerated() {
            let isLast = index == actions.count - 1
            let place = isLast ? "*" : "\(index + 1)"
            text += " \\\n        " + quoted("\(place):\(escaped(operand.name)):\(actions[index])")
        }
        return text + " ;;\n"
    }

    private static func zsh(_ kind: CommandDescription.Kind) -> String {
        switch kind {
        case .text, .time: " "
        case .file: "_files"
        case .folder: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .commands: "(\(CommandTable.names.joined(separator: " ")))"
        case .ports, .presets, .routings, .footswitches, .setLists, .variables:
            "_treadle_names \(list(kind) ?? "")"
        }
    }

    static var fish: String {
        var text = "# fish completion for treadle\ncomplete -c treadle -f\n"
        for command in shown {
            text += "complete -c treadle -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))\n"
        }
        for command in shown {
            let condition = "complete -c treadle -n \(quoted("__fish_seen_subcommand_from \(command.name)"))"
            for option in command.shownOptions + [.help, .version] {
                text += "\(condition) \(fishName(option)) -d \(quoted(option.summary))"
                text += option.value == nil ? "\n" : " -r \(fish(option.kind))\n"
            }
            for kind in kinds(command) where !fish(kind).isEmpty { text += "\(condition) \(fish(kind))\n" }
        }
        return text
    }

    private static func fishName(_ option: CommandDescription.Option) -> String {
        let isLong = option.name.utf8.starts(with: "--".utf8)
        let name = String(decoding: option.name.utf8.dropFirst(isLong ? 2 : 1), as: UTF8.self)
        return (isLong ? "-l " : "-s ") + name
    }

    private static func fish(_ kind: CommandDescription.Kind) -> String {
        switch kind {
        case .text, .time: ""
        case .file: "-F"
        case .folder: "-a '(__fish_complete_directories)'"
        case .words(let words): "-a \(quoted(words.joined(separator: " ")))"
        case .commands: "-a \(quoted(CommandTable.names.joined(separator: " ")))"
        case .ports, .presets, .routings, .footswitches, .setLists, .variables:
            "-a '(treadle complete \(list(kind) ?? "") 2>/dev/null)'"
        }
    }

    /// Puts a text into single quotes, as sh, zsh and fish read it.
    private static func quoted(_ text: String) -> String {
        var result = "'"
        for byte in text.unicodeScalars {
            if byte == "'" { result += "'\\''" } else { result.unicodeScalars.append(byte) }
        }
        return result + "'"
    }

    /// Escapes a text in a specification of `_arguments`, where colons and brackets have a meaning.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if [":", "[", "]", "\\"].contains(scalar) { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
