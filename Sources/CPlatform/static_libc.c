// Replaces three parts of the static C library that would add a hundred kilobytes without use for a box: message
// catalogues in other languages, assertions printed with wide characters, and the state of host name lookups for each
// thread.
#ifdef TREADLE_STATIC
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Messages of system errors are in English.
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

// pthread_create sets it for each new thread.
__thread void *__libc_resp;
#endif
