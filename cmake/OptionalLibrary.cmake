# SPDX-License-Identifier: GPL-3.0-or-later
# Libraries that one part of Warpstring needs and the rest does not.
#
#   warpstring_optional(NAME "what it is for" PACKAGE [argument of find_package]...)
#
# declares the option WARPSTRING_NAME, on by default. Where the package is not found the part is left out: the configure
# log says what and why, since nobody should find out by a program that is not there, and WARPSTRING_NAME is off from
# then on in this run. A part that needs several packages calls it once for each. With WARPSTRING_REQUIRE_ALL (a package
# for others is built, or continuous integration) a missing package is an error.
option(WARPSTRING_REQUIRE_ALL "Fail where the library of a part that is switched on is missing" OFF)

macro(warpstring_optional name purpose package)
  option(WARPSTRING_${name} "Build ${purpose}" ON)
  if(WARPSTRING_${name})
    find_package(${package} ${ARGN} QUIET)
    if(NOT ${package}_FOUND)
      set(warpstring_left_out "${purpose}: ${package} is not found (tools/setup --list tells what to install)")
      if(WARPSTRING_REQUIRE_ALL)
        message(FATAL_ERROR "WARPSTRING_${name}: ${warpstring_left_out}")
      endif()
      message(STATUS "Left out: ${warpstring_left_out}")
      set(WARPSTRING_${name} OFF) # not in the cache: once the package is there, the next run finds it
    endif()
  elseif($CACHE{WARPSTRING_${name}})
    # an earlier call has said what is missing
  else()
    message(STATUS "Left out: ${purpose}: WARPSTRING_${name} is off")
  endif()
endmacro()
