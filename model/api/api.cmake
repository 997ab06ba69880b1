# The sources and headers of the object interface that follow from the blocks: a block is a ports table
# model/<block>/ports.def, and its model's header is the one that says `#define ASSAY_BLOCK <block>`.
#
# Sets model_api_sources and ASSAY_HEADERS, the folder with all that is installed as include/assay.

set(ASSAY_HEADERS ${PROJECT_BINARY_DIR}/include)
set(api ${PROJECT_SOURCE_DIR}/model/api)
set(generated ${PROJECT_BINARY_DIR}/model_api)

file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/model model/*/*.h)
foreach(header IN LISTS headers)
    file(STRINGS ${PROJECT_SOURCE_DIR}/model/${header} line REGEX "^#define ASSAY_BLOCK ")
    if(line)
        string(REGEX REPLACE "^#define ASSAY_BLOCK +" "" block "${line}")
        set(header_of_${block} ${header})
    endif()
endforeach()

set(model_api_sources)
set(externs)
set(entries)
file(GLOB tables CONFIGURE_DEPENDS model/*/ports.def)
list(SORT tables)
foreach(table IN LISTS tables)
    cmake_path(GET table PARENT_PATH block)
    cmake_path(GET block FILENAME block)
    set(header ${header_of_${block}})
    if(NOT header)
        continue() # no model yet
    endif()
    string(TOUPPER ${block} upper)
    configure_file(${api}/block.c.in ${generated}/model_${block}.c @ONLY)
    configure_file(${api}/block.h.in ${ASSAY_HEADERS}/assay/${block}.h @ONLY)
    configure_file(${table} ${ASSAY_HEADERS}/assay/${block}/ports.def COPYONLY)
    list(APPEND model_api_sources ${generated}/model_${block}.c)
    string(APPEND externs "extern const struct assay_model_block assay_model_block_${block};\n")
    string(APPEND entries "    &assay_model_block_${block},\n")
endforeach()
configure_file(${api}/table.c.in ${generated}/table.c @ONLY)
list(APPEND model_api_sources ${generated}/table.c)

foreach(header IN ITEMS type/assay_export.h type/assay_type.h api/assay_model.h api/assay_compute.h api/assay_gemm.h
                        numerics/numerics.h prune/prune.h
                        ports.h ports_none.h ports_undef.h)
    configure_file(${PROJECT_SOURCE_DIR}/model/${header} ${ASSAY_HEADERS}/assay/ COPYONLY)
endforeach()
configure_file(${api}/assay_version.h.in ${ASSAY_HEADERS}/assay/assay_version.h @ONLY)
configure_file(${api}/model.h.in ${ASSAY_HEADERS}/assay/model.h @ONLY)
