# What is made from the tree at build time: the list of checks from file names, and the blob of data/.

set(generated ${CMAKE_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${generated})

# src/check/<area>/<question>.cpp defines `extern const Check <area>_<question>`; a wrong name fails to link.
file(GLOB check_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src/check ${CMAKE_SOURCE_DIR}/src/check/*/*.cpp)
list(FILTER check_files EXCLUDE REGEX "_test\\.cpp$")
list(SORT check_files)
set(check_declarations "")
set(check_entries "")
foreach(file IN LISTS check_files)
  string(REGEX REPLACE "\\.cpp$" "" name ${file})
  string(REPLACE "/" "_" name ${name})
  string(APPEND check_declarations "extern const Check ${name};\n")
  string(APPEND check_entries "    &${name},\n")
endforeach()
file(CONFIGURE OUTPUT ${generated}/check_list.cpp CONTENT [[// Made by cmake/generated.cmake from the file names in src/check.
#include "check/check.h"

namespace gpuenv::check {
@check_declarations@
std::span<const Check* const> all_checks() {
  static const Check* const list[] = {
@check_entries@  };
  return list;
}
}  // namespace gpuenv::check
]] @ONLY)

# Libraries of the system that the program needs.
add_library(gpuenv_system INTERFACE)
# zlib unpacks members of wheels; linked statically where that is to be had, as the program must run where it is not installed.
find_library(GPUENV_ZLIB NAMES libz.a z REQUIRED)
target_link_libraries(gpuenv_system INTERFACE ${GPUENV_ZLIB})
if(WIN32)
  target_link_libraries(gpuenv_system INTERFACE setupapi cfgmgr32 advapi32 shell32 ole32)
else()
  target_link_libraries(gpuenv_system INTERFACE ${CMAKE_DL_LIBS})
endif()

# The tables of data/, packed by tools/pack_data.cpp and part of the program as one flat run of bytes: opening them costs nothing.
# A cross build cannot run what it builds, so it names a packer that runs here: GPUENV_PACK_DATA (the release preset makes one).
set(GPUENV_PACK_DATA "" CACHE FILEPATH "A ready pack_data that runs on this machine; empty: build one")
if(NOT GPUENV_PACK_DATA)
  add_executable(pack_data tools/pack_data.cpp $<TARGET_OBJECTS:room_base> $<TARGET_OBJECTS:room_catalog>)
  target_link_libraries(pack_data PRIVATE gpuenv_settings)
  set_target_properties(pack_data PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  set(pack_data pack_data)
elseif(EXISTS ${GPUENV_PACK_DATA})
  set(pack_data ${GPUENV_PACK_DATA})
else()
  message(FATAL_ERROR "There is no ${GPUENV_PACK_DATA}: build the release preset first (cmake --preset release && ninja -C build/release)")
endif()
file(GLOB_RECURSE data_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/data/*.toml)
# A file that goes away changes the list only.
file(CONFIGURE OUTPUT ${generated}/data_files.txt CONTENT "${data_files}")
set(blob ${generated}/catalog.blob)
add_custom_command(OUTPUT ${blob} COMMAND ${pack_data} ${CMAKE_SOURCE_DIR}/data ${blob}
  DEPENDS ${pack_data} ${data_files} ${generated}/data_files.txt COMMENT "Packing data/" VERBATIM)
if(WIN32)
  set(blob_section ".section .rdata,\"dr\"")
  set(blob_stack "")
else()
  set(blob_section ".section .rodata")
  set(blob_stack ".section .note.GNU-stack,\"\",@progbits")  # or ld would ask for an executable stack
endif()
file(CONFIGURE OUTPUT ${generated}/catalog_blob.S CONTENT [[# Made by cmake/generated.cmake.
  @blob_section@
  .globl gpuenv_catalog_blob
  .globl gpuenv_catalog_blob_end
  .balign 8
gpuenv_catalog_blob:
  .incbin "@blob@"
gpuenv_catalog_blob_end:
  @blob_stack@
]] @ONLY)
set_source_files_properties(${generated}/catalog_blob.S PROPERTIES OBJECT_DEPENDS ${blob})
add_library(catalog_blob OBJECT ${generated}/catalog_blob.S)
target_sources(gpuenv_system INTERFACE $<TARGET_OBJECTS:catalog_blob>)
