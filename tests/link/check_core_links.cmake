# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DREADELF=... -DPROBE=executable -DLINKS=file [-DFORBIDDEN=regex] -P check_core_links.cmake
# Fails when a library that the probe needs, or an entry of the file, matches the regular expression.
cmake_minimum_required(VERSION 3.25)

if(NOT DEFINED FORBIDDEN)
  set(FORBIDDEN "Qt|LLVM|[cC]lang|OpenCL")
endif()

execute_process(COMMAND ${READELF} -d ${PROBE} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\\(NEEDED\\)[^\n]*" needed "${dynamic}")
if(NOT needed)
  message(FATAL_ERROR "${READELF} shows no library that ${PROBE} needs: nothing was checked")
endif()
list(TRANSFORM needed REPLACE ".*\\[(.*)\\].*" "\\1")

file(STRINGS ${LINKS} links)
if(NOT "warpstring_core" IN_LIST links)
  message(FATAL_ERROR "${LINKS} does not start from core: nothing was checked")
endif()

message(STATUS "linked by the linker: ${needed}; by CMake: ${links}")
list(FILTER needed INCLUDE REGEX "${FORBIDDEN}")
list(FILTER links INCLUDE REGEX "${FORBIDDEN}")
list(JOIN needed ", " needed)
list(JOIN links ", " links)
if(needed OR links)
  message(FATAL_ERROR "core must not depend on \"${FORBIDDEN}\", but it does according to\n"
                      "  the linker: ${needed}\n  CMake: ${links}")
endif()
