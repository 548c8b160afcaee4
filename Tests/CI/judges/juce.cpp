// A MIDI-CI device made of JUCE's juce_midi_ci, on standard input and output.
//
// Lines in: a whole SysEx message in hex, or `discover`, `profiles MUID`, `capabilities MUID`, `get MUID HEADER`,
// `set MUID HEADER BODY`, `subscribe MUID RESOURCE`, `unsubscribe`. HEADER and BODY are JSON without spaces.
// Lines out: `send HEX` for each message to the other side, lines of what it makes of messages, and `.` when it has
// finished with a line.
#include <juce_midi_ci/juce_midi_ci.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <sstream>

using namespace juce;
using namespace juce::midi_ci;

namespace {

std::vector<std::byte> bytes (const std::string& text)
{
    std::vector<std::byte> result;
    for (auto c : text) result.push_back (std::byte (c));
    return result;
}

std::string text (Span<const std::byte> data)
{
    std::string result;
    for (auto b : data) result += char (b);
    return result;
}

struct Wire : DeviceMessageHandler
{
    void processMessage (ump::BytesOnGroup message) override
    {
        std::printf ("send f0");
        for (auto b : message.bytes) std::printf (" %02x", unsigned (b));
        std::printf (" f7\n");
    }
};

// Has DeviceInfo, and a ProgramList in pages of 100 programs.
struct Properties : PropertyDelegate
{
    uint8_t getNumSimultaneousRequestsSupported() const override { return 4; }

    PropertyReplyData propertyGetDataRequested (MUID, const PropertyRequestHeader& header) override
    {
        std::printf ("asked %s\n", header.resource.toRawUTF8());
        PropertyReplyData reply;
        if (header.resource == "ResourceList")
            reply.body = bytes (R"([{"resource":"DeviceInfo"},{"resource":"ProgramList","canPaginate":true}])");
        else if (header.resource == "DeviceInfo")
            reply.body = bytes (R"({"manufacturerId":[125,0,0],"familyId":[1,0],"modelId":[2,0],"versionId":[3,0,0,0],)"
                                R"("manufacturer":"Judge","family":"Courts","model":"JUCE","version":"8"})");
        else if (header.resource == "ProgramList")
            reply = programs (header);
        else
            reply.header.status = 404;
        return reply;
    }

    static PropertyReplyData programs (const PropertyRequestHeader& header)
    {
        PropertyReplyData reply;
        const auto offset = header.pagination ? header.pagination->offset : 0;
        const auto limit = header.pagination ? header.pagination->limit : 100;
        std::ostringstream list;
        for (int i = offset; i < std::min (100, offset + limit); ++i)
            list << (i > offset ? "," : "") << "{\"title\":\"Warm Pad " << i << "\",\"bankPC\":[1,2," << i << "]}";
        reply.body = bytes ("[" + list.str() + "]");
        reply.header.extended["totalCount"] = 100;
        return reply;
    }

    PropertyReplyHeader propertySetDataRequested (MUID, const PropertyRequestData& data) override
    {
        std::printf ("told %s\n", data.header.resource.toRawUTF8());
        return {};
    }

    bool subscriptionStartRequested (MUID, const PropertySubscriptionHeader&) override { return true; }
    void subscriptionDidStart (MUID, const String&, const PropertySubscriptionHeader&) override {}
    void subscriptionWillEnd (MUID, const Subscription&) override {}
};

struct Profiles : ProfileDelegate
{
    void profileEnablementRequested (MUID, ProfileAtAddress, int, bool) override { std::printf ("profile\n"); }
};

struct Reporter : DeviceListener
{
    Device* device = nullptr;

    void deviceAdded (MUID muid) override
    {
        const auto found = device->getDiscoveryInfoForMuid (muid);
        if (! found) return;
        const auto& it = found->device;
        const DeviceFeatures features (found->capabilities);
        std::printf ("added %07x manufacturer %02x%02x%02x family %d model %d revision %d.%d.%d.%d %s%s%s longest %u\n",
                     muid.get(), int (it.manufacturer[0]), int (it.manufacturer[1]), int (it.manufacturer[2]),
                     int (it.family[0]) | int (it.family[1]) << 7,
                     int (it.modelNumber[0]) | int (it.modelNumber[1]) << 7,
                     int (it.revision[0]), int (it.revision[1]), int (it.revision[2]), int (it.revision[3]),
                     features.isProfileConfigurationSupported() ? "profiles " : "",
                     features.isPropertyExchangeSupported() ? "properties " : "",
                     features.isProcessInquirySupported() ? "process" : "", found->maximumSysexSize);
    }

    void deviceRemoved (MUID muid) override { std::printf ("removed %07x\n", muid.get()); }

    void endpointReceived (MUID, Message::EndpointInquiryResponse reply) override
    {
        std::printf ("endpoint %s\n", text (reply.data).c_str());
    }

    void messageNotAcknowledged (MUID, Message::NAK nak) override
    {
        std::printf ("nak %02x %02x\n", unsigned (nak.originalCategory), unsigned (nak.statusCode));
    }

    void profileStateReceived (MUID muid, ChannelInGroup) override
    {
        const auto* state = device->getProfileStateForMuid (muid, ChannelAddress{});
        std::printf ("profiles %d\n", state != nullptr ? int (state->size()) : -1);
    }

    void propertyExchangeCapabilitiesReceived (MUID muid) override
    {
        std::printf ("capabilities %d\n", device->getNumPropertyExchangeRequestsSupportedForMuid (muid).value_or (-1));
    }

    void propertySubscriptionDataReceived (MUID, const PropertySubscriptionData& data) override
    {
        std::printf ("update %s %s\n", PropertySubscriptionCommandUtils::toString (data.header.command),
                     text (data.body).c_str());
    }

    void propertySubscriptionChanged (SubscriptionKey, const std::optional<String>& id) override
    {
        std::printf ("subscription %s\n", id ? id->toRawUTF8() : "ended");
    }
};

void answered (const PropertyExchangeResult& result)
{
    if (const auto error = result.getError())
        std::printf ("failed %d\n", int (*error));
    else
        std::printf ("answer %d %s\n", result.getHeaderAsReplyHeader().status, text (result.getBody()).c_str());
}

void hear (Device& device, const std::string& line)
{
    std::istringstream digits (line);
    std::vector<std::byte> message;
    for (unsigned value; digits >> std::hex >> value;) message.push_back (std::byte (value));
    if (message.size() < 3) return;
    const Span<const std::byte> inner (message.data() + 1, message.size() - 2);
    const auto own = Parser::parse (device.getMuid(), inner);
    std::printf ("%s\n", own ? ("understood " + Parser::getMessageDescription (*own)).toRawUTF8() : "not understood");
    device.processMessage ({ 0, inner });
}

} // namespace

int main()
{
    Wire wire;
    Properties properties;
    Profiles profiles;
    Reporter reporter;
    Random random;
    std::setvbuf (stdout, nullptr, _IOLBF, 0);
    Device device (DeviceOptions()
                       .withOutputs ({ &wire })
                       .withDeviceInfo ({ { std::byte (0x7d) }, { std::byte (1) },
                                          { std::byte (2) }, { std::byte (3) } })
                       .withFeatures (DeviceFeatures().withProfileConfigurationSupported()
                                          .withPropertyExchangeSupported())
                       .withMaxSysExSize (512)
                       .withProductInstanceId (DeviceOptions::makeProductInstanceId (random))
                       .withPropertyDelegate (&properties)
                       .withProfileDelegate (&profiles));
    reporter.device = &device;
    device.addListener (reporter);
    std::optional<SubscriptionKey> subscription;
    for (std::string line; std::getline (std::cin, line);)
    {
        std::istringstream words (line);
        std::string verb, muidText, header, body;
        words >> verb >> muidText >> header >> body;
        const auto muid = MUID::makeUnchecked (uint32_t (String (muidText).getHexValue32()));
        const auto request = PropertyRequestHeader::parseCondensed (JSON::parse (String (header)));
        if (verb == "discover") device.sendDiscovery();
        else if (verb == "profiles") device.sendProfileInquiry (muid, ChannelInGroup::wholeBlock);
        else if (verb == "capabilities") device.sendPropertyCapabilitiesInquiry (muid);
        else if (verb == "get") device.sendPropertyGetInquiry (muid, request, answered);
        else if (verb == "set") device.sendPropertySetInquiry (muid, request, bytes (body), answered);
        else if (verb == "subscribe")
        {
            PropertySubscriptionHeader start;
            start.command = PropertySubscriptionCommand::start;
            start.resource = String (header);
            subscription = device.beginSubscription (muid, start);
        }
        else if (verb == "unsubscribe" && subscription) device.endSubscription (*subscription);
        else if (verb == "muid") std::printf ("muid %07x\n", device.getMuid().get());
        else hear (device, line);
        std::printf (".\n");
    }
    device.removeListener (reporter);
}
