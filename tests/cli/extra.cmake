# These tests run the program.
if(TARGET carom_cli)
  add_dependencies(test_cli carom_cli)
endif()
