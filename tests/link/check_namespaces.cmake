# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DSOURCES=folder -DTABLE=rooms.md -P check_namespaces.cmake
# Fails where a file of a room opens another namespace than the table's. One within it is the room's own matter; what a
# file opens for others (std, llvm) is not asked about.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/read_rooms.cmake)
warpstring_read_rooms(${TABLE})

set(taken "")
foreach(room IN LISTS ROOMS)
  list(APPEND taken ${NAMESPACE_${room}})
endforeach()

set(faults "")
set(opened 0)
foreach(room IN LISTS ROOMS)
  set(own ${NAMESPACE_${room}})
  file(GLOB sources RELATIVE ${SOURCES} ${SOURCES}/${room}/*.h ${SOURCES}/${room}/*.cpp)
  foreach(source IN LISTS sources)
    file(STRINGS ${SOURCES}/${source} lines REGEX "^namespace warpstring")
    foreach(line IN LISTS lines)
      math(EXPR opened "${opened} + 1")
      string(REGEX REPLACE "^namespace ([a-z_:0-9]+).*$" "\\1" namespace "${line}")
      string(FIND "${namespace}::" "${own}::" at)
      if(NOT at EQUAL 0 OR (NOT namespace STREQUAL own AND namespace IN_LIST taken))
        list(APPEND faults "${source} opens ${namespace}, but ${room} is ${own}")
      endif()
    endforeach()
  endforeach()
endforeach()

if(opened EQUAL 0)
  message(FATAL_ERROR "no namespaces in ${SOURCES}: nothing was checked")
endif()
if(faults)
  list(JOIN faults "\n  " lines)
  message(FATAL_ERROR "namespaces against the table of rooms:\n  ${lines}")
endif()
message(STATUS "${opened} times a room opened its namespace")
