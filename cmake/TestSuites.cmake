# SPDX-License-Identifier: GPL-3.0-or-later
# warpstring_add_suites(TARGET [ENVIRONMENT variable=value...] [PROPERTIES property value...]): each suite of a GoogleTest program is one test of ctest.
# gtest_discover_tests() would start the program once a test, and a program with LLVM, Qt or PoCL in it takes longer to
# start than most tests take to run. Suites of many tests run in parts side by side. Suites are listed when ctest runs: a
# test of a sample that is new is found without a build. One test by itself:
#   PROGRAM --gtest_filter=Suite.test     (--gtest_list_tests names them)
function(warpstring_add_suites target)
  cmake_parse_arguments(PARSE_ARGV 1 suites "" "" "ENVIRONMENT;PROPERTIES")
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake)
  file(GENERATE OUTPUT ${list} CONTENT "# Read by ctest.
set(NAME [==[${target}]==])
set(PROGRAM [==[$<TARGET_FILE:${target}>]==])
set(SUITE_ENVIRONMENT [==[${suites_ENVIRONMENT}]==])
set(SUITE_PROPERTIES [==[${suites_PROPERTIES}]==])
include([==[${CMAKE_CURRENT_FUNCTION_LIST_DIR}/list_suites.cmake]==])
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${list})
endfunction()
