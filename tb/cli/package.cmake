# What `cpack` makes: a package for Debian 12 with the installed tree below /usr.
#
#     cmake --preset release && cmake --build --preset release
#     (cd build && cpack)                     assay_0.1.0_amd64.deb
#     apt install ./assay_0.1.0_amd64.deb
#
# dpkg-shlibdeps finds the libraries that the program is linked with. The tools that it calls are stated here, so that
# a package that is installed with its dependencies can build RTL and run it on Verilator.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME assay)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Assay project <assay@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "reference model and testbench for RTL verification")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Golden models in C of GPU blocks run in lockstep with Verilog RTL, and every
output is compared in every clock cycle. Holds the program assay, the RTL and
descriptions of its blocks, the models as a library with headers for C and
C++, a module for Python, and modules for simulators.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}) # its own library
file(WRITE ${PROJECT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "verilator (>= 5), g++, binutils, zlib1g-dev, patch")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS iverilog)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "gtkwave, yosys, z3, cvc5, cadical, berkeley-abc, clang-14, llvm-14, libsystemc-dev, slurm-client, python3")

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/assay RENAME copyright)

include(CPack)
