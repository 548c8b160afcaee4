#define _GNU_SOURCE
#include "CPlatform.h"

#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>

static struct {
    int tty;
    // The original descriptors 1 and 2, and the two ends of the pipe to which 1 and 2 are diverted.
    int output, error, said, diverted;
    struct termios before;
    volatile sig_atomic_t is_taken;
} screen = {-1, -1, -1, -1, -1, {0}, 0};

// Switches to the alternate screen without cursor and line wrap, and back.
static const char enter[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
static const char leave[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

// Writes all bytes to the terminal. While the terminal has no room, waits up to a second in all.
static void write_all(const char *bytes, size_t count) {
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
    write_all(leave, sizeof leave - 1);
    // SIGTTOU would stop a process in the background, which would then never end.
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    tcsetattr(screen.tty, TCSANOW, &screen.before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    dup2(screen.output, 1);
    dup2(screen.error, 2);
}

// Writes the diverted output that nobody has read to the original standard error.
static void write_diverted(void) {
    char bytes[1024];
    ssize_t count;
    while ((count = read(screen.said, bytes, sizeof bytes)) > 0)
        if (write(2, bytes, (size_t)count) < 0) return;
}

// Calls only functions that are allowed in signal handlers.
static void crashed(int number) {
    treadle_screen_give();
    write_diverted();
    raise(number);  // SA_RESETHAND has removed this handler
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
    // The parent process may have blocked some of these signals.
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int treadle_screen_open(int *said) {
    // Opened again, because O_NONBLOCK on the inherited description would affect the shell too.
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
    // With VMIN 1, a read of 0 bytes means a hangup.
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(screen.tty, TCSANOW, &raw) < 0) return -errno;
    if (!screen.is_taken) {
        dup2(screen.diverted, 1);
        dup2(screen.diverted, 2);
    }
    screen.is_taken = 1;
    write_all(enter, sizeof enter - 1);
    return 0;
}

void treadle_terminal_size(int fd, int *columns, int *rows) {
    struct winsize size;
    int is_known = ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
    *columns = is_known ? size.ws_col : 80;
    *rows = is_known ? size.ws_row : 24;
}

void treadle_screen_size(int *columns, int *rows) { treadle_terminal_size(screen.tty, columns, rows); }

void treadle_screen_hold_signals(int hold) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    sigaddset(&set, SIGCONT);
    sigaddset(&set, SIGWINCH);
    pthread_sigmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

int treadle_screen_signals(int fd) {
    // signalfd(2) replaces the set, so it must include the signals of treadle_signal_descriptor.
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGTSTP, SIGCONT, SIGWINCH};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(&set, numbers[i]);
    return signalfd(fd, &set, 0) < 0 ? -errno : 0;
}

void treadle_stop(int everybody) {
    // SIGTSTP to this process stays blocked and pending until SIGCONT discards it.
    if (everybody) kill(0, SIGTSTP);
    kill(getpid(), SIGSTOP);
}
