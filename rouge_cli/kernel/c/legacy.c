/* NumPy's legacy generator, the Mersenne Twister MT19937 (Matsumoto and Nishimura 1998), and its indices below n. */

#include "kernel.h"

enum { SHIFT = 397 }; /* A new word is made of two old ones and the one that is so many places further on. */

#define UPPER_BIT UINT32_C(0x80000000)
#define MATRIX UINT32_C(0x9908b0df)

static inline uint32_t mixed(uint32_t word, uint32_t next, uint32_t shifted)
{
    uint32_t joined = (word & UPPER_BIT) | (next & ~UPPER_BIT);
    return shifted ^ (joined >> 1) ^ ((0 - (joined & 1)) & MATRIX);
}

/* Make the next words of all. Each loop reads what is far enough from what it writes for compilers to do several words
   at once. */
static void twist(uint32_t *words)
{
    for (size_t i = 0; i < LEGACY_WORDS - SHIFT; i++)
        words[i] = mixed(words[i], words[i + 1], words[i + SHIFT]);
    for (size_t i = LEGACY_WORDS - SHIFT; i < LEGACY_WORDS - 1; i++)
        words[i] = mixed(words[i], words[i + 1], words[i - (LEGACY_WORDS - SHIFT)]);
    words[LEGACY_WORDS - 1] = mixed(words[LEGACY_WORDS - 1], words[0], words[SHIFT - 1]);
}

static inline uint32_t tempered(uint32_t word)
{
    word ^= word >> 11;
    word ^= (word << 7) & UINT32_C(0x9d2c5680);
    word ^= (word << 15) & UINT32_C(0xefc60000);
    return word ^ (word >> 18);
}

/* Words are cut to the bits that n - 1 has, and those that are too great are passed over. A word makes one index at
   most, so as many words as indices are missing are never too many; the state ends where NumPy's does. */
void legacy_draw(uint32_t *state, size_t n, size_t draws, uint32_t *indices)
{
    uint32_t last = (uint32_t)(n - 1), mask = last, masked[LEGACY_WORDS];
    for (unsigned shift = 1; shift < 32; shift *= 2)
        mask |= mask >> shift;
    size_t drawn = 0;
    while (drawn < draws && last == 0) /* Without a choice NumPy draws nothing. */
        indices[drawn++] = 0;
    while (drawn < draws) {
        if (state[LEGACY_WORDS] >= LEGACY_WORDS) {
            twist(state);
            state[LEGACY_WORDS] = 0;
        }
        const uint32_t *words = state + state[LEGACY_WORDS];
        size_t left = LEGACY_WORDS - state[LEGACY_WORDS], some = draws - drawn < left ? draws - drawn : left;
        for (size_t i = 0; i < some; i++)
            masked[i] = tempered(words[i]) & mask;
        for (size_t i = 0; i < some; i++) { /* no branch, which would be mispredicted up to every other time */
            indices[drawn] = masked[i];
            drawn += masked[i] <= last;
        }
        state[LEGACY_WORDS] += (uint32_t)some;
    }
}
