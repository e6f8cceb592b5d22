# SPDX-License-Identifier: GPL-3.0-or-later
# Run by CPack over the installed tree before it becomes a package: what Debian's policy wants beside, compressed or left
# out.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)

# finish_package(NAME SHARE): its changelog, and its manual pages
function(finish_package name share)
  file(GLOB pages ${share}/man/man*/*)
  file(WRITE ${share}/doc/${name}/changelog "${name} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * See CHANGELOG.md of warpstring.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  foreach(page IN LISTS pages ITEMS ${share}/doc/${name}/changelog)
    execute_process(COMMAND gzip -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endfunction()

set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/Unspecified/usr/share)
file(REMOVE ${share}/doc/warpstring/LICENSE) # "copyright" names Debian's own copy
finish_package(warpstring ${share})
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/python/usr/share)
if(EXISTS ${share})
  finish_package(python3-warpstring ${share})
endif()
