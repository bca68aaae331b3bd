# Qhull is a second opinion on convex hulls; the library itself does not use it.
find_path(QHULL_INCLUDE_DIR libqhull_r/libqhull_r.h REQUIRED)
find_library(QHULL_LIBRARY qhull_r REQUIRED)
target_include_directories(test_${name} SYSTEM PRIVATE ${QHULL_INCLUDE_DIR})
target_link_libraries(test_${name} PRIVATE ${QHULL_LIBRARY})
