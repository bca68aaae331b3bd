# Flags every Carom target is built with. Floating point contraction is off so that every compiler gives the
# same bits (docs/engine.md, "Determinism").
add_library(carom_options INTERFACE)
target_compile_features(carom_options INTERFACE cxx_std_20)
target_compile_options(carom_options INTERFACE
  -Wall -Wextra -Werror -ffp-contract=off -fno-math-errno -fno-trapping-math)
if(CAROM_SANITIZE)
  target_compile_options(carom_options INTERFACE -fsanitize=${CAROM_SANITIZE} -fno-omit-frame-pointer -g
                         -fno-sanitize-recover=all)
  target_link_options(carom_options INTERFACE -fsanitize=${CAROM_SANITIZE})
endif()
if(EMSCRIPTEN)
  # The four lanes of the engine are WebAssembly's. The same objects make the module with threads and the one without.
  # Every browser with SIMD has these instructions, too.
  target_compile_options(carom_options INTERFACE -msimd128 -mnontrapping-fptoint -msign-ext -pthread)
  # What explains rules and fields is not downloaded.
  target_compile_definitions(carom_options INTERFACE CAROM_WITHOUT_PROSE)
endif()
