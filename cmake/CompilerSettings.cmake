# SPDX-License-Identifier: GPL-3.0-or-later
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# A program with Clang in it and a sanitizer around it takes ld several times as long to link.
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=mold WARPSTRING_LINKS_BY_MOLD)
  if(WARPSTRING_LINKS_BY_MOLD)
    add_link_options(-fuse-ld=mold)
  endif()
endif()

# What every target of the project is compiled with; libraries link it PUBLIC.
add_library(warpstring_settings INTERFACE)
target_include_directories(warpstring_settings INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(warpstring_settings INTERFACE -Wall -Wextra -Wpedantic -Werror)
# In a unity build a local name may be one of another file's anonymous namespace, which nobody can mistake it for; clang
# knows no -Wshadow without those.
if(NOT CMAKE_UNITY_BUILD)
  target_compile_options(warpstring_settings INTERFACE -Wshadow)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(warpstring_settings INTERFACE -Wshadow=local)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports maybe-uninitialized inside std::variant and overlap in std::string sums at -O2: its own, known false alarms.
  target_compile_options(warpstring_settings INTERFACE -Wno-maybe-uninitialized -Wno-restrict)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # libstdc++ 12's own std::stable_sort calls what it marks as deprecated.
  target_compile_options(warpstring_settings INTERFACE -Wno-deprecated-declarations)
endif()
if(WARPSTRING_SANITIZE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # With its sanitizers g++ 12 takes the constructor's cleanup of LLVM's sized operator new for a mismatch; ASan itself checks for such.
    target_compile_options(warpstring_settings INTERFACE -Wno-mismatched-new-delete)
  endif()
  target_compile_options(warpstring_settings INTERFACE
    -fsanitize=${WARPSTRING_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    # pdg/frontend has no RTTI, as LLVM has none, and its copies of std::shared_ptr's vtables may be the linker's choice.
    -fno-sanitize=vptr)
  target_link_options(warpstring_settings INTERFACE -fsanitize=${WARPSTRING_SANITIZE})
endif()

# At the head of a folder whose files include much and compute little: optimising them would take most of the time of a
# build with sanitizers.
macro(warpstring_compile_quickly)
  if(WARPSTRING_SANITIZE)
    add_compile_options(-O0)
  endif()
endmacro()

# The same at the head of a folder of tests, where optimising takes half of a compiler's time: none for tests that wait for
# programs, windows and files; a little (1) for those that compute their own expected results.
macro(warpstring_compile_tests level)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    add_compile_options(-O${level})
  endif()
endmacro()

# Headers that are compiled once a target, for the compiler cache as well. It pays for Qt and LLVM; with the standard
# library, GoogleTest and nlohmann-json it saves a tenth of a source's time and takes 100 MB a target.
function(warpstring_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang") # else no two such headers are the same to the compiler cache
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  if(CCACHE_PROGRAM) # which otherwise leaves out what uses a precompiled header
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${CCACHE_PROGRAM}")
  endif()
endfunction()
