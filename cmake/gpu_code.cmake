# The kernels of the games, src/games/*.cu, compiled to PTX and put into solve/gpu. That takes clang alone, and nothing
# of any card's maker; without it, or with DUELLO_PTX_COMPILER=OFF, the program has no code for a GPU, and says so when
# it is asked for.
file(GLOB kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/games/*.cu)
find_program(DUELLO_PTX_COMPILER NAMES clang++-19)
if(NOT DUELLO_PTX_COMPILER)
  set(kernels "")
endif()
set(codes "")
foreach(kernel ${kernels})
  foreach(form words codes)
    get_filename_component(name ${kernel} NAME_WE)
    string(TOUPPER DUELLO_${form} chosen)
    set(code ${PROJECT_BINARY_DIR}/gpu/${name}.${form}.ptx)
    # Two macros and a header that clang's own headers for cards ask for, and would have from the maker's.
    add_custom_command(
      OUTPUT ${code}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/gpu
      COMMAND ${DUELLO_PTX_COMPILER} -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_70
              -Xclang -target-feature -Xclang +ptx64 -std=c++23 -O3 -mllvm -inline-threshold=1000000 -I${PROJECT_SOURCE_DIR}/src
              "-D__host__=__attribute__((host))" "-D__device__=__attribute__((device))" -include stdlib.h -D${chosen}
              -MD -MF ${code}.d -MT ${code} -S ${kernel} -o ${code}
      DEPENDS ${kernel}
      DEPFILE ${code}.d
      VERBATIM)
    list(APPEND codes ${code})
  endforeach()
endforeach()
add_custom_command(
  OUTPUT ${PROJECT_BINARY_DIR}/gpu/gpu_code_table.cpp
  COMMAND ${CMAKE_COMMAND} "-DCODES=${codes}" -DOUTPUT=${PROJECT_BINARY_DIR}/gpu/gpu_code_table.cpp
          -P ${PROJECT_SOURCE_DIR}/cmake/embed_codes.cmake
  DEPENDS ${codes} ${PROJECT_SOURCE_DIR}/cmake/embed_codes.cmake
  VERBATIM)
target_sources(duello_solve_gpu PRIVATE ${PROJECT_BINARY_DIR}/gpu/gpu_code_table.cpp)
set_source_files_properties(${PROJECT_BINARY_DIR}/gpu/gpu_code_table.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                            COMPILE_OPTIONS -Wno-overlength-strings)
