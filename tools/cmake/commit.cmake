# Writes OUTPUT, a header with the commit that is checked out in SOURCE; without git it is empty.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(WRITE ${OUTPUT} "#define GRPCFG_COMMIT \"${commit}\"\n")
