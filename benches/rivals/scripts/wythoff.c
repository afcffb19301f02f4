/* Wythoff's game: a position is two words, written a.b. See crates/plugin/INTERFACE.md. */
#include <stdint.h>
#define EXPORT(name) __attribute__((export_name(#name)))

static const char ABOUT[] = "name: Wythoff\nexample: 3.5\n";
static union { uint64_t words[512]; char text[4096]; } in;
static uint64_t out[1 << 16];
static char shown[64];

static int64_t result(const void *at, int count) { return (int64_t)(uintptr_t)at << 32 | count; }
EXPORT(sprague_version) int sprague_version(void) { return 1; }
EXPORT(about) int64_t about(void) { return result(ABOUT, sizeof ABOUT - 1); }
EXPORT(input) int input(void) { return (int)(uintptr_t)&in; }

EXPORT(parse) int64_t parse(int bytes) {
    int part = 0;
    out[0] = out[1] = 0;
    for (int i = 0; i < bytes; i++) {
        if (in.text[i] == '.' && part == 0) part = 1;
        else if (in.text[i] >= '0' && in.text[i] <= '9') out[part] = out[part] * 10 + (in.text[i] - '0');
        else return -(1 + i);
    }
    return result(out, 2);
}

static char *number(char *at, uint64_t n) {
    if (n >= 10) at = number(at, n / 10);
    *at++ = '0' + n % 10;
    return at;
}

EXPORT(show) int64_t show(int words) {
    char *at = number(shown, in.words[0]);
    *at++ = '.';
    return result(shown, number(at, in.words[1]) - shown);
}

#define PUT(x, y) (*at++ = 1, *at++ = 2, *at++ = (x), *at++ = (y))
EXPORT(options) int64_t options(int words, int player) {
    uint64_t a = in.words[0], b = in.words[1], *at = out;
    for (uint64_t k = 1; k <= a; k++) PUT(a - k, b);
    for (uint64_t k = 1; k <= b; k++) PUT(a, b - k);
    for (uint64_t k = 1; k <= a && k <= b; k++) PUT(a - k, b - k);
    return result(out, at - out);
}
