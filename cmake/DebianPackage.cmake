# SPDX-License-Identifier: GPL-3.0-or-later
# `cpack -G DEB` in the build folder, after a build: warpstring_VERSION_ARCHITECTURE.deb and, where the Python module is
# built, python3-warpstring_VERSION_ARCHITECTURE.deb. tools/check-package installs them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME warpstring)
set(CPACK_PACKAGE_VENDOR "The Warpstring developers")
set(WARPSTRING_PACKAGE_CONTACT "The Warpstring developers <warpstring@localhost>" CACHE STRING
  "Who maintains the package: name and address")
set(CPACK_PACKAGE_CONTACT ${WARPSTRING_PACKAGE_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "latency and time of OpenCL kernels from their source")
set(CPACK_PACKAGE_DESCRIPTION "A GPU kernel goes in; out come its program dependence graph, its string of
computation, memory and barrier tokens, the latency of a warp, the time of
the kernel, and the reasons: divergence, bank conflicts, memory transactions,
exposed latency. The GPU need not be there; where one is, the same launch is
measured through OpenCL and laid beside the prediction.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/finish_debian_tree.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Clang's own headers, opencl-c-base.h among them, lie in a package that no library asks for.
set(CPACK_DEBIAN_PACKAGE_DEPENDS libclang-common-19-dev)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "opencl-icd, bash-completion")
if(TARGET warpstring-gui)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, fonts-dejavu-core")
endif()

# What belongs to no component is the package itself.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME ${CPACK_PACKAGE_NAME})
if(TARGET warpstring_python)
  math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
  set(python "${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-warpstring)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${python}), python3 (<< ${Python_VERSION_MAJOR}.${next_minor}), \
${CPACK_PACKAGE_NAME} (= ${PROJECT_VERSION}), ${CPACK_DEBIAN_PACKAGE_DEPENDS}")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-numpy)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-pandas)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/packaging/python/prerm)
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}
This package is the Python module: import warpstring.")
endif()
include(CPack)
