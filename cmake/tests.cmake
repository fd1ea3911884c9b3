# All tests, as one ctest list of the sanitize build: unit tests, cases, black-box tests, checks of the tree, and the Windows
# build with its tests under wine. `./test` runs them. A test that exits with 77 is skipped and has printed "SKIP: reason".

add_library(gtest_all STATIC /usr/src/googletest/googletest/src/gtest-all.cc /usr/src/googletest/googlemock/src/gmock-all.cc)
target_include_directories(gtest_all SYSTEM PUBLIC /usr/src/googletest/googletest/include /usr/src/googletest/googlemock/include)
target_include_directories(gtest_all PRIVATE /usr/src/googletest/googletest /usr/src/googletest/googlemock)

# The unit tests: every *_test.cpp beside the code, in one program.
file(GLOB test_main_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/*.cpp)
add_executable(unit_tests ${unit_test_sources} ${test_main_files} ${room_objects})
# Tests compile three times as fast without optimisation; what they test is optimised all the same.
set_source_files_properties(${unit_test_sources} ${test_main_files} PROPERTIES COMPILE_OPTIONS -O0)
target_link_libraries(unit_tests PRIVATE gpuenv_settings gpuenv_system gtest_all)
target_compile_definitions(unit_tests PRIVATE GPUENV_SOURCE_DIR="${CMAKE_SOURCE_DIR}" GPUENV_BINARY_DIR="${CMAKE_BINARY_DIR}")
include(cmake/fakes.cmake)
if(CMAKE_CROSSCOMPILING)
  return()  # the list of the sanitize build runs this one too
endif()

include(GoogleTest)
gtest_discover_tests(unit_tests NO_PRETTY_VALUES DISCOVERY_TIMEOUT 60 PROPERTIES LABELS unit TIMEOUT 60)

set(tools ${CMAKE_SOURCE_DIR}/tools)
set(windows_program ${CMAKE_SOURCE_DIR}/build/windows/gpuenv.exe)

# gpuenv_test(NAME name COMMAND ... [LABELS ...] [NEEDS release|windows ...] [TIMEOUT s] [CORES n])
function(gpuenv_test)
  cmake_parse_arguments(test "" "NAME;TIMEOUT;CORES" "COMMAND;LABELS;NEEDS" ${ARGN})
  add_test(NAME ${test_NAME} COMMAND ${test_COMMAND} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT 300)
  endif()
  if(NOT test_CORES)
    set(test_CORES 1)
  endif()
  set_tests_properties(${test_NAME} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${test_TIMEOUT} PROCESSORS ${test_CORES}
    LABELS "${test_LABELS}" FIXTURES_REQUIRED "${test_NEEDS}")
  if("windows" IN_LIST test_NEEDS)  # two starts of wine at once can wait for each other
    set_tests_properties(${test_NAME} PROPERTIES RESOURCE_LOCK wine)
  endif()
endfunction()

# The other two builds; a test that needs one of their programs brings the build along.
gpuenv_test(NAME build.release COMMAND ${tools}/build release LABELS build TIMEOUT 3000 CORES 2)
set_tests_properties(build.release PROPERTIES FIXTURES_SETUP release)
gpuenv_test(NAME build.windows COMMAND ${tools}/build windows LABELS build NEEDS release TIMEOUT 3000 CORES 2)
set_tests_properties(build.windows PROPERTIES FIXTURES_SETUP windows)

# The tree itself.
gpuenv_test(NAME source.rooms COMMAND ${tools}/python ${tools}/check_rooms LABELS source)
gpuenv_test(NAME source.measure COMMAND ${tools}/python ${tools}/measure LABELS source NEEDS release)
gpuenv_test(NAME source.format COMMAND ${tools}/python ${tools}/check_format LABELS source)
gpuenv_test(NAME source.tidy COMMAND ${tools}/python ${tools}/check_tidy ${CMAKE_BINARY_DIR} --changed LABELS source TIMEOUT 5000 CORES 2)
gpuenv_test(NAME source.tidy.all COMMAND ${tools}/python ${tools}/check_tidy ${CMAKE_BINARY_DIR} LABELS full TIMEOUT 5000 CORES 2)
file(GLOB tool_tests CONFIGURE_DEPENDS ${tools}/*_test.py ${CMAKE_SOURCE_DIR}/tests/*_test.py)
foreach(file IN LISTS tool_tests)
  get_filename_component(name ${file} NAME_WE)
  string(REGEX REPLACE "_test$" "" name ${name})
  gpuenv_test(NAME tools.${name} COMMAND ${tools}/python ${file} LABELS source)
endforeach()

# Recorded machines: each alone on the sanitized program, all together on the other two.
file(GLOB cases CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cases/*/expect.toml)
set(run_case ${tools}/python ${CMAKE_SOURCE_DIR}/tests/run_case.py)
foreach(expectation IN LISTS cases)
  get_filename_component(folder ${expectation} DIRECTORY)
  get_filename_component(name ${folder} NAME)
  gpuenv_test(NAME case.${name} COMMAND ${run_case} $<TARGET_FILE:gpuenv> ${folder} LABELS case)
endforeach()
gpuenv_test(NAME release.cases COMMAND ${run_case} ${CMAKE_SOURCE_DIR}/build/release/gpuenv --all LABELS case NEEDS release)
gpuenv_test(NAME release.matrix COMMAND ${tools}/python ${tools}/check_matrix ${CMAKE_SOURCE_DIR}/build/release/gpuenv LABELS case NEEDS release)
gpuenv_test(NAME windows.cases COMMAND ${run_case} ${windows_program} --all LABELS case windows NEEDS windows TIMEOUT 1200)
gpuenv_test(NAME windows.unit COMMAND ${tools}/wine ${CMAKE_SOURCE_DIR}/build/windows/unit_tests.exe --gtest_brief=1
  LABELS windows NEEDS windows TIMEOUT 600)

# Black-box tests: tests/blackbox/test_<name>.py, run on the built program. Lines at the top of a file may say
#   # on: release sanitize windows    which programs it is run on (release alone by default)
#   # labels: wheels full             "full" keeps it out of the default ./test
#   # timeout: 900
function(header_line file key default out)
  file(STRINGS ${file} line REGEX "^# ${key}: " LIMIT_COUNT 1)
  string(REGEX REPLACE "^# ${key}: *" "" line "${line}")
  if(NOT line)
    set(line ${default})
  endif()
  string(REPLACE " " ";" line "${line}")
  set(${out} ${line} PARENT_SCOPE)
endfunction()

file(GLOB blackbox CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/blackbox/test_*.py)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${blackbox})
foreach(file IN LISTS blackbox)
  get_filename_component(name ${file} NAME_WE)
  string(REGEX REPLACE "^test_" "" name ${name})
  header_line(${file} on "release" programs)
  header_line(${file} labels "" labels)
  header_line(${file} timeout "300" timeout)
  foreach(program IN LISTS programs)
    set(arguments COMMAND ${tools}/python ${file} LABELS blackbox ${labels} TIMEOUT ${timeout})
    if(program STREQUAL "release")
      gpuenv_test(NAME blackbox.${name} ${arguments} NEEDS release)
      set(test blackbox.${name})
      set(binary ${CMAKE_SOURCE_DIR}/build/release/gpuenv)
    elseif(program STREQUAL "windows")
      set(test windows.blackbox.${name})
      gpuenv_test(NAME ${test} ${arguments} NEEDS windows)
      set(binary ${windows_program})
    else()
      set(test sanitize.blackbox.${name})
      gpuenv_test(NAME ${test} ${arguments})
      set(binary $<TARGET_FILE:gpuenv>)
    endif()
    set_tests_properties(${test} PROPERTIES ENVIRONMENT "GPUENV_BINARY=${binary}")
  endforeach()
endforeach()
