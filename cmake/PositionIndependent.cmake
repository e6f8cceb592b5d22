# SPDX-License-Identifier: GPL-3.0-or-later
# warpstring_position_independent(TARGET): what a shared object links must be compiled as its part. Programs need no such
# code, so this is for the libraries that TARGET is linked with alone, and it costs them no inlining: nobody outside may
# put a function of their own in place of one of theirs.
function(warpstring_position_independent target)
  cmake_language(EVAL CODE
    "cmake_language(DEFER DIRECTORY \"${CMAKE_SOURCE_DIR}\" CALL warpstring_mark_position_independent ${target})")
endfunction()

# At the end of the configuration, when no folder can add to a library any more.
function(warpstring_mark_position_independent target)
  set(queue ${target})
  set(seen "")
  while(queue)
    list(POP_FRONT queue current)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" current "${current}")
    if(NOT TARGET "${current}" OR current IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${current})
    foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(links ${current} ${property})
      if(links)
        list(APPEND queue ${links})
      endif()
    endforeach()
    get_target_property(type ${current} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      set_target_properties(${current} PROPERTIES POSITION_INDEPENDENT_CODE ON)
      target_compile_options(${current} PRIVATE -fno-semantic-interposition)
    endif()
  endwhile()
endfunction()
