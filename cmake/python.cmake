# The module duello._duello, on the stable interface of Python 3.11: one file for all Pythons that came later.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/python/*.cpp)
add_library(duello_python MODULE ${sources})
set_target_properties(duello_python PROPERTIES OUTPUT_NAME _duello PREFIX "" SUFFIX .abi3.so
                      UNITY_BUILD OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
target_include_directories(duello_python SYSTEM PRIVATE ${Python_INCLUDE_DIRS})
target_compile_definitions(duello_python PRIVATE DUELLO_VERSION="${PROJECT_VERSION}")
target_link_libraries(duello_python PRIVATE duello_batch duello_system duello_catalog duello_page duello_arena duello_options)
# What others name is only how Python finds it.
target_link_options(duello_python PRIVATE -Wl,--exclude-libs,ALL)
install(TARGETS duello_python LIBRARY DESTINATION duello)
