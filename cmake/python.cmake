# The module duello._duello. From Python 3.12 on it keeps to the stable interface, one file for all Pythons that came
# later; nanobind has none for older ones, so there it is for one Python.
set(stable "")
if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.26)
  set(stable OPTIONAL_COMPONENTS Development.SABIModule)
endif()
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module ${stable})
# It is a package of Python's.
execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir OUTPUT_STRIP_TRAILING_WHITESPACE
                OUTPUT_VARIABLE nanobind_ROOT ERROR_QUIET)
find_package(nanobind 3.1 CONFIG REQUIRED)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/python/*.cpp)
# A domain of its own: other modules that are made with nanobind neither see our classes nor we theirs.
nanobind_add_module(duello_python STABLE_ABI NB_DOMAIN duello NOMINSIZE NOSTRIP NB_SUPPRESS_WARNINGS ${sources})
set_target_properties(duello_python PROPERTIES OUTPUT_NAME _duello UNITY_BUILD OFF VISIBILITY_INLINES_HIDDEN ON)
# Python's headers and ours are read once.
target_precompile_headers(duello_python PRIVATE ${PROJECT_SOURCE_DIR}/src/python/values.hpp)
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
