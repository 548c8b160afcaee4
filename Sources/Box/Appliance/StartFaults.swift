import Settings
import Configuration
import Panel
import Upkeep

/// The faults found at power-up, for the display and the menu (E1). Their texts are made before the loop starts.
struct StartFaults {
    private var list: [(place: String, message: String)] = []
    /// The faults of an edit that was not imported.
    private var edit: [(place: String, message: String)] = []
    /// The summary that the status screen shows.
    private(set) var notice = DisplayState.StartNotice()

    /// Adds the errors of a configuration. The configuration runs without its faulty presets, or not at all.
    mutating func add(_ diagnostics: Diagnostics) {
        var files: Set<String> = []
        for diagnostic in diagnostics.list where diagnostic.severity == .error {
            files.insert(diagnostic.file)
            list.append((StartFaults.place(diagnostic), diagnostic.message))
        }
        notice.badFiles += UInt32(files.count)
    }

    /// Records that the image's configuration runs because the wanted one at `path` cannot.
    mutating func runsImage(insteadOf path: String) {
        notice.runsImage = 1
        list.insert((path, "does not run; the image's configuration does"), at: 0)
    }

    /// Records that saved files will not survive a power cut, and why.
    mutating func keepsNothing(_ why: String) {
        notice.keepsNothing = 1
        list.insert(("nothing is kept", why), at: 0)
    }

    /// Records that the owner's partition of the card cannot be used, and why (I3).
    mutating func isFaulty(card why: String) {
        notice.cardFault = 1
        list.append(("card", why))
    }

    /// Adds the errors of an edit that was not imported (I3).
    ///
    /// - Parameter owner: folder of the edited files.
    mutating func addEdit(in owner: String) {
        notice.badEdit = 1
        edit = [("card", "the edited files are not imported")]
        if let files = try? CardFiles(owner), case .failure(let diagnostics) = BackupCheck.compile(files.files) {
            for diagnostic in diagnostics.list where diagnostic.severity == .error {
                edit.append((StartFaults.place(diagnostic), diagnostic.message))
            }
        }
    }

    /// `FILE:LINE`, without the folder. The file name is cut so that the line number fits.
    private static func place(_ diagnostic: Diagnostic) -> String {
        let file = diagnostic.file.split(separator: "/").last.map { String($0) } ?? diagnostic.file
        let line = ":\(diagnostic.line)"
        let room = PanelLimits.nameLength - line.unicodeScalars.count
        var name = ""
        name.unicodeScalars.append(contentsOf: file.unicodeScalars.prefix(room))
        return name + line
    }

    /// Returns the rows of the menu: the place of each fault, then its message, wrapped between words.
    ///
    /// - Parameter columns: width of the display. The mark before the chosen entry takes one column.
    func rows(columns: Int) -> FaultList {
        var rows = FaultList()
        rows.faultsAtStart = list.count
        let isFull = !list.allSatisfy { StartFaults.add($0, to: &rows, columns) }
        if edit.isEmpty || isFull { return rows }
        rows.beginEdit(faults: edit.count)
        _ = edit.allSatisfy { StartFaults.add($0, to: &rows, columns) }
        return rows
    }

    /// Returns false if the list is full.
    private static func add(
        _ fault: (place: String, message: String), to rows: inout FaultList, _ columns: Int
    ) -> Bool {
        guard rows.add(DisplayText(fault.place.unicodeScalars)) else { return false }
        return FaultLines.wrapped(fault.message, width: columns - 1).allSatisfy { rows.add(DisplayText($0)) }
    }
}
