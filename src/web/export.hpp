// How a function is made visible to JavaScript. Numbers are int, unsigned, double and addresses: none of 64
// bits.
#pragma once

#include <cstdint>

#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#define CAROM_WEB(type) extern "C" EMSCRIPTEN_KEEPALIVE type
#else
#define CAROM_WEB(type) extern "C" type
#endif
