# Generates what depends on the blocks. A block consists of a description, model/<block>/block.yaml, and a model,
# whose header is model/<block>/<block>.h. assay-generate, which is built first, writes the structs of the block's
# pins, its table and what its testbench needs to ${ASSAY_GENERATED}/<block>.
#
# Sets model_api_sources, block_names, ASSAY_GENERATED and ASSAY_HEADERS, the folder whose assay/ is installed as
# include/assay; and makes the target `generated`.

set(ASSAY_GENERATED ${PROJECT_BINARY_DIR}/generated)
set(ASSAY_HEADERS ${PROJECT_BINARY_DIR}/include)
set(api ${PROJECT_SOURCE_DIR}/model/api)

set(block_names)
set(model_api_sources)
set(generated_files)
set(externs)
set(entries)
file(GLOB descriptions CONFIGURE_DEPENDS model/*/block.yaml)
list(SORT descriptions)
foreach(description IN LISTS descriptions)
    cmake_path(GET description PARENT_PATH block)
    cmake_path(GET block FILENAME block)
    list(APPEND block_names ${block})
    set(files ${block}_pins.h ${block}_model.c ${block}_block.h ${block}_systemc.h)
    list(TRANSFORM files PREPEND ${ASSAY_GENERATED}/${block}/)
    set(header ${ASSAY_HEADERS}/assay/${block}/${block}_pins.h)
    add_custom_command(OUTPUT ${files} ${header}
        COMMAND assay-generate ${ASSAY_GENERATED} ${description}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${ASSAY_HEADERS}/assay/${block}
        COMMAND ${CMAKE_COMMAND} -E copy ${ASSAY_GENERATED}/${block}/${block}_pins.h ${header}
        DEPENDS assay-generate ${description} VERBATIM)
    list(APPEND generated_files ${files} ${header})
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/model/${block}/${block}.h)
        continue() # no model yet
    endif()
    string(TOUPPER ${block} upper)
    configure_file(${api}/block.h.in ${ASSAY_HEADERS}/assay/${block}.h @ONLY)
    list(APPEND model_api_sources ${ASSAY_GENERATED}/${block}/${block}_model.c)
    string(APPEND externs "extern const struct assay_model_block assay_model_block_${block};\n")
    string(APPEND entries "    &assay_model_block_${block},\n")
endforeach()
configure_file(${api}/table.c.in ${ASSAY_GENERATED}/table.c @ONLY)
list(APPEND model_api_sources ${ASSAY_GENERATED}/table.c)
add_custom_target(generated DEPENDS ${generated_files})

foreach(header IN ITEMS type/assay_export.h type/assay_type.h type/assay_fdot_type.h
                        api/assay_model.h api/assay_compute.h api/assay_gemm.h api/assay_fdot.h
                        numerics/numerics.h prune/prune.h)
    configure_file(${PROJECT_SOURCE_DIR}/model/${header} ${ASSAY_HEADERS}/assay/ COPYONLY)
endforeach()
configure_file(${api}/assay_version.h.in ${ASSAY_HEADERS}/assay/assay_version.h @ONLY)
configure_file(${api}/model.h.in ${ASSAY_HEADERS}/assay/model.h @ONLY)
