// What kind of build the tests are compiled in: which sanitizer, and whether long scenes have to be shorter.
#pragma once

namespace carom::test {

// g++ defines macros for its sanitizers, clang++ answers __has_feature.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

/// Sanitizers and debug builds run the longest scenes smaller.
#ifdef NDEBUG
inline constexpr bool kSlowBuild = kSanitized;
#else
inline constexpr bool kSlowBuild = true;
#endif

}  // namespace carom::test
