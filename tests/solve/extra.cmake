# Shapes that the tests of collide/ make, too.
target_sources(test_solve PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/collide/convex_shapes.cpp)
