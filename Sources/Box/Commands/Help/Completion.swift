import Host

/// Completion scripts for shells, made from the table of commands.
enum Completion {
    static let shells = ["bash", "zsh", "fish"]

    /// The commands that are completed, each with its own operands.
    static var shown: [CommandDescription] {
        var shown: [CommandDescription] = []
        for command in CommandTable.all where !command.isHidden {
            for name in command.names {
                var one = command
                one.name = name
                if command.form(of: name).isEmpty && !command.others.isEmpty { one.operands = [] }
                shown.append(one)
            }
        }
        return shown
    }

    /// Returns the list of `treadle complete` for a kind; nil if the kind is not a name of the running box.
    static func list(_ kind: CommandDescription.Kind) -> String? {
        switch kind {
        case .ports: "ports"
        case .presets: "presets"
        case .routings: "routings"
        case .footswitches: "footswitches"
        case .setLists: "setlists"
        case .variables: "variables"
        default: nil
        }
    }

    /// The kinds of all operands of a command together, because the scripts do not count operands.
    static func kinds(_ command: CommandDescription) -> [CommandDescription.Kind] { command.operands.map { $0.kind } }

    static var bash: String {
        var text = """
            # bash completion for treadle
            _treadle_add() {
                local name
                for name in "$@"; do
                    [[ $name == "$current"* ]] && COMPREPLY+=("$name")
                done
            }
            _treadle_names() {
                local name typed=$current
                typed=${typed#[\\\"\\']}
                typed=${typed//\\\\/}
                while IFS= read -r name; do
                    [[ $name == "$typed"* ]] && COMPREPLY+=("$(printf %q "$name")")
                done < <(treadle complete "$1" 2>/dev/null)
            }
            _treadle_files() {
                local name
                compopt -o filenames 2>/dev/null
                while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$1" -- "$current")
            }
            _treadle() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
                local command=${COMP_WORDS[1]}
                COMPREPLY=()
                # bash splits words at an equals sign.
                if [[ $current == "=" ]]; then
                    current=
                elif [[ $previous == "=" ]]; then
                    previous=${COMP_WORDS[COMP_CWORD-2]}
                fi
                if ((COMP_CWORD == 1)); then
                    _treadle_add \(CommandTable.names.joined(separator: " ")) --help --version
                    return
                fi
                case $command in

            """
        for command in shown { text += bash(command) }
        return text + "    esac\n}\ncomplete -F _treadle treadle\n"
    }

    private static func bash(_ command: CommandDescription) -> String {
        var text = "    \(command.name))\n        case $previous in\n"
        for option in command.shownOptions where option.value != nil {
            text += "        \(option.name)) \(bash(option.kind)) return ;;\n"
        }
        let options = (command.shownOptions + [.help, .version]).map { $0.name }.joined(separator: " ")
        text += "        esac\n        if [[ $current == -* ]]; then _treadle_add \(options); return; fi\n"
        for kind in kinds(command) { text += bash(kind).isEmpty ? "" : "        \(bash(kind))\n" }
        return text + "        ;;\n"
    }

    private static func bash(_ kind: CommandDescription.Kind) -> String {
        switch kind {
        case .text, .time: ""
        case .file: "_treadle_files -f;"
        case .folder: "_treadle_files -d;"
        case .words(let words): "_treadle_add \(words.joined(separator: " "));"
        case .commands: "_treadle_add \(CommandTable.names.joined(separator: " "));"
        case .ports, .presets, .routings, .footswitches, .setLists, .variables:
            "_treadle_names \(list(kind) ?? "");"
        }
    }
}
