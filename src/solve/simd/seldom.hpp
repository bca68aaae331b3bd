// Marks functions that run seldom: in the browser's module size counts.
#pragma once

#ifdef __wasm__
#define CAROM_SELDOM __attribute__((minsize, noinline))
#else
#define CAROM_SELDOM
#endif
