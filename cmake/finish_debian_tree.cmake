# SPDX-License-Identifier: GPL-3.0-or-later
# Run by CPack over the installed tree before it becomes a package: what Debian's policy wants beside, compressed or left
# out.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(GLOB pages ${share}/man/man*/*)
foreach(page IN LISTS pages)
  execute_process(COMMAND gzip -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(REMOVE ${share}/doc/warpstring/LICENSE) # "copyright" names Debian's own copy

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${share}/doc/warpstring/changelog "warpstring (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * See CHANGELOG.md.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
execute_process(COMMAND gzip -9nf ${share}/doc/warpstring/changelog COMMAND_ERROR_IS_FATAL ANY)
