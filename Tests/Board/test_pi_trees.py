"""The device trees of the models of a Raspberry Pi: who has which UART (I7, B17). Nothing is started."""

import subprocess
import unittest

from common.folders import temporary
from common.project import ROOT

UART0, MINI_UART, UART3 = "/soc/serial@7e201000", "/soc/serial@7e215040", "/soc/serial@7e201600"
# Of each model the pins of its mini UART and whether a line switches Bluetooth on. GPIO 43 is the radio's clock.
ALL = ["30 31", "32 33"]
RADIOS = {
    "bcm2837-rpi-3-b": (["32 33", "43"], True),
    "bcm2837-rpi-3-b-plus": (ALL + ["43"], True),
    "bcm2837-rpi-3-a-plus": (ALL + ["43"], False),
    "bcm2837-rpi-zero-2-w": (ALL, True),
    "bcm2711-rpi-4-b": (ALL, True),
    "bcm2711-rpi-400": (ALL, True),
    "bcm2711-rpi-cm4-io": (ALL, True),
}
WITHOUT_RADIO = "bcm2837-rpi-cm3-io3"


class Trees(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = temporary(cls)
        subprocess.run([ROOT / "Board/raspberry-pi/device-trees", cls.folder, "-DDIN_IS_A_CARD"], check=True)

    def get(self, model, *words):
        """What fdtget prints, or None."""
        answer = subprocess.run(["fdtget", *words[:-2], self.folder / (model + ".dtb"), *words[-2:]],
                                capture_output=True, text=True)
        return answer.stdout.strip() if answer.returncode == 0 else None

    def pins(self, model, uart):
        """The pins of a UART, one entry a group."""
        groups = {self.get(model, "-t", "u", path, "phandle"): path for path in self.groups(model)}
        return [self.get(model, "-t", "u", groups[number], "brcm,pins")
                for number in self.get(model, "-t", "u", uart, "pinctrl-0").split()]

    def groups(self, model):
        """The groups of pins."""
        names = subprocess.run(["fdtget", "-l", self.folder / (model + ".dtb"), "/soc/gpio@7e200000"],
                               check=True, capture_output=True, text=True).stdout.split()
        return ["/soc/gpio@7e200000/" + name for name in names]

    def test_bluetooth_is_at_the_mini_uart(self):
        for model, (pins, has_switch) in RADIOS.items():
            with self.subTest(model):
                self.assertEqual(self.get(model, MINI_UART, "status"), "okay")
                self.assertEqual(self.pins(model, MINI_UART), pins)
                radio = MINI_UART + "/bluetooth"
                self.assertEqual(self.get(model, radio, "compatible"), "brcm,bcm43438-bt")
                self.assertEqual(self.get(model, "-t", "u", radio, "max-speed"), "460800")
                self.assertEqual(self.get(model, "-t", "u", radio, "shutdown-gpios") is not None, has_switch)

    def test_a_compute_module_3_has_no_radio(self):
        self.assertEqual(self.get(WITHOUT_RADIO, MINI_UART, "status"), "disabled")

    def test_din_keeps_its_uarts(self):
        for model in [*RADIOS, WITHOUT_RADIO]:
            with self.subTest(model):
                uarts = [UART0, UART3] if "bcm2711" in model else [UART0]
                for uart in uarts:
                    self.assertEqual(self.get(model, uart + "/midi", "compatible"), "serial-midi")
                    self.assertEqual(self.get(model, "-t", "u", uart + "/midi", "current-speed"), "31250")
                    self.assertIsNone(self.get(model, uart + "/bluetooth", "compatible"))
                self.assertEqual(self.pins(model, UART0), ["14 15"])


if __name__ == "__main__":
    unittest.main()
