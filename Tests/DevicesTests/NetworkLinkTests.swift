import CPlatform
import Devices
import Testing

/// The network interfaces by sysfs (N13).
@Suite struct NetworkLinkTests {
    @Test func interfacesAreListedByNameWithoutLoopback() throws {
        var template = Array("/tmp/treadle-XXXXXX".utf8CString)
        let root = String(cString: try #require(mkdtemp(&template)))
        for folder in ["class", "class/net", "class/net/lo", "class/net/eth1", "class/net/eth0", "class/net/eth2"] {
            mkdir("\(root)/\(folder)", 0o755)
        }
        for (name, text) in [("lo", "1\n"), ("eth1", "1\n"), ("eth0", "0\n")] {
            let file = try #require(fopen("\(root)/class/net/\(name)/carrier", "w"))
            fputs(text, file)
            fclose(file)
        }
        let links = NetworkLink.all(root: root)
        #expect(links.map { $0.name } == ["eth0", "eth1", "eth2"])
        #expect(links.map { $0.hasCarrier } == [false, true, false])
        #expect(NetworkLink.all(root: root + "/nowhere").isEmpty)
    }
}
