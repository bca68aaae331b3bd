// What a thread does between two looks at a word of memory that another thread is about to write.
#pragma once

namespace carom {

/// Takes a few dozen cycles, and leaves the memory and the other thread of the processor's core alone.
inline void relaxProcessor() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__wasm__)
  // There is no instruction for it. Without a pause the looks follow each other so closely that they slow
  // down the write, and that threads begin to help each other before anyone is late.
  for (int i = 0; i < 8; ++i) asm volatile("");
#endif
}

/// Gives the processor to other threads, such as the one that is waited for.
void yieldProcessor();

/// WebAssembly has no way to yield but a short sleep, and the main thread of a page may not sleep. Until this
/// is said, yieldProcessor() does nothing there; elsewhere it always yields.
void allowShortSleep();

}  // namespace carom
