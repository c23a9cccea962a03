# Cross-compiles for 64-bit ARM with Debian's compiler, against the packages that tools/arm64 unpacks.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)

set(sysroot ${CMAKE_CURRENT_LIST_DIR}/../../build/arm64)
set(CMAKE_FIND_ROOT_PATH ${sysroot})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Headers of this machine's own packages must not come first.
set(CMAKE_CXX_FLAGS_INIT "-isystem ${sysroot}/usr/include")
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
