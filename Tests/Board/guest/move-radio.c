// move-radio INTERFACE PROCESS: moves the Wi-Fi radio of an interface into the network namespace of a process, as
// `iw phy NAME set netns PROCESS` does (nl80211, by generic netlink).
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/nl80211.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct request {
    struct nlmsghdr header;
    struct genlmsghdr command;
    char attributes[64];
};

static struct request begin(int family, int command) {
    struct request request = {
        .header = {.nlmsg_len = NLMSG_LENGTH(GENL_HDRLEN), .nlmsg_type = family, .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK},
        .command = {.cmd = command, .version = 1},
    };
    return request;
}

static void add(struct request *request, int type, const void *value, size_t size) {
    struct nlattr *attribute = (struct nlattr *)((char *)request + request->header.nlmsg_len);
    attribute->nla_type = type;
    attribute->nla_len = NLA_HDRLEN + size;
    memcpy((char *)attribute + NLA_HDRLEN, value, size);
    request->header.nlmsg_len += NLA_ALIGN(attribute->nla_len);
}

// Sends a request and reads up to its acknowledgement. Returns 0, or a negative error. An answer that names a family puts
// that into *family.
static int ask(int socket, const struct request *request, uint16_t *family) {
    _Alignas(NLMSG_ALIGNTO) char answer[8192];
    if (send(socket, request, request->header.nlmsg_len, 0) < 0) return -1;
    for (;;) {
        int size = recv(socket, answer, sizeof answer, 0);
        if (size <= 0) return -1;
        for (struct nlmsghdr *each = (void *)answer; NLMSG_OK(each, (unsigned)size); each = NLMSG_NEXT(each, size)) {
            if (each->nlmsg_type == NLMSG_ERROR) return ((struct nlmsgerr *)NLMSG_DATA(each))->error;
            char *at = (char *)NLMSG_DATA(each) + GENL_HDRLEN, *end = (char *)each + each->nlmsg_len;
            while (end - at >= NLA_HDRLEN) {
                struct nlattr *attribute = (void *)at;
                if (attribute->nla_len < NLA_HDRLEN) break;
                if (attribute->nla_type == CTRL_ATTR_FAMILY_ID && family) memcpy(family, at + NLA_HDRLEN, sizeof *family);
                at += NLA_ALIGN(attribute->nla_len);
            }
        }
    }
}

int main(int count, char **words) {
    char path[128];
    uint32_t radio = 0, process = count == 3 ? atoi(words[2]) : 0;
    if (!process) return 2;
    snprintf(path, sizeof path, "/sys/class/net/%s/phy80211/index", words[1]);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%u", &radio) != 1) {
        perror(path);
        return 1;
    }
    uint16_t family = 0;
    int netlink = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
    struct request find = begin(GENL_ID_CTRL, CTRL_CMD_GETFAMILY);
    add(&find, CTRL_ATTR_FAMILY_NAME, "nl80211", sizeof "nl80211");
    int error = ask(netlink, &find, &family);
    struct request move = begin(family, NL80211_CMD_SET_WIPHY_NETNS);
    add(&move, NL80211_ATTR_WIPHY, &radio, sizeof radio);
    add(&move, NL80211_ATTR_PID, &process, sizeof process);
    if (error == 0) error = ask(netlink, &move, NULL);
    if (error != 0) fprintf(stderr, "move-radio: %s\n", strerror(-error));
    return error != 0;
}
