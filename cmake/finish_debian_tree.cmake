# SPDX-License-Identifier: GPL-3.0-or-later
# Run by CPack over the installed tree before it becomes a package: what Debian's policy wants compressed or left out.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(GLOB pages ${share}/man/man*/*)
foreach(page IN LISTS pages)
  execute_process(COMMAND gzip -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(REMOVE ${share}/doc/warpstring/LICENSE) # "copyright" names Debian's own copy
