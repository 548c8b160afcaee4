#define _GNU_SOURCE
#include "CPlatform.h"

#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>

static struct {
    int tty;
    // What 1 and 2 were, and the two ends of what they lead to instead.
    int output, error, said, diverted;
    struct termios before;
    volatile sig_atomic_t is_taken;
} screen = {-1, -1, -1, -1, -1, {0}, 0};

// The other screen, no cursor, no line wrap; and back.
static const char enter[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
static const char leave[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

// All of it, to a terminal that may have no room for a while: but not for ever.
static void insist(const char *bytes, size_t count) {
    for (int tries = 0; count > 0 && tries < 200;) {
        ssize_t written = write(screen.tty, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (errno == EAGAIN) {
            struct timespec moment = {.tv_nsec = 5000000};
            clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL);
            tries++;
        } else if (errno != EINTR) {
            return;
        }
    }
}

void treadle_screen_give(void) {
    if (!screen.is_taken) return;
    screen.is_taken = 0;
    insist(leave, sizeof leave - 1);
    // Whoever is in the background would be stopped here, and never end.
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    tcsetattr(screen.tty, TCSANOW, &screen.before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    dup2(screen.output, 1);
    dup2(screen.error, 2);
}

// Writes to the real standard error what was said and nobody has read.
static void tell(void) {
    char bytes[1024];
    ssize_t count;
    while ((count = read(screen.said, bytes, sizeof bytes)) > 0)
        if (write(2, bytes, (size_t)count) < 0) return;
}

// Only what signal handlers may call.
static void crashed(int number) {
    treadle_screen_give();
    tell();
    raise(number);  // its handler is gone
}

static void catch_crashes(void) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT, SIGSYS};
    struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_RESETHAND | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        sigaction(crashes[i], &action, NULL);
        sigaddset(&set, crashes[i]);
    }
    // Whoever started the program may have blocked some.
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int treadle_screen_open(int *said) {
    // A description of its own: O_NONBLOCK of the one that was inherited would be the shell's too.
    int tty = open("/proc/self/fd/1", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (tty < 0) tty = open("/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (tty < 0) return -errno;
    int ends[2];
    if (tcgetattr(tty, &screen.before) < 0 || pipe2(ends, O_NONBLOCK | O_CLOEXEC) < 0) {
        int error = errno;
        close(tty);
        return -error;
    }
    screen.tty = tty;
    screen.said = ends[0];
    screen.diverted = ends[1];
    screen.output = fcntl(1, F_DUPFD_CLOEXEC, 3);
    screen.error = fcntl(2, F_DUPFD_CLOEXEC, 3);
    catch_crashes();
    *said = ends[0];
    return tty;
}

int treadle_screen_take(void) {
    struct termios raw = screen.before;
    cfmakeraw(&raw);
    // A hangup is seen as the end of what can be read.
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(screen.tty, TCSANOW, &raw) < 0) return -errno;
    if (!screen.is_taken) {
        dup2(screen.diverted, 1);
        dup2(screen.diverted, 2);
    }
    screen.is_taken = 1;
    insist(enter, sizeof enter - 1);
    return 0;
}

void treadle_screen_size(int *columns, int *rows) {
    struct winsize size;
    int is_known = ioctl(screen.tty, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
    *columns = is_known ? size.ws_col : 80;
    *rows = is_known ? size.ws_row : 24;
}

int treadle_screen_signals(int fd) {
    // Those of treadle_signal_descriptor, which the descriptor would forget, and three more.
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGTSTP, SIGCONT, SIGWINCH};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(&set, numbers[i]);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    return signalfd(fd, &set, 0) < 0 ? -errno : 0;
}

void treadle_stop(int everybody) {
    // Our own waits, blocked, until SIGCONT takes it away.
    if (everybody) kill(0, SIGTSTP);
    kill(getpid(), SIGSTOP);
}
