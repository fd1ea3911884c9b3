# A folder of links to the header-only libraries of the build machine, for the cross build.
set(GPUENV_HOST_HEADERS ${CMAKE_BINARY_DIR}/host_headers)
file(MAKE_DIRECTORY ${GPUENV_HOST_HEADERS})
foreach(library fmt nlohmann CLI toml++ boost)
  if(NOT EXISTS ${GPUENV_HOST_HEADERS}/${library})
    file(CREATE_LINK /usr/include/${library} ${GPUENV_HOST_HEADERS}/${library} SYMBOLIC)
  endif()
endforeach()
