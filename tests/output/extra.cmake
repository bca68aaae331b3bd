# The official glTF validator over what the program bakes from the shipped scenes and the shared assets.
if(TARGET carom_cli AND NOT CAROM_SANITIZE)
  find_program(CAROM_NODE NAMES node nodejs)
  if(CAROM_NODE)
    add_test(NAME output.validator
      COMMAND ${CAROM_NODE} ${CMAKE_CURRENT_LIST_DIR}/validator/check_baked.mjs $<TARGET_FILE:carom_cli>
              ${PROJECT_BINARY_DIR}/validator_output ${PROJECT_SOURCE_DIR}/scenes
              ${PROJECT_SOURCE_DIR}/../shared/assets)
    add_test(NAME output.conversion_validator
      COMMAND ${CAROM_NODE} ${CMAKE_CURRENT_LIST_DIR}/validator/check_converted.mjs $<TARGET_FILE:carom_cli>
              ${PROJECT_BINARY_DIR}/conversion_validator_output ${PROJECT_SOURCE_DIR}/scenes
              ${PROJECT_SOURCE_DIR}/../shared/assets)
    add_test(NAME output.official_report
      COMMAND ${CAROM_NODE} ${CMAKE_CURRENT_LIST_DIR}/validator/check_official.mjs $<TARGET_FILE:carom_cli>
              ${PROJECT_SOURCE_DIR}/scenes)
    set_tests_properties(output.validator output.conversion_validator output.official_report PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77)
  endif()
endif()
