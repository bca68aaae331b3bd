# GCC 12 warns of overlapping copies in "literal" + std::string, wrongly: https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(test_dialect PRIVATE -Wno-restrict)
endif()
