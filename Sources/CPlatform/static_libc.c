// Stands in for three pieces of a static C library that would bring along what a box has no use for, a hundred
// kilobytes of it: catalogues of messages in other languages, assertions that are written through wide characters, and
// the state that looking up host names keeps for each thread. The linker takes these instead.
#ifdef TREADLE_STATIC
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The system's words for an error are in English.
char *__dcgettext(const char *domain, const char *text, int category) {
    (void)domain, (void)category;
    return (char *)text;
}

char *dcgettext(const char *domain, const char *text, int category) { return __dcgettext(domain, text, category); }

void __assert_fail(const char *what, const char *file, unsigned line, const char *function) {
    (void)line, (void)function;
    for (const char *const *word = (const char *[]){file, ": not so: ", what, "\n", NULL}; *word; word++)
        if (write(2, *word, strlen(*word)) < 0) break;
    abort();
}

// Every new thread is given its own (pthread_create).
__thread void *__libc_resp;
#endif
