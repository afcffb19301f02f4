/* Cram: a move lays a domino, upright or flat, on two free neighbouring squares. Whoever cannot move has lost.
 * Berlekamp, Conway & Guy, *Winning Ways*, ch. 15. To build and try it:
 *
 *     clang --target=wasm32 -nostdlib -O2 -Wl,--no-entry -o cram.wasm cram.c
 *     sprague solve ./cram.wasm:4x5@empty
 */
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name)))

static const char ABOUT[] = "name: Cram\n"
                            "rules: lay a domino on two free neighbouring squares\n"
                            "position: \"empty\" or the squares row by row, # where one is covered and . where it is free\n"
                            "parameters: columns x rows, at most 64 squares, each side 1-9, such as 4x5\n"
                            "example: empty\n";

static int width = 4, height = 4;

/* What the host writes, and what it reads: a position is one word, a bit for each square that is covered. */
static union { uint64_t words[512]; char text[4096]; } in;
static union { uint64_t words[3 * 2 * 64]; char text[64]; } out;

static int64_t result(const void *at, int count) { return (int64_t)(uintptr_t)at << 32 | count; }

EXPORT(sprague_version) int sprague_version(void) { return 1; }
EXPORT(about) int64_t about(void) { return result(ABOUT, sizeof ABOUT - 1); }
EXPORT(input) int input(void) { return (int)(uintptr_t)&in; }

/* 0, or 1 + the byte that is wrong */
EXPORT(configure) int configure(int bytes) {
    if (bytes == 0) return 0;
    for (int at = 0; at < 3; at++)
        if (at >= bytes || (at == 1 ? in.text[at] != 'x' : in.text[at] < '1' || in.text[at] > '9')) return 1 + at;
    if (bytes > 3) return 1 + 3;
    width = in.text[0] - '0';
    height = in.text[2] - '0';
    return width * height <= 64 ? 0 : 1;
}

EXPORT(options) int64_t options(int words, int player) {
    uint64_t covered = in.words[0], domino;
    int squares = width * height, count = 0;
    for (int square = 0; square < squares; square++)
        for (int upright = 0; upright < 2; upright++) {
            if (upright ? square + width >= squares : square % width + 1 == width) continue;
            domino = (1ull | 1ull << (upright ? width : 1)) << square;
            if (covered & domino) continue;
            out.words[count++] = 1; /* an option of one summand, */
            out.words[count++] = 1; /* which is one word: */
            out.words[count++] = covered | domino;
        }
    return result(out.words, count);
}

EXPORT(parse) int64_t parse(int bytes) {
    uint64_t covered = 0;
    if (!(bytes == 5 && in.text[0] == 'e' && in.text[1] == 'm' && in.text[2] == 'p' && in.text[3] == 't' && in.text[4] == 'y')) {
        for (int square = 0; square < width * height; square++) {
            if (square >= bytes || (in.text[square] != '#' && in.text[square] != '.')) return -1 - square;
            covered |= (uint64_t)(in.text[square] == '#') << square;
        }
        if (bytes > width * height) return -1 - width * height;
    }
    out.words[0] = covered;
    return result(out.words, 1);
}

EXPORT(show) int64_t show(int words) {
    uint64_t covered = in.words[0];
    for (int square = 0; square < width * height; square++) out.text[square] = covered >> square & 1 ? '#' : '.';
    return result(out.text, width * height);
}
