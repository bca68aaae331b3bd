# The program's generated scenes, without the program.
target_sources(test_allocations PRIVATE ${PROJECT_SOURCE_DIR}/src/cli/bench_scenes.cpp
               ${PROJECT_SOURCE_DIR}/src/cli/bench_mesh_scenes.cpp)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # With less inlining GCC pairs the test's own operator delete with the library's operator new.
  target_compile_options(test_allocations PRIVATE -Wno-mismatched-new-delete)
endif()
