# `cmake --install`: the library, its public headers, and what find_package(carom) and pkg-config need.
include(CMakePackageConfigHelpers)

set(carom_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/carom)

install(TARGETS carom EXPORT carom_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(EXPORT carom_targets NAMESPACE carom:: FILE carom_targets.cmake DESTINATION ${carom_package_folder})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/carom-config.cmake.in ${PROJECT_BINARY_DIR}/carom-config.cmake
                              INSTALL_DESTINATION ${carom_package_folder})
# Before 1.0 a minor version may change the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/carom-config.cmake ${PROJECT_BINARY_DIR}/carom-config-version.cmake
        DESTINATION ${carom_package_folder})

set(carom_private_libraries "")
if(CAROM_MESH_COMPRESSION)
  set(carom_private_libraries "-ldraco -lmeshoptimizer")
endif()
# Relative to the file itself, so that the installed tree can be moved.
file(RELATIVE_PATH carom_pkgconfig_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(${CMAKE_CURRENT_LIST_DIR}/carom.pc.in ${PROJECT_BINARY_DIR}/carom.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/carom.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
