"""What a box with Bluetooth and its peers say to each other, as tshark understands it, on the emulated board (B4, B5,
B7 to B9).

One boot; the tests run in the order of the file."""

import shutil
import unittest

from ble_packets import PacketReader
from bluetooth_case import NOTE, OFF, BluetoothCase, box
from bluetooth_peers import DATA, MTU, NO_MEANS, SERVICE
from boxed import in_order
from common import folders
from hci_capture import RECEIVED, SENT, dissected

from bumble.att import Opcode

PHONE, PIANO = "f0:00:00:00:0c:01", "f0:00:00:00:0c:02"
SYSEX = b"\xf0\x7d" + bytes(count % 128 for count in range(600)) + b"\xf7"
PLAYED = [NOTE, OFF, SYSEX]
# Whose packet it is, and which.
SOURCE, DESTINATION, DIRECTION = "bthci_acl.src.bd_addr", "bthci_acl.dst.bd_addr", "hci_h4.direction"
OPCODE, HANDLE, UUID, VALUE = "btatt.opcode", "btatt.handle", "btatt.uuid128", "btatt.value"
# The severity of a warning, as tshark numbers it.
WARNING = 0x600000
# The operation of a pairing that a box never begins with (Core, Vol 3, Part H, 3.6.7).
SECURITY_REQUEST = "0x0b"
HCI = "bluetooth:hci_h4:"


def digits(uuid):
    """A UUID as tshark writes it."""
    return bytes(uuid)[::-1].hex()


@unittest.skipUnless(shutil.which("tshark"), "there is no tshark")
class Dissected(BluetoothCase):
    BOX = box({"piano": '"FP-30X"', "guests": '"*"'}, "bluetooth: { pairing: always, visible: true }\n")
    NAME, PANEL = "bluetooth-dissected", False

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.path = folders.temporary(cls) / "radio.pcap"

    def test_a_phone_and_a_piano_pair_and_play(self):
        """The other tests look at what was said meanwhile."""
        phone = type(self).phone = self.radio.phone("Phone", PHONE.upper(), means=NO_MEANS)
        self.radio.do(phone.join())
        self.radio.do(phone.play(NOTE, OFF, stamp=512))
        self.hears(NOTE + OFF)
        self.radio.do(phone.send(b"\x84\x80" + SYSEX[:200]))
        self.radio.do(phone.send(b"\x84" + SYSEX[200:400]))
        self.radio.do(phone.send(b"\x84" + SYSEX[400:-1] + b"\x80\xf7"))
        self.hears(SYSEX)
        piano = type(self).piano = self.radio.piano("FP-30X", PIANO.upper())
        self.radio.do(piano.ready())
        self.passes_from(piano, NOTE, OFF)
        self.passes_to(piano, *PLAYED)
        self.leave(phone, piano)
        type(self).count = self.radio.capture.write(self.path)

    def operations(self, peer):
        """The operations of ATT between the box and a peer, as (direction, opcode), in their order."""
        rows = dissected(self.path, DIRECTION, OPCODE, only="btatt && (%s == %s || %s == %s)" % (
            SOURCE, peer, DESTINATION, peer))
        return [(int(direction, 16), int(opcode, 16)) for (direction,), (opcode,) in rows]

    def values(self, only):
        """The handles, their UUIDs and the values of the ATT packets for which a filter holds."""
        rows = dissected(self.path, HANDLE, UUID, VALUE, only="btatt && " + only)
        return [(int(handle, 16), uuid, bytes.fromhex(value))
                for (handle,), (uuid,), (value,) in rows]

    def test_every_packet_is_understood(self):
        frames = dissected(self.path, "frame.protocols")
        self.assertEqual(len(frames), self.count)
        strange = [number for number, ((protocols,),) in enumerate(frames) if not protocols.startswith(HCI)]
        self.assertEqual(strange, [])
        faults = dissected(self.path, "frame.number", "_ws.expert.message",
                           only="_ws.malformed || _ws.expert.severity >= %d" % WARNING)
        self.assertEqual(faults, [])

    def test_the_box_asks_a_piano_for_its_service_and_answers_every_question(self):
        asked = [Opcode.ATT_EXCHANGE_MTU_REQUEST, Opcode.ATT_FIND_BY_TYPE_VALUE_REQUEST,
                 Opcode.ATT_READ_BY_TYPE_REQUEST, Opcode.ATT_FIND_INFORMATION_REQUEST, Opcode.ATT_READ_REQUEST,
                 Opcode.ATT_READ_REQUEST, Opcode.ATT_WRITE_REQUEST]
        answers = [request + 1 for request in asked]
        # Refused for want of encryption, and asked again.
        answers[4] = Opcode.ATT_ERROR_RESPONSE
        expected = [each for pair in zip(asked, answers) for each in zip((SENT, RECEIVED), pair)]
        self.assertEqual(self.operations(PIANO)[:len(expected)], expected)
        # The server's answer to each request of the phone comes before the phone's next one.
        requests = [(direction, opcode) for direction, opcode in self.operations(PHONE)
                    if (direction, opcode % 2) == (RECEIVED, 0) and opcode < Opcode.ATT_HANDLE_VALUE_NOTIFICATION]
        answers = [(direction, opcode) for direction, opcode in self.operations(PHONE)
                   if (direction, opcode % 2) == (SENT, 1) and opcode < Opcode.ATT_HANDLE_VALUE_NOTIFICATION]
        self.assertGreater(len(requests), 6)
        self.assertEqual(len(answers), len(requests))
        for (_, request), (_, answer) in zip(requests, answers):
            self.assertIn(answer, (request + 1, Opcode.ATT_ERROR_RESPONSE))

    def test_the_phone_is_refused_by_insufficient_authentication_and_pairs_by_itself(self):
        (handle,), (error,), (uuid,) = dissected(
            self.path, HANDLE, "btatt.error_code", UUID,
            only="btatt.req_opcode_in_error == 0x0a && %s == %s" % (DESTINATION, PHONE))[0]
        self.assertEqual((int(handle, 16), error, uuid), (self.phone.data.handle, "0x05", digits(DATA)))
        pairing = [opcode for opcode, in dissected(self.path, "btsmp.opcode", only="btsmp")]
        self.assertGreater(len(pairing), 10)
        self.assertNotIn([SECURITY_REQUEST], pairing)

    def test_the_notes_are_in_the_values_of_the_data_characteristic(self):
        for name, peer, handle, opcode, direction in [
                ("from the phone", PHONE, self.phone.data.handle, Opcode.ATT_WRITE_COMMAND, RECEIVED),
                ("to the phone", PHONE, self.phone.data.handle, Opcode.ATT_HANDLE_VALUE_NOTIFICATION, SENT),
                ("from the piano", PIANO, self.piano.data.handle, Opcode.ATT_HANDLE_VALUE_NOTIFICATION, RECEIVED),
                ("to the piano", PIANO, self.piano.data.handle, Opcode.ATT_WRITE_COMMAND, SENT)]:
            with self.subTest(name):
                values = self.values("%s == 0x%02x && %s == %s" % (
                    OPCODE, opcode, DESTINATION if direction == SENT else SOURCE, peer))
                self.assertEqual({(its, uuid) for its, uuid, _ in values}, {(handle, digits(DATA))})
                reader = PacketReader(MTU)
                for _, _, value in values:
                    reader.read(value)
                played = PLAYED[:2] if name == "from the piano" else PLAYED
                self.assertEqual((reader.played, reader.faults), (played, []))
        # The service was asked for by its UUID, by the phone and by the box.
        for direction in (RECEIVED, SENT):
            asked = dissected(self.path, VALUE, only="%s == 0x%02x && %s == %d" % (
                OPCODE, Opcode.ATT_FIND_BY_TYPE_VALUE_REQUEST, DIRECTION, direction))
            self.assertIn([[bytes(SERVICE).hex()]], asked)


load_tests = in_order(Dissected)

if __name__ == "__main__":
    unittest.main()
