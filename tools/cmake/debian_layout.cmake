# What CPack has installed for a package, before it packs it: Debian's zsh looks for the completions of
# packages in a folder of their own.
set(zsh ${CPACK_TEMPORARY_DIRECTORY}/usr/share/zsh)
if(CPACK_GENERATOR STREQUAL DEB AND EXISTS ${zsh}/site-functions)
  file(RENAME ${zsh}/site-functions ${zsh}/vendor-completions)
endif()
