import Host

/// `treadle demo [DIR]`: runs the board that is built into the program, in a terminal.
enum DemoCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        let wanted = arguments.next()
        try arguments.finish()
        let folder: NewFolder
        do throws(NewFolder.Problem) {
            if let wanted {
                folder = try NewFolder(at: wanted, DemoBoard.files)
            } else {
                folder = try NewFolder(temporary: DemoBoard.files)
            }
        } catch {
            Console.error("treadle: \(error.message)\n")
            return .unusable
        }
        defer { if wanted == nil { folder.remove() } }
        let options = ["--simulate"] + (socket.map { ["--socket", $0] } ?? [])
        var words = try Arguments(options + ["--", folder.path], of: CommandTable.run)
        let status = try RunCommand.run(&words)
        if wanted == nil {
            Console.out("The files were temporary. 'treadle demo DIR' keeps them in a new folder, to change them.\n")
        } else {
            Console.out("The files are in \(folder.path); 'treadle run --simulate \(folder.path)' runs them.\n")
        }
        return status
    }
}
