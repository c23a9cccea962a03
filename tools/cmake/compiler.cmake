# How everything is compiled.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
add_compile_options(-Wall -Wextra -Wold-style-cast)
# GCC 12 sees uninitialised members in every optional and string that it inlines, and bounds
# exceeded where a precompiled string is moved; the clang analyzer and the sanitizers look for real
# ones.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>)

set(GRPCFG_ON_X86_64 OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
  set(GRPCFG_ON_X86_64 ON)
endif()

# What is shipped makes a fault in it hard to use: no fixed addresses (PIE), tables that cannot be
# written once started (RELRO), guarded stacks, checked bounds, and jumps only to where they may go.
if(CMAKE_BUILD_TYPE STREQUAL Release)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_compile_options(-fPIE -fstack-protector-strong -fstack-clash-protection
    -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(-Wl,-z,relro,-z,now,-z,noexecstack)
  if(GRPCFG_ON_X86_64)
    add_compile_options(-fcf-protection=full)
  endif()
endif()

# What the sanitizers leave out; relative to the tree, as ccache does not know the option.
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=[a-z,-]*undefined")
  file(RELATIVE_PATH ignored ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}/tests/sanitizer_ignorelist.txt)
  add_compile_options(-fsanitize-ignorelist=${ignored})
endif()

# ccache, where there is one and the user named no launcher: compiling the same text again, in a
# fresh clone or another tree, then takes no time; paths below the project are hashed as relative
# ones. A tree keeps what it was configured with: a ccache that arrives later rebuilds nothing.
if(NOT DEFINED CACHE{GRPCFG_LAUNCHER})
  find_program(ccache ccache NO_CACHE)
  if(DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(launcher "")
  elseif(ccache)
    set(launcher
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${ccache})  # for precompiled headers
  endif()
  set(GRPCFG_LAUNCHER "${launcher}" CACHE STRING "Our own compiler launcher; empty: none")
endif()
if(GRPCFG_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${GRPCFG_LAUNCHER})
endif()

# Compiled once, for it takes half of the time of most files. Which of them a file includes itself,
# .ci/tidy looks at, without these.
set(GRPCFG_PRECOMPILED
  <algorithm> <functional> <memory> <optional> <string> <utility> <variant> <vector>
  <absl/algorithm/container.h> <absl/container/flat_hash_map.h> <absl/status/statusor.h>
  <absl/strings/match.h> <absl/strings/str_cat.h> <absl/strings/str_format.h>
  <absl/strings/str_join.h> <absl/strings/str_split.h> <absl/types/span.h>)

set(GRPCFG_SANITIZED OFF)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  set(GRPCFG_SANITIZED ON)
endif()

# Debian's absl package describes the shared libraries only; the archives lie beside them.
function(grpcfg_use_absl_archives)
  get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
  list(FILTER targets INCLUDE REGEX "^absl::")
  foreach(target IN LISTS targets)
    get_target_property(location ${target} IMPORTED_LOCATION_NONE)
    if(location MATCHES "\\.so[0-9.]*$")
      string(REGEX REPLACE "\\.so[0-9.]*$" ".a" archive "${location}")
      set_target_properties(${target} PROPERTIES IMPORTED_LOCATION_NONE "${archive}")
    endif()
  endforeach()
endfunction()
