# Makes service configs a test of a CMake project. Releases have it in share/cmake/grpcfg; see docs/ci.md.
#
#   grpcfg_add_test(NAME service_configs CONFIGS configs PROTOS protos/shop.proto FLAGS --target=go)
#
# CONFIGS are files and folders, and names in them must be services and methods of PROTOS, if there are
# any; FLAGS are further flags of `grpcfg check`. Paths are those of the current source folder.
find_program(GRPCFG grpcfg HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin REQUIRED)

function(grpcfg_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" NAME "CONFIGS;PROTOS;FLAGS")
  if(NOT arg_NAME OR NOT arg_CONFIGS OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "grpcfg_add_test(NAME name CONFIGS path... [PROTOS file...] [FLAGS flag...])")
  endif()
  list(TRANSFORM arg_PROTOS PREPEND --proto=)
  add_test(NAME ${arg_NAME} COMMAND ${GRPCFG} check ${arg_FLAGS} ${arg_PROTOS} -- ${arg_CONFIGS}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
endfunction()
