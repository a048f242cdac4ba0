# The module duello._duello, on the stable interface of Python 3.11: one file for all Pythons that came later.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/python/*.cpp)
add_library(duello_python MODULE ${sources})
set_target_properties(duello_python PROPERTIES OUTPUT_NAME _duello PREFIX "" SUFFIX .abi3.so
                      UNITY_BUILD OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
target_include_directories(duello_python SYSTEM PRIVATE ${Python_INCLUDE_DIRS})
# Python's headers and ours are read once.
target_precompile_headers(duello_python PRIVATE ${PROJECT_SOURCE_DIR}/src/python/module.hpp)
target_compile_definitions(duello_python PRIVATE DUELLO_VERSION="${PROJECT_VERSION}")
target_link_libraries(duello_python PRIVATE duello_core duello_system duello_solve duello_catalog duello_batch
                      duello_players duello_match duello_study duello_json duello_page duello_arena duello_options)
# The C++ library is inside and shown to nobody, so that the module runs wherever there is a C library as new as this
# machine's, whatever else is loaded. What unwinds stacks is the C library's own, as it ends threads by it.
set(shown ${PROJECT_SOURCE_DIR}/cmake/python.map)
# What nobody calls is left out: a class of the C++ library that is not used here would ask for glibc 2.36.
target_link_options(duello_python PRIVATE -static-libstdc++ -Wl,--version-script=${shown} -Wl,--gc-sections)
set_target_properties(duello_python PROPERTIES LINK_DEPENDS ${shown})
install(TARGETS duello_python LIBRARY DESTINATION duello COMPONENT python)
