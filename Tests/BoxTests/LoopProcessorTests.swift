import Testing

@testable import Box

/// Where the loop runs (docs/design/ARCHITECTURE.md, "Latency").
@Suite struct LoopProcessorTests {
    private static let laptop = """
                   CPU0       CPU1       CPU2       CPU3
          1:          9          0          0        120   IO-APIC   1-edge      i8042
         16:         11          0          0          0   IO-APIC  16-fasteoi   ehci_hcd:usb1
        127:          0          0       4120          2   PCI-MSI 327680-edge   xhci_hcd
        131:          0     988871          0          0   PCI-MSI 520192-edge   enp0s31f6
        NMI:          1          2          3          4   Non-maskable interrupts
        ERR:          0

        """

    @Test func theLoopRunsWhereUSBIsServed() {
        #expect(LoopProcessor.choose(4, isolated: "\n", interrupts: Self.laptop) == 2)
        let board = """
                       CPU0       CPU1
             31:    4242118          0     GICv2  65 Level     dwc_otg, dwc_otg_pcd, dwc_otg_hcd:usb1
             32:          5     900000     GICv2  66 Level     mmc1

            """
        #expect(LoopProcessor.choose(2, isolated: "", interrupts: board) == 0)
    }

    /// The numbers of processors have gaps where some are switched off.
    @Test func columnsGoByTheirNames() {
        let text = "      CPU0       CPU2\n 5:   1   7   PCI-MSI 1-edge   xhci_hcd\n"
        #expect(LoopProcessor.choose(2, isolated: "", interrupts: text) == 2)
    }

    @Test func anIsolatedProcessorIsTaken() {
        for isolated in ["1\n", "2-3\n", "3"] {
            #expect(LoopProcessor.choose(4, isolated: isolated, interrupts: Self.laptop) == 3)
        }
    }

    @Test func withoutInterruptsOfUSBItIsTheFirst() {
        for interrupts in [
            "", "\n", "CPU0 CPU1\n", "           CPU0       CPU1\n 16:   0    0   PCI-MSI  xhci_hcd\n", "x\ny: 1\n",
        ] {
            #expect(LoopProcessor.choose(2, isolated: "", interrupts: interrupts) == 0)
        }
    }
}
