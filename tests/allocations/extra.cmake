# The program's generated scenes, without the program.
target_sources(test_allocations PRIVATE ${PROJECT_SOURCE_DIR}/src/cli/bench_scenes.cpp)
