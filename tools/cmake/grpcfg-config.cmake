# find_package(grpcfg): the targets grpcfg::engine, grpcfg::rules, grpcfg::report and the others,
# one per room of the project.
include(CMakeFindDependencyMacro)
find_dependency(absl)
find_dependency(Threads)
set(Protobuf_USE_STATIC_LIBS ON)
find_dependency(Protobuf)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
find_dependency(re2)
include(${CMAKE_CURRENT_LIST_DIR}/grpcfg-libraries.cmake)
