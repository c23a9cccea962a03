# Writes OUTPUT, a header with the commit that is checked out in SOURCE; without git, or where SOURCE only
# lies in another repository, it is empty.
file(REAL_PATH ${SOURCE} source)
cmake_path(GET source PARENT_PATH outside)
execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_CEILING_DIRECTORIES=${outside}
    git -C ${source} rev-parse --short=12 HEAD
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(WRITE ${OUTPUT} "#define GRPCFG_COMMIT \"${commit}\"\n")
