# What `cmake --install build --prefix DIR` puts where:
#
#     bin/assay                       the program
#     lib/libassay_model.so, .a       the golden models; include/assay/*.h declares them
#     lib/cmake/assay, lib/pkgconfig  for find_package(assay) and pkg-config
#     lib/assay/assay.vpi             the program as a module of Icarus
#     lib/assay/libassay_dpi.so       the golden models for SystemVerilog; share/assay/tb/dpi has the package
#     lib/assay/assay_models.vpi      the golden models for Verilog
#     share/assay/                    the part of this tree that the program reads: RTL, descriptions, faults,
#                                     the shim of the Verilated variants, lists, vectors
#     lib/python3/dist-packages/assay.py   the golden models for Python, by ctypes
#     share/man, share/bash-completion

include(CMakePackageConfigHelpers)

install(TARGETS assay RUNTIME)
install(TARGETS assay_model_shared assay_model EXPORT assay
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${ASSAY_HEADERS}/assay DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/assay)
install(EXPORT assay NAMESPACE assay:: DESTINATION ${package} FILE assay-targets.cmake)
configure_package_config_file(${CMAKE_CURRENT_SOURCE_DIR}/tb/cli/assay-config.cmake.in
    ${PROJECT_BINARY_DIR}/assay-config.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/assay-config-version.cmake
    COMPATIBILITY SameMinorVersion) # before 1.0 a minor version may change the interface
install(FILES ${PROJECT_BINARY_DIR}/assay-config.cmake
              ${PROJECT_BINARY_DIR}/assay-config-version.cmake
    DESTINATION ${package})

# The prefix is relative to the location of the file, so that the tree may be moved.
file(RELATIVE_PATH to_prefix /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(${CMAKE_CURRENT_SOURCE_DIR}/tb/cli/assay.pc.in ${PROJECT_BINARY_DIR}/assay.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/assay.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The part of the tree that the program reads, in the same places (tb/base/home.h).
set(tree ${CMAKE_INSTALL_DATADIR}/assay)
install(DIRECTORY rtl vectors DESTINATION ${tree})
install(DIRECTORY tb DESTINATION ${tree} USE_SOURCE_PERMISSIONS FILES_MATCHING
    PATTERN faults/*.patch
    PATTERN */waivers.yaml
    PATTERN engine/dut.h
    PATTERN engine/block.h       # with the next two and model/api: what a user's block is compiled with
    PATTERN engine/cover_group.h
    PATTERN base/rng.h
    PATTERN describe/README.md
    PATTERN sim/*.h
    PATTERN sim/*.cpp
    PATTERN systemc/*
    PATTERN */programs/*
    PATTERN fdot/*.v
    PATTERN diagnose/README.md
    PATTERN coverage.exclude
    PATTERN examples/*/*
    PATTERN examples/attach/*/*
    PATTERN examples/attach/*/*/*
    PATTERN examples/attach/*/*/*/*
    PATTERN examples/dpas_*
    PATTERN dpi/*.sv
    PATTERN dpi/README.md
    PATTERN vpi/*.v
    PATTERN vpi/README.md
    PATTERN python/*
    PATTERN examples/systemc EXCLUDE # it is built from the sources of the models
    PATTERN unit EXCLUDE)
install(DIRECTORY model DESTINATION ${tree} FILES_MATCHING
    PATTERN model/api/*.h
    PATTERN model/type/*.h
    PATTERN block.yaml
    PATTERN *.md)
install(FILES tb/python/assay.py DESTINATION lib/python3/dist-packages)
install(DIRECTORY regress DESTINATION ${tree} FILES_MATCHING PATTERN *.yaml)
install(FILES LICENSE README.md DESTINATION ${tree})
if(ASSAY_VPI)
    install(TARGETS assay_vpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/assay)
endif()

# The manual's commands and options are those that the program itself prints.
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/assay.1
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/tb/cli/manual.bash $<TARGET_FILE:assay>
            ${CMAKE_CURRENT_SOURCE_DIR}/tb/cli/assay.1.in ${PROJECT_BINARY_DIR}/assay.1
    DEPENDS assay tb/cli/manual.bash tb/cli/assay.1.in VERBATIM)
add_custom_target(manual ALL DEPENDS ${PROJECT_BINARY_DIR}/assay.1)
install(FILES ${PROJECT_BINARY_DIR}/assay.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES tb/cli/assay.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME assay)
