# These tests run the program.
if(TARGET carom_cli)
  add_dependencies(test_cli carom_cli)
endif()
# The program's generated scenes, tested without it.
target_sources(test_cli PRIVATE ${PROJECT_SOURCE_DIR}/src/cli/bench_scenes.cpp
               ${PROJECT_SOURCE_DIR}/src/cli/bench_mesh_scenes.cpp)
