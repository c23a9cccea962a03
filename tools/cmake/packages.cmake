# The program as packages; and for find_package(grpcfg) the libraries, which only
# `cmake --install BUILD_TREE --component development` installs.

include(CMakePackageConfigHelpers)
install(FILES LICENSE TYPE DOC RENAME copyright)
# The licences of what is linked in, where tools/release has made it.
install(FILES ${PROJECT_BINARY_DIR}/notices.txt TYPE DOC OPTIONAL)
# So are the manual page and what shells complete.
install(DIRECTORY ${PROJECT_BINARY_DIR}/share DESTINATION . OPTIONAL)
install(FILES tools/cmake/GrpcfgTest.cmake DESTINATION share/cmake/grpcfg)

set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/grpcfg)
install(EXPORT grpcfg_libraries NAMESPACE grpcfg:: FILE grpcfg-libraries.cmake
  DESTINATION ${folder} COMPONENT development EXCLUDE_FROM_ALL)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/grpcfg-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES tools/cmake/grpcfg-config.cmake tools/cmake/Findre2.cmake
  ${PROJECT_BINARY_DIR}/grpcfg-config-version.cmake
  DESTINATION ${folder} COMPONENT development EXCLUDE_FROM_ALL)

set(architecture ${CMAKE_SYSTEM_PROCESSOR})
if(architecture STREQUAL aarch64)
  set(architecture arm64)
endif()
string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
set(CPACK_PACKAGE_FILE_NAME grpcfg-${PROJECT_VERSION}-${system}-${architecture})
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_CONTACT "The grpcfg authors")
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/tools/cmake/debian_layout.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
include(CPack)
