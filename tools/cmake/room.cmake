# One library per room, one test executable per folder of tests.

include(GNUInstallDirs)

# grpcfg_precompile(TARGET HEADER...): the headers that most files include, and more. Two calls with
# the same HEADERs share the result.
function(grpcfg_precompile target)
  string(MAKE_C_IDENTIFIER "GRPCFG_PRECOMPILED_${ARGN}" owner)
  get_property(first GLOBAL PROPERTY ${owner})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${GRPCFG_PRECOMPILED} ${ARGN})
    set_property(GLOBAL PROPERTY ${owner} ${target})
  endif()
endfunction()

# grpcfg_library(NAME SOURCES file... DEPENDS target...): the library of this folder, grpcfg::NAME,
# with the headers that lie beside it. Headers are included from the root of the project, or of
# include/grpcfg where they are installed.
function(grpcfg_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_library(grpcfg_${name} STATIC ${arg_SOURCES})
  add_library(grpcfg::${name} ALIAS grpcfg_${name})
  set_target_properties(grpcfg_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(grpcfg_${name} PUBLIC cxx_std_20)
  target_include_directories(grpcfg_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/grpcfg>)
  target_link_libraries(grpcfg_${name} PUBLIC ${arg_DEPENDS})
  grpcfg_precompile(grpcfg_${name})
  if(name STREQUAL cli)
    return()  # of the program alone
  endif()
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/grpcfg/${folder}
    COMPONENT development EXCLUDE_FROM_ALL)
  install(TARGETS grpcfg_${name} EXPORT grpcfg_libraries
    ARCHIVE COMPONENT development EXCLUDE_FROM_ALL)
endfunction()

# grpcfg_test(FOLDER SOURCES file... DEPENDS target... [SHARDS n]): FOLDER_test, as an entry of ctest
# or as n that run at the same time. One executable, because linking costs more than compiling a file;
# an entry for each of its tests would start two thousand processes. Run in the source tree, so that
# fixtures have the same short name everywhere.
function(grpcfg_test folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SHARDS" "SOURCES;DEPENDS")
  add_executable(${folder}_test ${arg_SOURCES})
  target_link_libraries(${folder}_test PRIVATE ${arg_DEPENDS} GTest::gmock_main)
  set_target_properties(${folder}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  # Our libraries do the work; code of tests runs once. With sanitizers, where it is -O1 for what the
  # tests instantiate of headers, it does without what looks for undefined behaviour and coverage.
  if(GRPCFG_SANITIZED)
    target_compile_options(${folder}_test PRIVATE -fno-sanitize=fuzzer-no-link,undefined)
  else()
    target_compile_options(${folder}_test PRIVATE "SHELL:-O0 -U_FORTIFY_SOURCE")
  endif()
  # By another way to include print_text.h everywhere, GCC would not take what is precompiled.
  grpcfg_precompile(${folder}_test
    <gmock/gmock.h> <gtest/gtest.h> ${PROJECT_SOURCE_DIR}/tests/print_text.h)
  if(NOT arg_SHARDS)
    set(arg_SHARDS 1)
  endif()
  foreach(shard RANGE 1 ${arg_SHARDS})
    set(name ${folder})
    if(arg_SHARDS GREATER 1)
      string(APPEND name /${shard})
    endif()
    math(EXPR index "${shard} - 1")
    add_test(NAME ${name} COMMAND ${folder}_test --gtest_brief=1
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS ${folder}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()
