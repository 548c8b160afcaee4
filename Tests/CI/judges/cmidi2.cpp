// Prints messages that cmidi2 makes, one a line: a name and the SysEx message in hex. Its arguments are the MUIDs of
// the sender and of the receiver, in hex. Messages that cmidi2 makes wrongly are left out: ACK and NAK, which have one
// sub-ID, and the replies of MIDI Message Report, which have the sub-ID of Process Inquiry.
#include <libremidi/cmidi2.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

// Four bytes of 7 bits, as cmidi2 wants its MUIDs and sizes.
uint32_t spread (uint32_t value)
{
    return (value & 0x7F) | (value >> 7 & 0x7F) << 8 | (value >> 14 & 0x7F) << 16 | (value >> 21 & 0x7F) << 24;
}

uint8_t message[1024];

void print (const char* name, int length)
{
    std::printf ("%s f0", name);
    for (int i = 0; i < length; ++i) std::printf (" %02x", message[i]);
    std::printf (" f7\n");
    std::memset (message, 0, sizeof message);
}

} // namespace

int main (int count, char** words)
{
    if (count < 3) return 1;
    const uint32_t from = spread (uint32_t (std::strtoul (words[1], nullptr, 16)));
    const uint32_t to = spread (uint32_t (std::strtoul (words[2], nullptr, 16)));
    const uint32_t maker = 0x007D00, revision = 0x04030201, longest = spread (512);
    cmidi2_ci_discovery (message, 2, from, maker, 1, 1, revision, 0x1C, longest, 0);
    print ("discovery", 30);
    cmidi2_ci_discovery_reply (message, 2, from, to, maker, 1, 1, revision, 0x1C, longest, 5, 0x7F);
    print ("discovery-reply", 31);
    cmidi2_ci_discovery_reply (message, 1, from, to, maker, 1, 1, revision, 0x0C, longest, 0, 0);
    print ("discovery-reply-1", 29);
    cmidi2_ci_discovery_invalidate_muid (message, 2, from, from);
    print ("invalidate", 17);
    cmidi2_ci_property_get_capabilities_reply (message, 2, from, to, 4, 0, 0);
    print ("capabilities-reply", 16);
    const char* header = "{\"status\":404}";
    cmidi2_ci_property_get_data_reply (message, 2, from, to, 9, std::strlen (header),
                                       reinterpret_cast<const uint8_t*> (header), 1, 1, 0, nullptr);
    print ("get-reply", 22 + int (std::strlen (header)));
    cmidi2_ci_property_set_data_reply (message, 2, from, to, 9, std::strlen (header),
                                       reinterpret_cast<const uint8_t*> (header));
    print ("set-reply", 22 + int (std::strlen (header)));
    cmidi2_ci_process_get_capabilities_reply (message, 0, 2, from, to, 1);
    print ("process-reply", 14);
    cmidi2_ci_process_get_midi_report_end (message, 0x7F, 2, from, to);
    print ("report-end", 13);
}
