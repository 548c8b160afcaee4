/// New content for one configuration file, compiled with the other files before it is written (U9). The content is
/// from another device: it may refer only to files in the configuration's folder.
package struct FileReplacement {
    /// The reason for refusing the content.
    package enum Problem: Error {
        /// The content has errors; the text is the first one, as `FILE:LINE: MESSAGE`.
        case faulty(String)
        /// The content describes hardware that differs from the hardware in use.
        case hardware
        /// The file cannot be written now.
        case unavailable(String)

        package var message: String {
            switch self {
            case .faulty(let message), .unavailable(let message): message
            case .hardware: "other ports, network, MIDI-CI, pedals or display take a restart"
            }
        }
    }

    /// The path of the file, for messages.
    package let path: String
    package let old: [UInt8]
    package let new: [UInt8]
    /// The box configuration that results from the new content.
    package let box: BoxConfiguration

    /// - Parameters:
    ///   - path: a folder or a box file.
    ///   - name: of the file, relative to the box file.
    ///   - hashes: hashes of the files when the running configuration was read.
    ///   - drafts: files that are read in the place of those on disk (W13); nil: none.
    package init(
        path: String, name: String, by new: [UInt8], asRead hashes: [String: UInt64], knownGroups: [String: Int] = [:],
        drafts: DraftFiles? = nil
    ) throws(Problem) {
        let (files, box) = ConfigurationFiles.open(path, drafts: drafts)
        if files.isDrafted(name) { throw .unavailable("\(files.shown(name)) has a draft that is not saved") }
        do throws(LearnPlace.Problem) {
            try PresetSaving.check(files, box, asRead: hashes)
        } catch {
            throw .unavailable(error.message)
        }
        self.path = files.shown(name)
        guard case .bytes(let old) = files.read(name) else { throw .unavailable("\(files.shown(name)) cannot be read") }
        (self.old, self.new) = (old, new)
        let after = ConfigurationFiles.replacing(name: name, new, in: files)
        switch Configuration.load(after, box: box, knownGroups: knownGroups, foreign: name) {
        case .failure(let diagnostics):
            let fault = diagnostics.list.first { $0.severity == .error }
            throw .faulty(fault.map { "\(name):\($0.line): \($0.message)" } ?? "the configuration would have errors")
        case .success(let configuration): self.box = configuration.box
        }
    }
}
