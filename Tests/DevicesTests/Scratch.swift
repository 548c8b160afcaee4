import CPlatform

/// A directory that is removed with everything in it.
final class Scratch {
    let path: String

    init() {
        var template = Array("/tmp/treadle-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)!) }
    }

    deinit {
        system("rm -rf '\(path)'")
    }

    func directory(_ name: String) {
        system("mkdir -p '\(path)/\(name)'")
    }

    func file(_ name: String, _ text: String) {
        // fputs and fclose accept no nil since glibc 2.41.
        guard let file = fopen("\(path)/\(name)", "w") else { return }
        fputs(text, file)
        fclose(file)
    }

    func link(_ name: String, to target: String) {
        symlink(target, "\(path)/\(name)")
    }
}
