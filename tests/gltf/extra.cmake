# The tests make their own compressed meshes with the encoders of the same libraries.
if(CAROM_MESH_COMPRESSION)
  find_package(draco REQUIRED)
  find_package(meshoptimizer REQUIRED)
  target_link_libraries(test_gltf PRIVATE draco::draco meshoptimizer::meshoptimizer)
  target_compile_definitions(test_gltf PRIVATE CAROM_MESH_COMPRESSION)
endif()
