// NAME: take at least one token and at most half of the heap; who cannot move has lost.
//
//   clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry -o NAME.wasm NAME.c
//   sprague test NAME.wasm
//   sprague solve ./NAME.wasm@23

typedef unsigned long long word;
#define EXPORT(name) __attribute__((export_name(name)))
#define RESULT(pointer, count) ((long long)(unsigned)(pointer) << 32 | (unsigned)(count))

static word input[512];       // the host writes a position or a text here
static word output[1 << 17];  // we write options here

EXPORT("sprague_version") int sprague_version(void) { return 2; }
EXPORT("input") word *input_address(void) { return input; }

EXPORT("about") long long about(void) {
    static const char text[] =
        "name: NAME\n"
        "rules: take at least one token and at most half of the heap\n"
        "position: a heap, such as 23\n"
        "example: 23\n";
    return RESULT(text, sizeof text - 1);
}

// A position is one word, the heap; without `parse` and `show` it is written as a number.
EXPORT("options") long long options(int words, int player) {
    word heap = input[0], *at = output;
    for (word amount = 1; amount <= heap / 2; amount++) {
        if (at + 3 > output + sizeof output / sizeof *output) __builtin_trap();
        *at++ = 1;              // one summand
        *at++ = 1;              // of one word:
        *at++ = heap - amount;  // the heap that is left
    }
    return RESULT(output, at - output);
}
