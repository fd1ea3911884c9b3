# What is made from the tree at build time: the list of checks from file names, and the blob of data/.

set(generated ${CMAKE_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${generated})

# src/check/<area>/<question>.cpp defines `const Check <area>_<question>`; a wrong name fails to link.
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
if(WIN32)
  target_link_libraries(gpuenv_system INTERFACE setupapi cfgmgr32 advapi32 shell32 ole32)
else()
  target_link_libraries(gpuenv_system INTERFACE ${CMAKE_DL_LIBS})
endif()
