# The unit tests: every *_test.cpp beside the code, in one program.
add_library(gtest_all STATIC /usr/src/googletest/googletest/src/gtest-all.cc /usr/src/googletest/googlemock/src/gmock-all.cc)
target_include_directories(gtest_all SYSTEM PUBLIC /usr/src/googletest/googletest/include /usr/src/googletest/googlemock/include)
target_include_directories(gtest_all PRIVATE /usr/src/googletest/googletest /usr/src/googletest/googlemock)

file(GLOB test_main_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/*.cpp)
add_executable(unit_tests ${unit_test_sources} ${test_main_files} ${room_objects})
target_link_libraries(unit_tests PRIVATE gpuenv_settings gpuenv_system gtest_all)
target_compile_definitions(unit_tests PRIVATE GPUENV_SOURCE_DIR="${CMAKE_SOURCE_DIR}" GPUENV_BINARY_DIR="${CMAKE_BINARY_DIR}")

include(GoogleTest)
gtest_discover_tests(unit_tests DISCOVERY_TIMEOUT 60 PROPERTIES LABELS unit)
