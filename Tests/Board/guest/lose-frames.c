// lose-frames RADIOS SHARE SEED: carries what the simulated radios send (mac80211_hwsim, by generic netlink), and loses
// SHARE of 1000 encrypted data frames, at random by SEED. Beacons and what belongs to joining always arrive, so that
// links stay. It says "carries" when it begins, and how many frames it has lost when it is ended by SIGTERM. Then the
// radios hear each other as before.
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// Of the kernel's drivers/net/wireless/virtual/mac80211_hwsim.h.
enum { REGISTER = 1, FRAME, TX_INFO_FRAME };
enum { RECEIVER = 1, TRANSMITTER, DATA, FLAGS, RX_RATE, SIGNAL, TX_INFO, COOKIE, FREQUENCY = 19, ATTRIBUTES };
enum { NO_ACK_WANTED = 1 << 1, ACKNOWLEDGED = 1 << 2 };
// Radio N has the address 02:00:00:00:0N:00, and 42:00:00:00:0N:00 in these messages.
enum { ADDRESS_SIZE = 6, RADIO_AT = 4, FIRST_BYTE = 0x42 };
// The first two bytes of a frame (IEEE 802.11, 9.2.4.1).
enum { KIND = 0x0C, DATA_KIND = 0x08, ENCRYPTED = 0x40 };

struct message {
    struct nlmsghdr header;
    struct genlmsghdr command;
    char attributes[4096];
};

struct attribute {
    const void *value;
    int size;
};

static volatile sig_atomic_t is_over;

static void end(int signal) {
    (void)signal;
    is_over = 1;
}

static struct message begin(int family, int command) {
    return (struct message){
        .header = {.nlmsg_len = NLMSG_LENGTH(GENL_HDRLEN), .nlmsg_type = family, .nlmsg_flags = NLM_F_REQUEST},
        .command = {.cmd = command, .version = 1},
    };
}

static void add(struct message *message, int type, const void *value, int size) {
    struct nlattr *attribute = (struct nlattr *)((char *)message + message->header.nlmsg_len);
    attribute->nla_type = type;
    attribute->nla_len = NLA_HDRLEN + size;
    memcpy((char *)attribute + NLA_HDRLEN, value, size);
    message->header.nlmsg_len += NLA_ALIGN(attribute->nla_len);
}

static void add_number(struct message *message, int type, uint32_t value) { add(message, type, &value, sizeof value); }

static void give(int netlink, const struct message *message) { send(netlink, message, message->header.nlmsg_len, 0); }

static void read_attributes(struct nlmsghdr *header, struct attribute found[ATTRIBUTES]) {
    char *at = (char *)NLMSG_DATA(header) + GENL_HDRLEN, *after = (char *)header + header->nlmsg_len;
    memset(found, 0, ATTRIBUTES * sizeof *found);
    while (after - at >= NLA_HDRLEN) {
        struct nlattr *attribute = (void *)at;
        if (attribute->nla_len < NLA_HDRLEN) return;
        int type = attribute->nla_type & NLA_TYPE_MASK;
        if (type < ATTRIBUTES) found[type] = (struct attribute){at + NLA_HDRLEN, attribute->nla_len - NLA_HDRLEN};
        at += NLA_ALIGN(attribute->nla_len);
    }
}

// The number of the family of the simulated radios; 0 if there is none.
static uint16_t find_family(int netlink) {
    struct message ask = begin(GENL_ID_CTRL, CTRL_CMD_GETFAMILY), answer;
    struct attribute found[ATTRIBUTES];
    add(&ask, CTRL_ATTR_FAMILY_NAME, "MAC80211_HWSIM", sizeof "MAC80211_HWSIM");
    give(netlink, &ask);
    if (recv(netlink, &answer, sizeof answer, 0) <= 0 || answer.header.nlmsg_type == NLMSG_ERROR) return 0;
    read_attributes(&answer.header, found);
    uint16_t family = 0;
    if (found[CTRL_ATTR_FAMILY_ID].value) memcpy(&family, found[CTRL_ATTR_FAMILY_ID].value, sizeof family);
    return family;
}

// Lets all radios but the sender hear a frame.
static void deliver(int netlink, int family, int radios, const struct attribute *sent) {
    for (int radio = 0; radio < radios; radio++) {
        const uint8_t address[ADDRESS_SIZE] = {FIRST_BYTE, 0, 0, 0, radio, 0};
        if (memcmp(address, sent[TRANSMITTER].value, ADDRESS_SIZE) == 0) continue;
        struct message message = begin(family, FRAME);
        add(&message, RECEIVER, address, sizeof address);
        add(&message, DATA, sent[DATA].value, sent[DATA].size);
        add_number(&message, RX_RATE, 0);
        add_number(&message, SIGNAL, -50);
        add(&message, FREQUENCY, sent[FREQUENCY].value, sent[FREQUENCY].size);
        give(netlink, &message);
    }
}

// Tells the sender how its frame went.
static void report(int netlink, int family, const struct attribute *sent, int has_arrived) {
    uint32_t flags;
    memcpy(&flags, sent[FLAGS].value, sizeof flags);
    if (has_arrived && !(flags & NO_ACK_WANTED)) flags |= ACKNOWLEDGED;
    struct message message = begin(family, TX_INFO_FRAME);
    add(&message, TRANSMITTER, sent[TRANSMITTER].value, sent[TRANSMITTER].size);
    add_number(&message, FLAGS, flags);
    add_number(&message, SIGNAL, -50);
    add(&message, TX_INFO, sent[TX_INFO].value, sent[TX_INFO].size);
    add(&message, COOKIE, sent[COOKIE].value, sent[COOKIE].size);
    give(netlink, &message);
}

int main(int count, char **words) {
    if (count != 4) return 2;
    int radios = atoi(words[1]), share = atoi(words[2]), lost = 0, carried = 0;
    srandom(atoi(words[3]));
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = end}, NULL);
    int netlink = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC), family = find_family(netlink);
    if (!family) {
        fputs("lose-frames: no simulated radios\n", stderr);
        return 1;
    }
    struct message take = begin(family, REGISTER);
    give(netlink, &take);
    puts("carries");
    fflush(stdout);
    _Alignas(NLMSG_ALIGNTO) char bytes[16384];
    while (!is_over) {
        int size = recv(netlink, bytes, sizeof bytes, 0);
        for (struct nlmsghdr *each = (void *)bytes; size > 0 && NLMSG_OK(each, (unsigned)size);
             each = NLMSG_NEXT(each, size)) {
            struct attribute sent[ATTRIBUTES];
            if (each->nlmsg_type != family || ((struct genlmsghdr *)NLMSG_DATA(each))->cmd != FRAME) continue;
            read_attributes(each, sent);
            const uint8_t *frame = sent[DATA].value;
            int is_data = (frame[0] & KIND) == DATA_KIND && frame[1] & ENCRYPTED;
            int is_lost = is_data && random() % 1000 < share;
            carried += is_data;
            lost += is_lost;
            if (!is_lost) deliver(netlink, family, radios, sent);
            report(netlink, family, sent, !is_lost);
        }
    }
    printf("lost %d of %d\n", lost, carried);
    return 0;
}
