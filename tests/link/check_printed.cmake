# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DTABLE=rooms.md -DPAGE=architecture.md -P check_printed.cmake: the page prints the table as it is.
cmake_minimum_required(VERSION 3.25)
file(READ ${TABLE} table)
file(READ ${PAGE} page)
string(FIND "${page}" "${table}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "${PAGE} does not print the table of ${TABLE} as it is")
endif()
