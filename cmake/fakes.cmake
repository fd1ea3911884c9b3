# Vendor libraries for the tests (fakes/), under their real names, and the small program that the unit tests start as vendor
# child. They never become part of the product.

set(fakes ${CMAKE_BINARY_DIR}/fakes)

# fake_library(target source real_name folder [definitions])
function(fake_library target source name folder)
  add_library(${target} MODULE ${CMAKE_SOURCE_DIR}/fakes/${source})
  target_compile_definitions(${target} PRIVATE ${ARGN})
  target_compile_options(${target} PRIVATE -fvisibility=hidden)
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${name} SUFFIX "" LIBRARY_OUTPUT_DIRECTORY ${folder})
endfunction()

if(WIN32)
  set(nvml nvml.dll)
  set(cuda nvcuda.dll)
else()
  set(nvml libnvidia-ml.so.1)
  set(cuda libcuda.so.1)
endif()
fake_library(fake_nvml fake_nvml.c ${nvml} ${fakes})
fake_library(fake_nvml_old fake_nvml.c ${nvml} ${fakes}/old FAKE_OLD)
fake_library(fake_cuda fake_cuda.c ${cuda} ${fakes})

if(WIN32)
  set(entry windows)
else()
  set(entry posix)
endif()
add_executable(vendor_child ${CMAKE_SOURCE_DIR}/tests/programs/vendor_child.cpp
  ${CMAKE_SOURCE_DIR}/src/machine/live/entry_${entry}.cpp
  $<TARGET_OBJECTS:room_base> $<TARGET_OBJECTS:room_machine_live> $<TARGET_OBJECTS:room_vendor>)
target_link_libraries(vendor_child PRIVATE gpuenv_settings)
if(WIN32)
  target_link_libraries(vendor_child PRIVATE setupapi cfgmgr32 advapi32 -municode)
else()
  target_link_libraries(vendor_child PRIVATE ${CMAKE_DL_LIBS})
endif()
set_target_properties(vendor_child PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${fakes})
add_dependencies(unit_tests fake_nvml fake_nvml_old fake_cuda vendor_child)

# What the tests of the loader's simulation ask.
if(NOT WIN32)
  foreach(program load_list load_windows)
    add_executable(${program} ${CMAKE_SOURCE_DIR}/tests/programs/${program}.cpp ${CMAKE_SOURCE_DIR}/src/machine/live/entry_posix.cpp
      $<TARGET_OBJECTS:room_base> $<TARGET_OBJECTS:room_image> $<TARGET_OBJECTS:room_machine_live> $<TARGET_OBJECTS:room_loader>)
    target_link_libraries(${program} PRIVATE gpuenv_settings gpuenv_system)
    set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${fakes})
  endforeach()
endif()
